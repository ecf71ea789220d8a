// @ts-check
/* Drags on the board: of pieces, and of arrows from point to point.

   People draw arrows from point to point, and rings round points, by dragging with the right mouse button or, while
   drawing is switched on, by two clicks or by pressing Enter twice, so that touch and keyboard work too. Drawing an
   arrow again removes it. */

import { follow } from "./elements.js";
import { circle, drawParts } from "./shapes.js";

const UNITS = 0.4; // units in paths by draw/ for one unit of the board

/** Arrows from point to point; from a point to itself, rings.
    @param {[number, number][]} arrows @param {[number, number][]} places */
export function drawArrows(arrows, places, className = "zermelo-drawn") {
  return arrows.filter((ends) => ends.every((point) => places[point])).map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [places[from], places[to]];
    const tip = UNITS * Math.hypot(x2 - x1, y2 - y1) - 6;
    const shaft = `M13 0H${tip - 2}M${tip - 9} -6L${tip} 0L${tip - 9} 6`;
    const path = from === to ? "M17 0A17 17 0 1 1 -17 0A17 17 0 1 1 17 0Z" : shaft;
    const drawn = drawParts([["halo", path], ["arrow", path]], places[from], 1, className);
    const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    drawn.setAttribute("transform", `${drawn.getAttribute("transform")} rotate(${turn.toFixed(2)})`);
    return drawn;
  });
}

export class Drawing {
  /** Draws on an `svg`; `pointOf(element)` returns an element's point, `drawn(from, to)` is called for each arrow,
      `show()` when an arrow that is being drawn changes. A right press first takes back a begun move: `cancel()`
      returns whether there was one. */
  constructor(svg, pointOf, { drawn, show, cancel }) {
    this.on = false; // whether clicks draw
    this.from = null; // the beginning of an unfinished arrow
    /** @type {[number, number][]} the arrow that is being dragged, if any */
    this.dragged = [];
    this.drawn = drawn;
    if (!drawn) return;
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (press) => {
      const from = press.button === 2 && !cancel() ? pointOf(press.target) : null;
      if (from === null) return;
      const drag = (event) => {
        const to = event && pointOf(event.target);
        this.dragged = Number.isInteger(to) ? [[from, to]] : [];
        show();
      };
      drag(press);
      follow(press, drag, (event) => {
        drag(event);
        for (const arrow of this.dragged.splice(0)) drawn(...arrow);
      });
    });
  }

  /** Begin or end an arrow by a click, if clicks draw; returns whether they do. */
  takes(point) {
    if (!this.on) return false;
    const { from } = this;
    this.from = from === null ? point : null;
    if (from !== null) this.drawn(from, point);
    return true;
  }

  /** Drop an unfinished arrow; returns whether there was one. */
  drop() {
    const begun = this.from !== null;
    this.from = null;
    return begun;
  }

  /** Show the drawings, and the beginning of an unfinished arrow. */
  marks(arrows, places) {
    const begun = this.from === null ? [] : [circle(places[this.from], 45, "zermelo-chosen-ring")];
    return [...drawArrows([...arrows, ...this.dragged], places), ...begun];
  }
}

const STIRRED = 6; // a press that moves further, in pixels, is a drag

/** Let pieces be dragged by mouse, pen and touch. `lift(point)` returns null, or the `element` of a movable piece and a
    function `choose()`, which is called once the piece moves; `drop(point)` ends the drag. */
export function dragPieces(svg, pointOf, { lift, drop }) {
  let piece = null;
  svg.addEventListener("touchmove", (event) => piece && event.preventDefault(), { passive: false }); // prevents scrolling
  svg.addEventListener("pointerdown", (press) => {
    const point = press.button ? null : pointOf(press.target);
    piece = point === null ? null : lift(point);
    if (!piece) return;
    let moved = false;
    follow(press, ({ clientX, clientY }) => {
      const [x, y] = [clientX - press.clientX, clientY - press.clientY], { a } = svg.getScreenCTM();
      if (!moved && Math.hypot(x, y) < STIRRED) return;
      if (!moved) {
        piece.choose();
        piece.element.parentNode?.append(piece.element); // above the others
      }
      moved = true;
      piece.element.style.transform = `translate(${x / a}px, ${y / a}px)`;
    }, (event) => {
      piece.element.style.transform = "";
      const under = event && document.elementFromPoint(event.clientX, event.clientY);
      if (moved) drop(svg.contains(under) ? pointOf(under) : null);
    });
  });
}
