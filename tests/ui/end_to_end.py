"""The real program in a real window, under Xvfb, driven by xdotool: start, drag r past 1/4, see the
badge and the field change, switch the kernel, take a screenshot, quit.

    end_to_end.py HEATLAB SCREENSHOT.ppm

Exit code 77 where Xvfb or xdotool is missing. What the program says of itself is read from the
window's title; what it shows, from the pixels of the screen.
"""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WIDTH, HEIGHT = 1920, 1080
PATIENCE = 60  # seconds, for a machine that is busy with other tests
# Colours of the dark theme by which controls are found on the screen.
STABLE_BAND = (0x45, 0xC4, 0xA0)
SELECTED_ROW = (0x1D, 0x2F, 0x4D)
UNSTABLE = (0xF0, 0x71, 0x3A)
ACCENT = (0x78, 0xAE, 0xFF)
SWITCH_OFF = (0x3D, 0x46, 0x53)
CONTROL = (0x26, 0x2B, 0x34)
ROW_PITCH = 24  # of the kernel list
PRESET_PITCH = 28  # of the list of experiments
BUTTON_GAP = 8


class Screen:
    """What Xvfb shows, read from its framebuffer file (XWD, 32 bits a pixel)."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        header = struct.unpack(">25I", data[:100])
        header_size, bytes_per_line, colours = header[0], header[12], header[19]
        self.width, self.height = header[4], header[5]
        assert header[11] == 32, "bits per pixel"
        begin = header_size + colours * 12
        self.rows = [
            data[begin + y * bytes_per_line : begin + y * bytes_per_line + 4 * self.width]
            for y in range(self.height)
        ]

    def pixel(self, x, y):
        blue, green, red = self.rows[y][4 * x : 4 * x + 3]
        return red, green, blue

    def longest_run(self, colour, columns, rows):
        """The longest horizontal run of a colour: (x, y, length)."""
        wanted = bytes((colour[2], colour[1], colour[0]))
        best = (0, 0, 0)
        for y in rows:
            row = self.rows[y]
            length = 0
            for x in columns:
                length = length + 1 if row[4 * x : 4 * x + 3] == wanted else 0
                if length > best[2]:
                    best = (x - length + 1, y, length)
        return best

    def count(self, colour, columns, rows):
        wanted = bytes((colour[2], colour[1], colour[0]))
        return sum(self.rows[y][4 * x : 4 * x + 3] == wanted for y in rows for x in columns)

    def difference(self, other, columns, rows):
        """Part of the pixels that differ clearly."""
        total = changed = 0
        for y in rows:
            for x in columns:
                total += 1
                a, b = self.pixel(x, y), other.pixel(x, y)
                changed += max(abs(p - q) for p, q in zip(a, b)) > 24
        return changed / total

    def write_ppm(self, path):
        pixels = bytearray()
        for row in self.rows:
            for x in range(self.width):
                pixels += bytes((row[4 * x + 2], row[4 * x + 1], row[4 * x]))
        Path(path).write_bytes(b"P6\n%d %d\n255\n" % (self.width, self.height) + bytes(pixels))


def fail(message):
    raise SystemExit(f"end_to_end: {message}")


class Desktop:
    """Xvfb on a display number of its own, gone at the end."""

    def __init__(self, folder):
        read_end, write_end = os.pipe()
        self.framebuffer = folder / "Xvfb_screen0"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{WIDTH}x{HEIGHT}x24",
             "-fbdir", str(folder), "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        if not number:
            fail("Xvfb does not start")
        self.environment = dict(os.environ, DISPLAY=f":{number}",
                                XDG_CONFIG_HOME=str(folder / "config"),
                                XDG_RUNTIME_DIR=str(folder))
        self.environment.pop("WAYLAND_DISPLAY", None)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment,
                              capture_output=True, text=True, check=False, timeout=PATIENCE).stdout

    def screen(self):
        return Screen(self.framebuffer)

    def close(self):
        self.server.terminate()
        self.server.wait()


class Program:
    def __init__(self, desktop, binary, *arguments):
        self.desktop = desktop
        self.process = subprocess.Popen(
            [binary, "--backend", "cpu", "--grid", "256x128", "--size", f"{WIDTH}x{HEIGHT}",
             *arguments], env=desktop.environment)

    def title(self):
        return self.desktop.xdotool("search", "--onlyvisible", "--name", "^heatlab",
                                    "getwindowname").strip()

    def wait_for(self, what, found):
        """Polls until found(title) is true; returns its answer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                fail(f"the program ended with {self.process.returncode} while waiting for {what}")
            title = self.title()
            answer = found(title)
            if answer:
                return answer
            time.sleep(0.1)
        return fail(f"waited {PATIENCE} s for {what}; the title is {title!r}")

    def wait_for_step(self, least):
        def reached(title):
            step = step_of(title)
            return step is not None and step >= least and step
        return self.wait_for(f"step {least}", reached)

    def exit_code(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return fail("the program does not end")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def step_of(title):
    match = re.search(r"step (\d+)", title)
    return int(match.group(1)) if match else None


def ratio_of(title):
    match = re.search(r"r = ([0-9.]+)", title)
    return float(match.group(1)) if match else None


def drag(desktop, x0, y0, x1, y1):
    desktop.xdotool("mousemove", x0, y0, "sleep", 0.3, "mousedown", 1, "sleep", 0.3)
    for i in range(1, 9):
        desktop.xdotool("mousemove", x0 + (x1 - x0) * i // 8, y0 + (y1 - y0) * i // 8, "sleep", 0.1)
    desktop.xdotool("sleep", 0.3, "mouseup", 1)


RIGHT_COLUMN = range(1508, WIDTH)
FIELD_COLUMNS = range(200, 1300, 7)
FIELD_ROWS = range(200, 700, 7)
# The sheets below the field: Growth at the left, Spectrum right of the middle.
BELOW_ROWS = range(870, 1040)
GROWTH_COLUMNS = range(12, 405)
SPECTRUM_COLUMNS = range(740, 1115)


def play_through(desktop, binary, screenshot):
    program = Program(desktop, binary)
    try:
        title = program.wait_for("the window", lambda t: "step 0" in t and t)
        assert "Stable" in title and "tiled" in title, title
        time.sleep(1)
        at_start = desktop.screen()

        desktop.xdotool("mousemove", 700, 900, "key", "space")
        program.wait_for_step(40)
        # Paused: past 1/4 a fast machine takes the field out of float's range before the title is read.
        desktop.xdotool("key", "space", "sleep", 0.5)

        # The slider: its stable band begins at r = 0 and ends at 1/8; the knob stands at 0.2.
        x, y, length = desktop.screen().longest_run(STABLE_BAND, RIGHT_COLUMN, range(200, 420))
        assert length > 20, "the slider was not found"
        eighth = length + 1
        drag(desktop, x + round(1.6 * eighth), y, x + round(2.5 * eighth), y)
        title = program.wait_for("an unstable badge", lambda t: "Unstable" in t and t)
        assert 0.25 < ratio_of(title) < 0.45, title
        step = step_of(title)
        desktop.xdotool("mousemove", 700, 900, "key", "space")
        program.wait_for("the checkerboard to take over",
                         lambda t: "Not finite" in t or (step_of(t) or 0) > step + 200)
        time.sleep(1)
        unstable = desktop.screen()
        changed = at_start.difference(unstable, FIELD_COLUMNS, FIELD_ROWS)
        assert changed > 0.2, f"only {changed:.0%} of the field changed"

        # Back to where it is stable by starting again; then another kernel goes on from there.
        desktop.xdotool("key", "r", "sleep", 0.5)
        drag(desktop, x + round(2.5 * eighth), y, x + round(1.2 * eighth), y)
        program.wait_for("a stable badge", lambda t: "Stable" in t and step_of(t) == 0)
        desktop.xdotool("mousemove", 700, 900, "key", "s", "sleep", 0.2, "key", "s")
        step = program.wait_for_step(2)
        row_x, row_y, length = desktop.screen().longest_run(SELECTED_ROW, RIGHT_COLUMN,
                                                            range(660, 1040))
        assert length > 100, "the row of the kernel was not found"
        desktop.xdotool("mousemove", row_x + 40, row_y + 12 - ROW_PITCH, "sleep", 0.3, "click", 1)
        title = program.wait_for("the other kernel", lambda t: "global" in t and t)
        assert step_of(title) == step, f"switching moved the step: {title}"

        time.sleep(1)
        desktop.screen().write_ppm(screenshot)
        desktop.xdotool("mousemove", 700, 900, "key", "ctrl+q")
        code = program.exit_code()
        assert code == 0, f"Ctrl+Q ended the program with {code}"
    finally:
        program.close()


def sees_growth_and_waves(desktop, binary):
    """Past 1/4 the growth sheet draws its curve, and the spectrum is switched on beside its map."""
    program = Program(desktop, binary, "--r", "0.26", "--init", "checkerboard")
    try:
        program.wait_for("the window", lambda t: "Unstable" in t and "step 0" in t and t)
        time.sleep(1)
        before = desktop.screen().count(UNSTABLE, GROWTH_COLUMNS, BELOW_ROWS)
        desktop.xdotool("mousemove", 700, 850, "key", "n")
        program.wait_for_step(100)
        time.sleep(1)
        screen = desktop.screen()
        curve = screen.count(UNSTABLE, GROWTH_COLUMNS, BELOW_ROWS)
        assert curve > before + 200, f"no curve of growth: {curve} pixels, {before} before"

        x, y, length = screen.longest_run(SWITCH_OFF, SPECTRUM_COLUMNS, BELOW_ROWS)
        assert length > 8, "the switch of the live waves was not found"
        on_before = screen.count(ACCENT, SPECTRUM_COLUMNS, BELOW_ROWS)
        desktop.xdotool("mousemove", x + length // 2, y, "sleep", 0.3, "click", 1)
        desktop.xdotool("sleep", 1, "mousemove", 700, 850, "sleep", 0.5)
        on = desktop.screen().count(ACCENT, SPECTRUM_COLUMNS, BELOW_ROWS)
        assert on > on_before + 200, "the live waves were not switched on"
        program.process.send_signal(signal.SIGTERM)
        assert program.exit_code() == 0
    finally:
        program.close()


def chooses_a_preset(desktop, binary):
    """A preset on the command line that runs starts by itself; another is chosen with the mouse."""
    names = [row["name"] for row in json.loads(subprocess.run(
        [binary, "list", "presets", "--json", "-"], capture_output=True, check=True).stdout)]
    program = Program(desktop, binary, "--preset", "regain-control")
    try:
        program.wait_for_step(2)
        desktop.xdotool("mousemove", 700, 900, "key", "space")
        title = program.wait_for("the preset", lambda t: "Regain control" in t and t)
        assert ratio_of(title) == 0.28 and "256x128" in title, title

        # The list opens with the run's own preset, whose row is tinted.
        list_columns, list_rows = range(130, 470), range(50, 600)
        text_columns, text_rows = range(470, 830), range(70, 200)
        desktop.xdotool("mousemove", 165, 25, "sleep", 0.3, "click", 1, "sleep", 1)
        opened = desktop.screen()
        x, y, length = opened.longest_run(SELECTED_ROW, list_columns, list_rows)
        assert length > 100, "the list of experiments was not found"
        wanted = names.index("edge-of-stability") - names.index("regain-control")
        desktop.xdotool("mousemove", x + 60, y + PRESET_PITCH // 2 + wanted * PRESET_PITCH,
                        "sleep", 0.3, "click", 1, "sleep", 1)
        told = desktop.screen()
        changed = opened.difference(told, text_columns, text_rows)
        assert changed > 0.02, f"only {changed:.1%} of the text changed"
        assert ratio_of(program.title()) == 0.28, "looking at a preset has loaded it"

        # Its three runs as buttons of one width; the third is 0.26.
        x, y, length = told.longest_run(CONTROL, text_columns, range(90, 400))
        assert length > 40, "the buttons of its runs were not found"
        desktop.xdotool("mousemove", x + length // 2 + 2 * (length + BUTTON_GAP), y + 8,
                        "sleep", 0.3, "click", 1)
        title = program.wait_for("the chosen run", lambda t: "The edge of stability, 0.26" in t and t)
        assert ratio_of(title) == 0.26 and step_of(title) == 0, title
        assert "Unstable" in title and "on 256x256" in title, title
        program.process.send_signal(signal.SIGTERM)
        assert program.exit_code() == 0
    finally:
        program.close()


def ends_on_sigterm(desktop, binary):
    program = Program(desktop, binary, "--r", "0.3")
    try:
        title = program.wait_for("the window", lambda t: "step" in t and t)
        assert "Unstable" in title, title
        time.sleep(1)
        assert desktop.screen().count(UNSTABLE, RIGHT_COLUMN, range(60, 260)) > 100, \
            "the badge does not show its colour"
        program.process.send_signal(signal.SIGTERM)
        code = program.exit_code()
        assert code == 0, f"SIGTERM ended the program with {code}"
    finally:
        program.close()


def main():
    binary, screenshot = sys.argv[1:3]
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            print(f"end_to_end: skipped, {tool} is not installed")
            return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desktop = Desktop(folder)
        try:
            play_through(desktop, binary, screenshot)
            assert (folder / "config/heatlab/preferences.json").is_file(), "no preferences written"
            sees_growth_and_waves(desktop, binary)
            chooses_a_preset(desktop, binary)
            ends_on_sigterm(desktop, binary)
        finally:
            desktop.close()
    print("end_to_end: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
