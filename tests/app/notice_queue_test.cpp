#include "app/notice_queue.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

Notice notice(Notice::Kind kind, const char* title) {
    Notice n;
    n.kind = kind;
    n.title = title;
    return n;
}

TEST(NoticeQueue, ShowsOneAtATimeInOrder) {
    NoticeQueue queue;
    EXPECT_EQ(queue.current(), nullptr);
    queue.push(notice(Notice::Kind::fallback, "first"));
    queue.push(notice(Notice::Kind::not_finite, "second"));
    EXPECT_EQ(queue.current()->title, "first");
    queue.dismiss(queue.current()->id);
    EXPECT_EQ(queue.current()->title, "second");
    queue.dismiss(12345);
    EXPECT_EQ(queue.current()->title, "second");
    queue.remove(Notice::Kind::not_finite);
    EXPECT_EQ(queue.current(), nullptr);
}

TEST(NoticeQueue, TheNewestRefusalGoesFirst) {
    NoticeQueue queue;
    queue.push(notice(Notice::Kind::fallback, "waits"));
    queue.push(notice(Notice::Kind::refused, "one"));
    const std::uint64_t id = queue.current()->id;
    queue.push(notice(Notice::Kind::refused, "two"));
    EXPECT_EQ(queue.current()->title, "two");
    EXPECT_NE(queue.current()->id, id);
    queue.dismiss(queue.current()->id);
    EXPECT_EQ(queue.current()->title, "waits");
}

TEST(NoticeQueue, WhatWasDoneAnswersLikeARefusal) {
    NoticeQueue queue;
    queue.push(notice(Notice::Kind::fallback, "waits"));
    queue.push(notice(Notice::Kind::refused, "one"));
    queue.push(notice(Notice::Kind::done, "two"));
    EXPECT_EQ(queue.current()->title, "two");
    queue.remove_answers();
    EXPECT_EQ(queue.current()->title, "waits");
}

}  // namespace
}  // namespace heatlab
