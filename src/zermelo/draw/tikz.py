"""A drawing as TikZ, for papers and lecture notes: `\\input` it after `\\usepackage{tikz}`.

The input is SVG as in Zermelo's drawings: CSS rules for classes, translate and scale, paths,
circles, rectangles and texts. Coordinates are absolute, so the output needs no TikZ libraries.
"""

import math
import re
from cmath import phase, rect
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self
from xml.etree import ElementTree

Piece = tuple[str, list[complex]]  # "M" and "L" have one point x + yj, "C" three, "Z" none

TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}  # argument counts
POINTS: Final = 0.75  # big points (bp) per unit of the drawing
NAMESPACE: Final = "{http://www.w3.org/2000/svg}"
DARK: Final = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}")
RULE: Final = re.compile(r"([^{}]+)\{([^}]*)\}")
STEP: Final = re.compile(r"(translate|scale)\(([-\d.]+)[ ,]*([-\d.]+)?\)")
ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}
INHERITED: Final[tuple[str, ...]] = ("text-anchor", "font-size", "font-weight")
TEX: Final = str.maketrans(
    {c: f"\\{c}" for c in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"▲": r"$\bigtriangleup$", "▼": r"$\bigtriangledown$", "≥": r"$\ge$", "≤": r"$\le$"}
    | {"α": r"$\alpha$", "β": r"$\beta$", "∞": r"$\infty$", "−": "$-$", "×": r"$\times$"}
    | {"…": r"\dots{}", "✂": r"$\times$", "✓": r"$\surd$"}
    | {"↺": r"$\hookleftarrow$", "↻": r"$\hookrightarrow$", "µ": r"$\mu$"}
    | {"\ufe0e": "", "·": r"$\cdot$", "→": r"$\to$"}
    | {"●": r"$\bullet$", "○": r"$\circ$", "–": "--", "’": "'", "“": "``", "”": "''"}
)  # fmt: skip


