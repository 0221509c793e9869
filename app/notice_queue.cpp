#include "app/notice_queue.h"

#include <utility>

namespace heatlab {
namespace {

bool is_answer(const Notice& notice) {
    return notice.kind == Notice::Kind::refused || notice.kind == Notice::Kind::done;
}

}  // namespace

void NoticeQueue::push(Notice notice) {
    notice.id = ++last_id_;
    if (is_answer(notice)) {
        remove_answers();
        notices_.push_front(std::move(notice));
        return;
    }
    notices_.push_back(std::move(notice));
}

void NoticeQueue::dismiss(std::uint64_t id) {
    std::erase_if(notices_, [id](const Notice& notice) { return notice.id == id; });
}

void NoticeQueue::remove_answers() {
    std::erase_if(notices_, is_answer);
}

void NoticeQueue::remove(Notice::Kind kind) {
    std::erase_if(notices_, [kind](const Notice& notice) { return notice.kind == kind; });
}

}  // namespace heatlab
