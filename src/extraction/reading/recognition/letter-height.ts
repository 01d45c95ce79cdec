/** How high the small letters (a, e, n) in a picture are: the shapes of ink that are not too large for letters, and how often each height occurs. */
import { type GreyPicture, type InkRun, inkRuns } from './grey-picture.ts';

/** Lower is a dot or a dash. */
const lowest = 3;
const highest = 200;
/** A letter is not this much wider than high: a line, or letters that touch. */
const widest = 4;
const fewestShapes = 4;

/** In pixels; null where there are too few shapes to tell. Dark is ink. */
export function letterHeight(picture: GreyPicture): number | null {
  const counts = new Float64Array(highest + 2);
  let shapes = 0;
  for (const { width, height } of shapesOf(picture, inkBelow(picture))) {
    if (height < lowest || height > highest || width > height * widest || width * 8 < height) continue;
    counts[height] = (counts[height] ?? 0) + 1;
    shapes += 1;
  }
  if (shapes < fewestShapes) return null;
  const smooth = (height: number): number => (counts[height - 1] ?? 0) / 2 + (counts[height] ?? 0) + (counts[height + 1] ?? 0) / 2;
  let best = lowest;
  for (let height = lowest; height <= highest; height += 1) if (smooth(height) > smooth(best)) best = height;
  // In capitals and digits, the most frequent height is theirs; small letters are some 0.7 of it, and would occur too.
  for (let height = Math.floor(best * 0.85); height >= Math.max(lowest, Math.floor(best * 0.62)); height -= 1)
    if (smooth(height) > smooth(best) * 0.45) return height;
  return best;
}

/** Of pictures that were asked about: several steps ask about each, and none changes one that is another's. */
const known = new WeakMap<Uint8Array, number>();

/** Otsu's threshold: what is darker is ink. */
export function inkBelow({ pixels }: GreyPicture): number {
  const before = known.get(pixels);
  if (before !== undefined) return before;
  const threshold = thresholdOf(pixels);
  known.set(pixels, threshold);
  return threshold;
}

function thresholdOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 1) {
    const grey = pixels[at] as number;
    counts[grey] = (counts[grey] as number) + 1;
  }
  const total = counts.reduce((sum, count, grey) => sum + count * grey, 0);
  let [below, belowSum, best, bestFrom, bestTo] = [0, 0, -1, 128, 128];
  for (let grey = 0; grey < 255; grey += 1) {
    below += counts[grey] ?? 0;
    belowSum += grey * (counts[grey] ?? 0);
    const above = pixels.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2;
    if (between > best) [best, bestFrom] = [between, grey];
    if (between >= best) bestTo = grey;
  }
  return Math.floor((bestFrom + bestTo) / 2) + 1;
}

interface Shape {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Ink that touches, also at corners. */
function shapesOf(picture: GreyPicture, below: number): readonly { readonly width: number; readonly height: number }[] {
  const parents: number[] = [];
  const boxes: Shape[] = [];
  const rootOf = (shape: number): number => {
    let root = shape;
    while ((parents[root] ?? root) !== root) root = parents[root] ?? root;
    for (let at = shape; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < picture.height; y += 1) {
    const runs = inkRuns(picture, y, below).map((run): Run => ({ ...run, shape: -1 }));
    let from = 0;
    for (const run of runs) {
      while (from < above.length && (above[from]?.end ?? 0) < run.start) from += 1;
      for (let at = from; at < above.length && (above[at]?.start ?? 0) <= run.end; at += 1) {
        const root = rootOf(above[at]?.shape ?? 0);
        if (run.shape === -1) run.shape = root;
        else parents[root] = run.shape = joined(boxes, run.shape, root);
      }
      if (run.shape === -1) {
        run.shape = parents.push(parents.length) - 1;
        boxes.push({ left: run.start, right: run.end, top: y, bottom: y + 1 });
      }
      const box = boxes[run.shape];
      if (box === undefined) continue;
      box.left = Math.min(box.left, run.start);
      box.right = Math.max(box.right, run.end);
      box.bottom = y + 1;
    }
    above = runs;
  }
  return boxes
    .filter((_, shape) => parents[shape] === shape)
    .map(({ left, right, top, bottom }) => ({ width: right - left, height: bottom - top }));
}

/** Makes `into` the whole of both. */
function joined(boxes: readonly Shape[], into: number, other: number): number {
  const [whole, part] = [boxes[into], boxes[other]];
  if (whole === undefined || part === undefined) return into;
  whole.left = Math.min(whole.left, part.left);
  whole.right = Math.max(whole.right, part.right);
  whole.top = Math.min(whole.top, part.top);
  whole.bottom = Math.max(whole.bottom, part.bottom);
  return into;
}

interface Run extends InkRun {
  shape: number;
}
