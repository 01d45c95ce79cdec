#!/usr/bin/env python3
"""Draws samples: windows around single columns of lines of text, and what stands in each. Usage: draw.py SEED LINES OUT.npz [held|alike]

`held` draws in the fonts that are not learned from, `alike` mostly what is nearly one shape in some of them, in small sizes. FONTCONFIG_FILE has to name the fonts that `fetch-fonts.sh` fetched; the lines of code are those of this repository, of Python's library, of
Perl's and of C headers of the system.
"""
import glob
import io
import pathlib
import random
import sys

import cairo
import gi
import numpy as np
from PIL import Image, ImageFilter

gi.require_version('Pango', '1.0')
gi.require_version('PangoCairo', '1.0')
from gi.repository import Pango, PangoCairo  # noqa: E402

seed, wanted, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
mode = sys.argv[4] if len(sys.argv) > 4 else ''
is_held, is_alike = mode == 'held', mode == 'alike'
rng, noise = random.Random(seed), np.random.RandomState(seed)

# As `windowSize` in cell-network.ts has it: pixels of a window, of a column, and above the row on which letters stand.
SIDE, PITCH, ABOVE = 30, 12.0, 21.6
KNOWN = ' ' + ''.join(chr(code) for code in range(33, 127))
OTHER, EMPTY_ZERO = len(KNOWN), len(KNOWN) + 1

HELD = ['JetBrains Mono', 'Liberation Mono', 'Noto Sans Mono', 'Nimbus Mono PS']
COMMON = (
    'DejaVu Sans Mono;Cascadia Code;Cascadia Mono;Fira Code;Fira Mono;Source Code Pro;Inconsolata;Ubuntu Mono;Roboto Mono;IBM Plex Mono;Hack;Go Mono;Iosevka;Noto Mono;Courier Prime;Geist Mono;'
    'Space Mono;PT Mono;Oxygen Mono;M PLUS 1 Code;Ubuntu Sans Mono;Intel One Mono;mononoki;Fantasque Sans Mono;Anonymous Pro;Monoid;CommitMono;Maple Mono;Monaspace Neon;Victor Mono;Tlwg Mono;'
    'Overpass Mono;Red Hat Mono;Courier Prime Code;Agave;Latin Modern Mono'
).split(';')
RARE = (
    'Azeret Mono;B612 Mono;Chivo Mono;Courier Prime Sans;Cutive Mono;D2Coding;D2Coding ligature;DM Mono;Hermit;IBM 3270;Kode Mono;League Mono;Lekton;M PLUS Code Latin;Martian Mono;NovaMono;'
    'Reddit Mono;Ricty Diminished;Ricty Diminished Discord;Share Tech Mono;Sometype Mono;Spline Sans Mono;VL Gothic;Xanh Mono;monofur;CMU Typewriter Text'
).split(';')
# Fonts of pixels, in the sizes that they have.
PIXELS = {'Terminus': [12, 14, 16, 18, 20, 22, 24], 'Spleen 12x24': [24], 'Spleen 8x16': [16], 'Spleen 16x32': [32]}

# What is no character of ASCII.
STRANGE = (
    'äöüßéèàçñáíóúâêîôûåøœæÄÖÜÉÀÇ«»“”‘’–—…·•°§±×÷→←↑↓⇒€£©®¶│─┌┐└┘├┤┬┴┼═║█▒░✓✗●○■□▶▲∞≠≤≥λπµΩσабвгдежзиклмнопрстуфхчшыьэюяβγδ¿¡ªº'
)
# What is mistaken for something else, and what ligatures are made of.
HARD = (
    '\'"\' \'\\\\\' """ \'\'\' || |= | ! != !== == === << >> >>= <<= ^ ~ =~ !~ ? ?. ?? ?: })); }) }); ${ }` ` 0 O 0O O0 O0Oo 0O0 100 OO Ok 0k NO N0 QO DO D0 C0 CO o0 0o l1I| i1l 1l1 I1l S5 8B Z2 .. ... '
    ';: ,. -- ++ -> => <- <= >= |> <| := += -= *= .= ..= ** #{ /> </ <!-- --> :: // /* */ \\n [] {} () && & $( @ # % __ _ www 0xFF rw- rwx drwxr-xr-x +++ --- @@ s; S; s++; C; c; cC oO sS vV wW xX zZ uU pP kK'
).split(' ')

