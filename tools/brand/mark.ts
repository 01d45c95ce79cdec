/**
 * Draws Hub's mark for a given size: a rounded frame around an H, or around two bars while the capture is paused. Edges are aligned to the pixels of that
 * size, so that the mark is as sharp at 16 as at 64; only the pixels of the corners are partly covered (anti-aliasing).
 */

export type Colour = readonly [red: number, green: number, blue: number];

/** Hub's colour, from Fluent's own ramp, as on the page. */
export const accent: Colour = [0x0f, 0x6c, 0xbd];

export interface MarkLook {
  readonly form: 'watching' | 'paused';
  readonly stroke: Colour;
  /** Fills the frame; without it, the inside is transparent. */
  readonly background?: Colour;
}

/** How much of a pixel a shape covers, from the distance between the pixel's centre and the shape's edge, in pixels (negative inside). */
type Shape = (x: number, y: number) => number;

/** Fractions of the size, from a drawing of 24 × 24. */
const outline = { margin: 2 / 24, radius: 6 / 24, stroke: 2 / 24 };
const letter = { left: 7 / 24, top: 8 / 24 };
const pause = { gap: 3 / 24, top: 8 / 24 };

/** Returns RGBA rows, 4 bytes per pixel, colours not premultiplied. `sizePx` is a whole number of at least 8. */
export function drawMark(sizePx: number, { form, stroke, background }: MarkLook): Buffer {
  const shapes = shapesFor(sizePx, form);
  const pixels = Buffer.alloc(sizePx * sizePx * 4);
  for (let y = 0; y < sizePx; y += 1) {
    for (let x = 0; x < sizePx; x += 1) {
      const inked = inkAt(shapes.ink, x + 0.5, y + 0.5);
      const filled = background === undefined ? 0 : coverage(shapes.ground(x + 0.5, y + 0.5));
      pixels.set(over(stroke, inked, background ?? stroke, filled), (y * sizePx + x) * 4);
    }
  }
  return pixels;
}

function inkAt(shapes: readonly Shape[], x: number, y: number): number {
  let ink = 0;
  for (const shape of shapes) ink = Math.max(ink, coverage(shape(x, y)));
  return ink;
}

function shapesFor(size: number, form: MarkLook['form']): { readonly ink: readonly Shape[]; readonly ground: Shape } {
  const part = (share: number) => Math.round(size * share);
  const margin = Math.max(1, part(outline.margin));
  const line = Math.max(1, part(outline.stroke));
  const radius = size * outline.radius;
  const whole = roundedRectangle(margin, margin, size - margin, size - margin, radius);
  const inner = roundedRectangle(margin + line, margin + line, size - margin - line, size - margin - line, Math.max(0, radius - line));
  const frame: Shape = (x, y) => Math.max(whole(x, y), -inner(x, y));
  return { ink: [frame, ...(form === 'watching' ? letterH(size, line) : pauseBars(size, line))], ground: whole };
}

function letterH(size: number, line: number): readonly Shape[] {
  const left = Math.round(size * letter.left);
  const top = Math.round(size * letter.top);
  const middle = Math.floor((size - line) / 2);
  return [
    rectangle(left, top, left + line, size - top),
    rectangle(size - left - line, top, size - left, size - top),
    rectangle(left, middle, size - left, middle + line),
  ];
}

function pauseBars(size: number, line: number): readonly Shape[] {
  const right = Math.floor((size - Math.max(2, size * pause.gap)) / 2);
  const top = Math.round(size * pause.top);
  const left = right - line - Math.round(size / 32);
  return [rectangle(left, top, right, size - top), rectangle(size - right, top, size - left, size - top)];
}

const rectangle = (left: number, top: number, right: number, bottom: number): Shape => roundedRectangle(left, top, right, bottom, 0);

/** Signed distance to a rounded rectangle: to the corner's circle near a corner, otherwise to the nearest side. */
function roundedRectangle(left: number, top: number, right: number, bottom: number, radius: number): Shape {
  return (x, y) => {
    const outX = Math.abs(x - (left + right) / 2) - (right - left) / 2 + radius;
    const outY = Math.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius;
    // Math.hypot would be many times slower.
    return Math.sqrt(Math.max(outX, 0) ** 2 + Math.max(outY, 0) ** 2) + Math.min(Math.max(outX, outY), 0) - radius;
  };
}

function coverage(distancePx: number): number {
  return Math.min(1, Math.max(0, 0.5 - distancePx));
}

/** Blends one colour over another, each with its opacity. */
function over(front: Colour, frontShare: number, back: Colour, backShare: number): readonly number[] {
  const behind = backShare * (1 - frontShare);
  const share = frontShare + behind;
  if (share === 0) return [0, 0, 0, 0];
  const mixed = front.map((value, at) => Math.round((value * frontShare + (back[at] ?? 0) * behind) / share));
  return [...mixed, Math.round(share * 255)];
}

/** For example `#0f6cbd`. */
export function hexOf(colour: Colour): string {
  return `#${Buffer.from(colour).toString('hex')}`;
}

/** The mark as lines in 24 × 24 units (SVG), for programs that draw it themselves. */
export function markSvg(stroke: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${stroke}" stroke-width="2"><title>Hub</title><rect x="3" y="3" width="18" height="18" rx="5"/><path d="M8 8v8M16 8v8M8 12h8" stroke-linecap="round"/></svg>\n`;
}
