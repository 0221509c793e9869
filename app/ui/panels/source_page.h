#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// A source text with highlighting, to be read, searched and copied from, with its cursor,
/// selection and scroll position.
class SourcePage {
public:
    /// `id`: of its editor among those of the window.
    SourcePage(std::string id, std::string_view text);
    ~SourcePage();
    SourcePage(const SourcePage&) = delete;
    SourcePage& operator=(const SourcePage&) = delete;

    std::string_view text() const { return text_; }
    std::int64_t lines() const;
    /// Another text in the same place.
    void set_text(std::string_view text);
    /// Marks a line, counted from 1, and scrolls there; `words` are its tooltip.
    void mark_error(int line, const std::string& words);

    /// Into the current window. Says in InterfaceState::source_focused whether the keys belong to
    /// the text; Esc gives them back.
    void draw(const PanelContext& context, const ImRect& area, bool wrap);

    /// How often `wanted` stands in the text, whatever its case.
    std::int64_t occurrences(std::string_view wanted) const;
    void select_first(std::string_view wanted);
    void select_next(std::string_view wanted);
    void take_focus();

private:
    struct Editor;

    std::string id_;
    std::string text_;
    std::unique_ptr<Editor> editor_;
    bool focused_ = false;  ///< the text had the keys in the last frame
};

/// What stands round a source's text: its tools, the row in which something is looked for, a
/// caption. Keeps from frame to frame what was chosen there.
class SourceReader {
public:
    /// Find and wrap at the right of `row`; answers where they begin.
    float draw_tools(const Look& look, const ImRect& row);
    /// The page below what was drawn, to the edge of the sheet.
    void draw(const PanelContext& context, SourcePage& page, const std::string& caption,
              Rows& rows);

private:
    void draw_search(const Look& look, SourcePage& page, const ImRect& row);

    bool wrap_ = true;
    bool search_open_ = false;
    bool search_takes_focus_ = false;
    std::string wanted_;
};

}  // namespace heatlab::ui