code = []
root = pathlib.Path(__file__).resolve().parents[2]
for pattern in [f'{root}/src/**/*.ts', '/usr/lib/python3*/**/*.py', '/usr/share/perl/5*/**/*.pm', '/usr/include/*.h']:
    for file in sorted(glob.glob(pattern, recursive=True))[:400]:
        try:
            code += [line.replace('\t', '    ') for line in pathlib.Path(file).read_text('utf8').split('\n') if 8 < len(line) < 140]
        except UnicodeDecodeError:
            continue


# Of one shape, or nearly so, in one font or another.
ALIKE = (
    "1 l 11 ll 1l l1 I1 il i1 10.1.1.101 2026-11-11 limit v1 log1 |1 [1] (l) l-- all full 1l1 x1 llo s S c C o O 0 o0 css const sources success i++ s++; [i] -j4 ]; }; }) /v1/ _1 12.50 11:11"
).split(' ')


def some_text():
    if is_alike and rng.random() < 0.6:
        return ''.join(rng.choice(ALIKE) + rng.choice(['', '', ' ', '.', ',', ';', ' = ', '(']) for _ in range(16))
    kind = rng.random()
    if kind < 0.45:
        line = rng.choice(code)
        start = rng.randrange(0, max(1, len(line) - 60))
        return line[start : start + 60] if len(line) > 70 else line
    if kind < 0.7:
        return ''.join(rng.choice(KNOWN[1:]) if rng.random() < 0.85 else ' ' for _ in range(rng.randrange(20, 60)))
    if kind < 0.9:
        text = ''
        while len(text) < 50:
            text += rng.choice(HARD) + rng.choice(['', '', ' ', '  ', 'x', 'a1', '(', ')', ';', ',', '.'])
        return text
    if kind < 0.95:
        signs = [sign for sign in KNOWN[1:] if not sign.isalnum()]
        return ''.join(rng.choice(signs) if rng.random() < 0.8 else ' ' for _ in range(rng.randrange(4, 30)))
    return ''.join(rng.choice(STRANGE) if rng.random() < 0.15 else one for one in rng.choice(code)[:60])


fonts = PangoCairo.FontMap.new()
marks = {}


def described(family, size, is_bold, is_slanted):
    font = Pango.FontDescription(family)
    font.set_absolute_size(size * Pango.SCALE)
    if is_bold:
        font.set_weight(Pango.Weight.BOLD)
    if is_slanted:
        font.set_style(Pango.Style.ITALIC)
    return font


def laid_out(context, font, text):
    layout = Pango.Layout.new(context)
    layout.set_font_description(font)
    layout.set_text(text, -1)
    return layout


