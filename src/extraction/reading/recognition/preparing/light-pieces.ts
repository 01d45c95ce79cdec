/** What is light within a dark label, piece by piece. */

/** In pixels of the label's box; `right` and `bottom` are outside. */
export interface Piece {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  /** From row 0 on. */
  readonly height: number;
}

type Is = (x: number, y: number) => boolean;

/** Null if what is light inside goes on to the edge of the box, as the paper does between the strokes of a letter, or if nothing is. Linear in the box. */
export function piecesWithin({ left, right, height }: Box, isLight: Is, isInside: Is): readonly Piece[] | null {
  const width = right - left;
  const seen = new Uint8Array(width * height);
  const pieces: Piece[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = left; x < right; x += 1) {
      if (seen[y * width + x - left] !== 0 || !isInside(x, y) || !isLight(x, y)) continue;
      const piece = { left: x, right: x + 1, top: y, bottom: y + 1 };
      const open = [[x, y] as const];
      seen[y * width + x - left] = 1;
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const [column, row] = at;
        if (column === left || column === right - 1 || row === 0 || row === height - 1) return null;
        [piece.left, piece.right] = [Math.min(piece.left, column), Math.max(piece.right, column + 1)];
        [piece.top, piece.bottom] = [Math.min(piece.top, row), Math.max(piece.bottom, row + 1)];
        for (let near = 0; near < 9; near += 1) {
          const [beside, below] = [column + (near % 3) - 1, row + Math.floor(near / 3) - 1];
          const place = below * width + beside - left;
          if (seen[place] !== 0 || !isLight(beside, below)) continue;
          seen[place] = 1;
          open.push([beside, below]);
        }
      }
      pieces.push(piece);
    }
  return pieces.length === 0 ? null : pieces;
}
