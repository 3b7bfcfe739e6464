"""Pictures of 1200 by 630 for link previews, drawn from words, names and cards that anybody may see. Knows no races."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from racing.card_words import SUIT_SIGNS

SIZE = (1200, 630)
# Drawn at twice the size: Pillow's shapes have hard edges.
SCALE = 2
FONTS = Path(__file__).parent / "fonts"

PAPER, INK, RED = "#fffdf7", "#1d2733", "#c4162e"
FELT_TOP, FELT_BOTTOM = (43, 122, 102), (20, 66, 54)
WHITE, SOFT, GOLD = "#ffffff", "#cfe4da", "#ffd76a"
BACK, BACK_FIGURE = "#28527a", "#6f9cc4"
LEFT, RIGHT = 64, 1136


@dataclass(frozen=True)
class Poster:
    """What a picture says: a heading, a line under it, rows (a name, what it came to), cards."""

    heading: str
    line: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()
    """Cards in piles, bottom first; when there are none, a fan of backs is shown."""
    foot: str = "Patience Racing"


@lru_cache(maxsize=128)
def png(poster: Poster) -> bytes:
    """Return the picture as a PNG file."""
    image = _felt()
    draw = ImageDraw.Draw(image)
    if poster.rows:
        _fan(image, (1016, 142), 128, ("KS", "QH", "JC"))
        _rows(draw, poster.rows)
    elif poster.piles:
        _layout(draw, poster.piles)
    else:
        _fan(image, (870, 320), 240, ("", "", "", "", "AH"))
    width = 800 if poster.rows else RIGHT - LEFT if poster.piles else 540
    lines = 3 if width == 540 else 1
    bottom = _text(draw, poster.heading, (LEFT, 56), width, 62, bold=True, lines=lines)
    _text(draw, poster.line, (LEFT, bottom + 8), width, 32, fill=SOFT, lines=lines)
    _brand(image, draw, poster.foot)
    out = BytesIO()
    image.reduce(SCALE).save(out, "PNG")
    return out.getvalue()


def _felt() -> Image.Image:
    width, height = SIZE[0] * SCALE, SIZE[1] * SCALE
    column = Image.new("RGB", (1, 64))
    for y in range(64):
        mixed = [
            round(top + (bottom - top) * y / 63) for top, bottom in zip(FELT_TOP, FELT_BOTTOM, strict=True)
        ]
        column.putpixel((0, y), (mixed[0], mixed[1], mixed[2]))
    return column.resize((width, height), Image.Resampling.BICUBIC)


def drawn(name: str) -> str:
    """Return a name as a picture can show it, or "" when it has letters that the pictures' font has not.

    >>> drawn("Ana"), drawn("李四")
    ('Ana', '')
    """
    if any(character.isalnum() and not _is_drawn(character) for character in name):
        return ""
    return " ".join("".join(one for one in name if one == " " or _is_drawn(one)).split())


@lru_cache(maxsize=4096)
def _is_drawn(character: str) -> bool:
    # What the font has not is drawn as nothing.
    return _font(20, False).getmask(character).getbbox() is not None


@lru_cache
def _font(size: float, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / ("bold.ttf" if bold else "text.ttf"), size * SCALE)


def _text(
    draw: ImageDraw.ImageDraw,
    text: str,
    at: tuple[float, float],
    width: float,
    size: float,
    *,
    bold: bool = False,
    fill: str = WHITE,
    lines: int = 1,
) -> float:
    """Write a text into a width, smaller when a word or all of it is too long; return where the next line begins."""
    while size > 18 and len(_wrapped(text, _font(size, bold), width)) > lines:
        size -= 2
    font = _font(size, bold)
    x, y = at
    for line in _wrapped(text, font, width)[:lines]:
        draw.text((x * SCALE, y * SCALE), _cut(line, font, width), fill=fill, font=font)
        y += size * 1.22
    return y


def _wrapped(text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= width * SCALE:
            lines[-1] = longer
        else:
            lines.append(word)
    # A word that is too long alone counts as one line more, so that it is set smaller.
    return lines + [""] * any(font.getlength(line) > width * SCALE for line in lines)


def _cut(text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
    while text and font.getlength(text) > width * SCALE:
        text = text.rstrip("…")[:-1] + "…" if len(text) > 1 else ""
    return text


def _rows(draw: ImageDraw.ImageDraw, rows: Sequence[tuple[str, str]]) -> None:
    y = 250.0
    for number, (name, said) in enumerate(rows[:4]):
        size = 40 if number == 0 else 32
        font = _font(size * 0.8, False)
        room = font.getlength(said) / SCALE
        fill = GOLD if number == 0 else WHITE
        _text(draw, name, (LEFT, y), RIGHT - LEFT - room - 40, size, bold=True, fill=fill)
        end = (RIGHT * SCALE - font.getlength(said), (y + size * 0.16) * SCALE)
        draw.text(end, said, fill=SOFT, font=font)
        y += size * 1.5
        draw.line(
            [(LEFT * SCALE, (y - 6) * SCALE), (RIGHT * SCALE, (y - 6) * SCALE)], fill="#ffffff30", width=SCALE
        )


def _layout(draw: ImageDraw.ImageDraw, piles: Sequence[Sequence[str]]) -> None:
    """Lay the piles side by side, as large as they fit under the heading."""
    height = 330
    deepest = max(2, *(len(pile) for pile in piles))
    width = min(110, (RIGHT - LEFT) / len(piles) * 0.9, height / (1.4 + 0.38 * (deepest - 1)))
    step = min(0.42 * width, (height - 1.4 * width) / (deepest - 1))
    across = (RIGHT - LEFT - len(piles) * width) / max(1, len(piles) - 1)
    for number, pile in enumerate(piles):
        for depth, card in enumerate(pile):
            _card(draw, (LEFT + number * (width + across), 196 + depth * step), width, card)


def _fan(image: Image.Image, middle: tuple[float, float], width: float, cards: Iterable[str]) -> None:
    held = list(cards)
    for number, card in enumerate(held):
        turn = (number - (len(held) - 1) / 2) * 13
        side = round(width * 2.2 * SCALE)
        layer = Image.new("RGBA", (side, side))
        _card(
            ImageDraw.Draw(layer), (side / SCALE / 2 - width / 2, side / SCALE / 2 - width * 0.7), width, card
        )
        layer = layer.rotate(-turn, Image.Resampling.BICUBIC)
        x = middle[0] + (number - (len(held) - 1) / 2) * width * 0.32
        y = middle[1] + abs(turn) * width * 0.004
        image.paste(layer, (round(x * SCALE - side / 2), round(y * SCALE - side / 2)), layer)


def _card(draw: ImageDraw.ImageDraw, at: tuple[float, float], width: float, card: str) -> None:
    x, y = at[0] * SCALE, at[1] * SCALE
    wide, high, radius = width * SCALE, width * 1.4 * SCALE, width * 0.08 * SCALE
    draw.rounded_rectangle([x, y, x + wide, y + high], radius, fill=PAPER, outline="#9aa39f", width=SCALE)
    if card in ("", "##"):
        edge = wide * 0.07
        draw.rounded_rectangle(
            [x + edge, y + edge, x + wide - edge, y + high - edge], radius * 0.7, fill=BACK
        )
        step, dot = wide * 0.13, wide * 0.032
        for row in range(int((high - 3 * edge) / step)):
            for column in range(int((wide - 3 * edge) / step)):
                cx, cy = x + 2.2 * edge + column * step, y + 2.2 * edge + row * step
                draw.polygon(
                    [(cx, cy - dot), (cx + dot, cy), (cx, cy + dot), (cx - dot, cy)], fill=BACK_FIGURE
                )
        return
    colour = RED if card[1] in "HD" else INK
    sign, index = SUIT_SIGNS[card[1]], "10" if card[0] == "T" else card[0]
    draw.text((x + wide * 0.07, y + wide * 0.02), index, fill=colour, font=_font(width * 0.36, True))
    draw.text(
        (x + wide * 0.94, y + wide * 0.03), sign, fill=colour, font=_font(width * 0.34, False), anchor="ra"
    )
    draw.text(
        (x + wide / 2, y + high * 0.66), sign, fill=colour, font=_font(width * 0.72, False), anchor="mm"
    )


def _brand(image: Image.Image, draw: ImageDraw.ImageDraw, foot: str) -> None:
    _fan(image, (LEFT + 22, 571), 34, ("", "AH"))
    draw.text(((LEFT + 64) * SCALE, 571 * SCALE), foot, fill=WHITE, font=_font(28, True), anchor="lm")