def pixels_of(surface):
    surface.flush()
    rows = np.ndarray((surface.get_height(), surface.get_stride() // 4, 4), np.uint8, surface.get_data())
    return rows[:, : surface.get_width(), :3].astype(np.float32).mean(2)


def blank(width, height):
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    return surface, context


def has_marked_zero(family, size, is_bold, is_slanted):
    """Whether there is a dot or a stroke within the zeros of a font."""
    is_pixels = family in PIXELS
    key = (family, is_bold, is_slanted, size if is_pixels else 0)
    if key not in marks:
        size = int(size) if is_pixels else 200
        surface, context = blank(size * 2, size * 2)
        context.set_source_rgb(0, 0, 0)
        context.move_to(size // 2, 10)
        PangoCairo.show_layout(context, laid_out(fonts.create_context(), described(family, size, is_bold, is_slanted), '0'))
        ink = 255 - pixels_of(surface)
        rows, columns = np.where(ink.max(1) > 100)[0], np.where(ink.max(0) > 100)[0]
        y, x, near = int(rows[0] + rows[-1]) // 2, int(columns[0] + columns[-1]) // 2, 1 if is_pixels else size // 40
        marks[key] = ink[y - near : y + near + 1, x - near : x + near + 1].mean() > 90
    return marks[key]


windows, labels = [], []


def some_size():
    if is_alike:
        return rng.choice([rng.uniform(10, 15), rng.uniform(11, 16), rng.uniform(13, 30)])
    return rng.choice([rng.uniform(10, 16), rng.uniform(11, 20), rng.uniform(20, 36)])


def draw_line():
    which = rng.random()
    family = rng.choice(HELD if is_held else COMMON if which < 0.8 else RARE if which < 0.95 else list(PIXELS))
    size = rng.choice(PIXELS[family]) if family in PIXELS else round(some_size() * 2) / 2
    texts = [some_text() for _ in range(3)]
    length, text = max(map(len, texts)), texts[1]
    style = (rng.random() < 0.18, rng.random() < 0.1)
    font = described(family, size, *style)
    context = fonts.create_context()
    options = cairo.FontOptions()
    options.set_hint_style(rng.choice([cairo.HintStyle.NONE, cairo.HintStyle.SLIGHT, cairo.HintStyle.MEDIUM, cairo.HintStyle.FULL]))
    options.set_antialias(rng.choice([cairo.Antialias.GRAY] * 4 + [cairo.Antialias.SUBPIXEL]))
    options.set_hint_metrics(rng.choice([cairo.HintMetrics.ON, cairo.HintMetrics.OFF]))
    PangoCairo.context_set_font_options(context, options)
    context.set_round_glyph_positions(rng.random() < 0.5)
    has_ligatures, is_coloured = rng.random() < 0.4, rng.random() < 0.7

    def coloured(text):
        layout = laid_out(context, font, text)
        attributes = Pango.AttrList.new()
        attributes.insert(Pango.AttrFontFeatures.new('calt 1, liga 1' if has_ligatures else 'calt 0, liga 0, clig 0, dlig 0'))
        places = offsets_of(text)
        at = 0
        while is_coloured and at < len(text):
            end = min(len(text), at + rng.randrange(1, 12))
            grey = int(rng.choice([0, rng.uniform(0, 0.3), rng.uniform(0, 0.6)]) * 65535)
            attribute = Pango.attr_foreground_new(grey, grey, grey)
            attribute.start_index, attribute.end_index = places[at], places[end]
            attributes.insert(attribute)
            at = end
        layout.set_attributes(attributes)
        return layout

    layouts = [coloured(one) for one in texts]
    pitch = laid_out(context, font, '0' * 40).get_size()[0] / 40 / Pango.SCALE
    if pitch < 4:
        return
    base, height = layouts[1].get_baseline() / Pango.SCALE, layouts[1].get_size()[1] / Pango.SCALE
    step = height * rng.uniform(0.95, 1.5)
    left, top = rng.uniform(2, 20) + 2 * pitch, round(3 * size)
    surface, drawing = blank(int(left + (length + 3) * pitch) + 4, int(top + height + 3 * size))
    if rng.random() < 0.08:  # the lines of an editor that show the indentation
        drawing.set_source_rgb(*[rng.uniform(0.75, 0.95)] * 3)
        drawing.set_line_width(1)
        for column in range(0, len(text) - len(text.lstrip()), rng.choice([2, 4])):
            drawing.move_to(int(left + column * pitch) + 0.5, 0)
            drawing.line_to(int(left + column * pitch) + 0.5, surface.get_height())
            drawing.stroke()
    if rng.random() < 0.1:  # a part that is selected
        drawing.set_source_rgb(*[rng.uniform(0.8, 0.97)] * 3)
        drawing.rectangle(left + rng.randrange(0, length) * pitch, top - 1, rng.randrange(1, 20) * pitch, height + 2)
        drawing.fill()
    drawing.set_source_rgb(0, 0, 0)
    for which, (layout, down) in enumerate(zip(layouts, (-step, 0, step))):
        if which != 1 and rng.random() < 0.3:
            continue
        drawing.move_to(left, top + down)
        PangoCairo.update_context(drawing, context)
        PangoCairo.show_layout(drawing, layout)
    grey = seen(pixels_of(surface))
    scale = rng.uniform(18, 25) / pitch
    picture = Image.fromarray(grey.clip(0, 255).astype(np.uint8))
    if rng.random() < 0.1:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 0.7)))
    width, high = round(picture.width * scale), round(picture.height * scale)
    shown = np.asarray(picture.resize((width, high), Image.LANCZOS)).astype(np.float32)
    if rng.random() < 0.1:
        shown = shown + noise.randn(*shown.shape) * rng.uniform(2, 10)
    x_scale, y_scale = width / picture.width, high / picture.height
    # Where the columns are told to be is not exact.
    down, along, wider = rng.uniform(-0.1, 0.1), rng.uniform(-0.07, 0.07), rng.uniform(0.985, 1.015)
    places = offsets_of(text)
    for at, character in enumerate(text):
        label = KNOWN.find(character)
        label = OTHER if label < 0 else label
        if character == '0' and not has_marked_zero(family, size, *style):
            label = EMPTY_ZERO
        if label == 0 and rng.random() < 0.75:
            continue
        place = layouts[1].index_to_pos(places[at])
        is_off = abs(place.x / Pango.SCALE - at * pitch) > 0.25 * pitch or abs(place.width / Pango.SCALE - pitch) > 0.3 * pitch
        if is_off and not (has_ligatures and character.isascii()):
            break
        middle = ((left + (at + 0.5 + along) * pitch) * x_scale, (top + base + down * pitch) * y_scale)
        windows.append(window(shown, middle, pitch * x_scale * wider / PITCH))
        labels.append(label)