def outline(data: str) -> Iterator[Piece]:
    """Split a path's data into pieces with absolute points; arcs become cubic curves.

    >>> list(outline("M1 2h3v-2z"))
    [('M', [(1+2j)]), ('L', [(4+2j)]), ('L', [(4+0j)]), ('Z', [])]
    """
    at = first = 0j
    for letter, numbers in _commands(data):
        kind = letter.upper()
        base = at if letter.islower() else 0j
        if kind == "Z":
            at = first
            yield "Z", []
        elif kind == "A":
            end = base + complex(*numbers[5:])
            yield from _arc(at, end, numbers[0], large=bool(numbers[3]), sweep=bool(numbers[4]))
            at = end
        elif kind in "HV":
            (to,) = numbers
            at = (
                complex(base.real + to, at.imag)
                if kind == "H"
                else complex(at.real, base.imag + to)
            )
            yield "L", [at]
        else:
            points = [base + complex(*xy) for xy in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "Q":
                control, end = points
                points = [*(a + 2 / 3 * (control - a) for a in (at, end)), end]
            at = points[-1]
            first = at if kind == "M" else first
            yield "C" if kind == "Q" else kind, points


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; numbers without a letter repeat the previous command."""
    tokens, letter = TOKEN.findall(data), "M"
    while tokens:
        if tokens[0].isalpha():
            letter = tokens.pop(0)
        count = TAKES[letter.upper()]
        yield letter, [float(token) for token in tokens[:count]]
        del tokens[:count]
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arc(
    start: complex, end: complex, radius: float, *, large: bool, sweep: bool
) -> Iterator[Piece]:
    """Yield cubic curves for an arc of a circle, each for at most a quarter of the circle."""
    chord = end - start
    if chord == 0:
        return
    radius = max(radius, abs(chord) / 2)
    off = math.sqrt(max(0.0, radius**2 - (abs(chord) / 2) ** 2)) * (-1 if large == sweep else 1)
    centre = (start + end) / 2 + off * 1j * chord / abs(chord)
    angle = phase(start - centre)
    turn = (phase(end - centre) - angle) % math.tau - (0 if sweep else math.tau)
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / parts
    ahead = complex(1, 4 / 3 * math.tan(step / 4))  # along the tangent to a control point
    for part in range(parts):
        here, there = (rect(radius, angle + (part + each) * step) for each in (0, 1))
        controls = here * ahead, there * ahead.conjugate()
        yield "C", [centre + point for point in (*controls, there)]


class _Rule(NamedTuple):
    """A style for elements with this tag and these classes, inside elements of classes `above`."""

    above: frozenset[str]
    tag: str
    classes: frozenset[str]
    properties: dict[str, str]


@dataclass(frozen=True)
class _Place:
    """An element's scale, shift and inherited style, and its own and its ancestors' classes."""

    scale: float = 1.0
    shift: complex = 0j
    style: dict[str, str] = field(default_factory=dict)
    above: frozenset[str] = frozenset()

    def transform(self, transform: str) -> Self:
        """The place after the transformations in an SVG attribute."""
        place = self
        for kind, first, second in STEP.findall(transform):
            if kind == "scale":
                place = replace(place, scale=place.scale * float(first))
            else:
                way = complex(float(first), float(second or 0))
                place = replace(place, shift=place.shift + place.scale * way)
        return place

    def point(self, point: complex) -> str:
        """A point of the element in TikZ's notation, in the drawing's coordinates."""
        at = self.shift + self.scale * point
        return f"({round(at.real, 3):.6g},{round(at.imag, 3):.6g})"


def tikz(svg: str) -> str:
    """Convert a drawing of Zermelo to a TikZ picture of the same size, in light colours. `svg` must
    be free of custom properties, see `zermelo.draw.svg.without_properties`.
    """
    root = ElementTree.fromstring(svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    title = next((each.text for each in root.iter(f"{NAMESPACE}title")), "") or ""
    drawn = _lines(root, _Place(), _rules(root), (width, height))
    lines = "\n".join(f"  {line};" for line in drawn)
    return (
        f"% {title}\n% needs \\usepackage{{tikz}}\n"
        f"\\begin{{tikzpicture}}[x={POINTS}bp,y=-{POINTS}bp,inner sep=0pt]\n{lines}\n"
        "\\end{tikzpicture}\n"
    )


def _rules(root: ElementTree.Element) -> list[_Rule]:
    """The rules of all style sheets in ascending precedence, without those for dark themes."""
    text = "".join(style.text or "" for style in root.iter(f"{NAMESPACE}style"))
    rules = []
    for selectors, body in RULE.findall(DARK.sub("", text)):
        properties = dict(re.findall(r"([\w-]+):([^;]+)", body))
        for selector in selectors.split(","):
            *above, last = selector.split() or [""]
            tag, *classes = last.split(".")
            over = frozenset(name for each in above for name in each.split(".")[1:])
            rules.append(_Rule(over, tag, frozenset(classes), properties))
    return sorted(rules, key=lambda rule: (len(rule.above) + len(rule.classes), bool(rule.tag)))


def _lines(
    element: ElementTree.Element, place: _Place, rules: list[_Rule], size: tuple[float, float]
) -> Iterator[str]:
    tag, given = element.tag.removeprefix(NAMESPACE), element.attrib
    place = place.transform(given.get("transform", ""))
    classes = set(given.get("class", "").split())
    style = place.style | {name: given[name] for name in ("fill", *INHERITED) if name in given}
    for rule in rules:
        if rule.tag in ("", tag) and rule.classes <= classes and rule.above <= place.above:
            style |= rule.properties
    kept = {name: style[name] for name in INHERITED if name in style}
    place = replace(place, style=kept, above=place.above | classes)
    if tag == "text":
        yield from _text(element, place, style)
    elif tag in ("path", "circle", "rect") and (look := _look(style, place.scale)):
        yield f"\\path[{look}] {_shape(tag, given, place, size)}"
    for below in element:
        yield from _lines(below, place, rules, size)


def _look(style: dict[str, str], scale: float) -> str:
    """The options of a path; "" for an invisible one."""
    look = []
    for name, option in (("fill", "fill"), ("stroke", "draw")):
        colour = style.get(name, "black" if name == "fill" else "none").strip()
        if colour != "none":
            look.append(f"{option}={_colour(colour)}")
            if opacity := style.get(f"{name}-opacity"):
                look.append(f"{option} opacity={float(opacity):g}")
    if any(each.startswith("draw=") for each in look):
        unit = POINTS * scale
        look.append(f"line width={float(style.get('stroke-width', '1')) * unit:.3g}bp")
        look += [f"line {name}=round" for name in ("cap", "join") if f"stroke-line{name}" in style]
        if dashes := style.get("stroke-dasharray"):
            on, off = (f"{float(each) * unit:.3g}bp" for each in dashes.split())
            look.append(f"dash pattern=on {on} off {off}")
    return ",".join(look)


def _colour(text: str) -> str:
    if not text.startswith("#"):
        return text
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    red, green, blue = bytes.fromhex(digits)
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _shape(tag: str, given: dict[str, str], place: _Place, size: tuple[float, float]) -> str:
    if tag == "path":
        parts = []
        for kind, points in outline(given["d"]):
            at = [place.point(point) for point in points]
            if kind == "C":
                parts.append(f".. controls {at[0]} and {at[1]} .. {at[2]}")
            else:
                parts.append({"M": "", "L": "-- ", "Z": "-- cycle"}[kind] + "".join(at))
        return " ".join(parts)
    if tag == "circle":
        centre = place.point(complex(float(given["cx"]), float(given["cy"])))
        return f"{centre} circle[radius={float(given['r']) * place.scale * POINTS:.6g}bp]"
    corner = complex(float(given.get("x", 0)), float(given.get("y", 0)))
    width, height = (
        whole if given[name] == "100%" else float(given[name])
        for name, whole in zip(("width", "height"), size, strict=True)
    )
    opposite = place.point(corner + complex(width, height))
    rounded = float(given.get("rx", 0)) * place.scale * POINTS
    corners = f"[rounded corners={rounded:.4g}bp] " if rounded else ""
    return f"{corners}{place.point(corner)} rectangle {opposite}"


def _text(element: ElementTree.Element, place: _Place, style: dict[str, str]) -> Iterator[str]:
    said = "".join(element.itertext()).strip()
    if not said:
        return
    given = element.attrib
    height = float(style.get("font-size", "16px").removesuffix("px"))
    down = float(given.get("dy", "0em").removesuffix("em")) * height
    at = place.point(complex(float(given.get("x", 0)), float(given.get("y", 0)) + down))
    size = height * place.scale * POINTS
    bold = r"\bfseries" if int(style.get("font-weight", "400")) >= 600 else ""
    yield (
        f"\\node[anchor={ANCHORS[style.get('text-anchor', 'start').strip()]},"
        f"text={_colour(style.get('fill', 'black').strip())},"
        f"font=\\sffamily{bold}\\fontsize{{{size:.3g}bp}}{{{1.2 * size:.3g}bp}}\\selectfont] "
        f"at {at} {{{said.translate(TEX)}}}"
    )
