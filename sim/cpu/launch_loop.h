#pragma once

#include "sim/cpu/thread_team.h"

namespace heatlab {

/// Launch after launch by `members` of `team`. Of each the items [first, last) are dealt to them in
/// pieces, for work(member, first, last); when all have finished, one of them calls `finished`,
/// which says whether another launch follows.
template <typename Work, typename Finished>
void run_launches(ThreadTeam& team, int members, int first, int last, int piece, const Work& work,
                  const Finished& finished) {
    TeamBarrier barrier(members, team.spinning_seconds());
    RowShares shares(members);
    shares.deal(first, last, piece);
    bool going = true;
    team.run(members, [&](int member) {
        while (going) {
            int from = 0;
            int to = 0;
            while (shares.take(member, from, to))
                work(member, from, to);
            barrier.arrive([&] {
                going = finished();
                shares.deal(first, last, piece);
            });
        }
    });
}

}  // namespace heatlab