def offsets_of(text):
    places = [0]
    for character in text:
        places.append(places[-1] + len(character.encode()))
    return places


def seen(grey):
    """As other systems draw, or as a picture that was saved with loss shows it."""
    if rng.random() < 0.6:
        grey = 255 * (1 - np.power(1 - grey / 255, rng.uniform(0.7, 1.5)))
    if rng.random() >= 0.1:
        return grey
    saved = io.BytesIO()
    Image.fromarray(grey.clip(0, 255).astype(np.uint8)).save(saved, 'JPEG', quality=rng.randrange(45, 92))
    return np.asarray(Image.open(saved)).astype(np.float32)


def window(picture, middle, scale):
    """Each pixel is the mean of four places, as `windowOf` in read-cells.ts has it."""
    x = middle[0] + ((np.arange(SIDE * 2) + 0.5) / 2 - SIDE / 2) * scale
    y = middle[1] + ((np.arange(SIDE * 2) + 0.5) / 2 - ABOVE) * scale
    x, y = np.clip(x - 0.5, 0, picture.shape[1] - 1.001), np.clip(y - 0.5, 0, picture.shape[0] - 1.001)
    left, top = x.astype(int), y.astype(int)
    right, below = (x - left)[None, :], (y - top)[:, None]
    upper = picture[np.ix_(top, left)] * (1 - right) + picture[np.ix_(top, left + 1)] * right
    lower = picture[np.ix_(top + 1, left)] * (1 - right) + picture[np.ix_(top + 1, left + 1)] * right
    mean = (upper * (1 - below) + lower * below).reshape(SIDE, 2, SIDE, 2).mean((1, 3))
    return mean.clip(0, 255).astype(np.uint8)


for _ in range(wanted):
    draw_line()
np.savez_compressed(out, windows=np.stack(windows), labels=np.array(labels, np.uint8))
print(out, len(labels))
