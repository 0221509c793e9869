#pragma once

#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// A card in the middle of the window, over everything, which is dimmed. It closes with Esc, its
/// cross, or a click outside. Drawn between construction and destruction.
class OverlayCard {
public:
    /// `name`: of its window. `width` and `content_height`: framebuffer pixels, as far as the
    /// window has room; what is higher scrolls.
    OverlayCard(const Look& look, const char* name, std::string_view title, float width,
                float content_height);
    ~OverlayCard();
    OverlayCard(const OverlayCard&) = delete;
    OverlayCard& operator=(const OverlayCard&) = delete;

    /// The part below the title, from the cursor on. Draw only where it returns true; call
    /// end_content in any case.
    bool begin_content();
    static void end_content();
    float content_width() const;
    bool closed() const { return closed_; }

private:
    const Look& look_;
    ImRect card_;
    bool closed_ = false;
};

/// How wide such a card becomes: as asked, as far as the window has room.
float overlay_card_width(const Look& look, float wanted);

}  // namespace heatlab::ui
