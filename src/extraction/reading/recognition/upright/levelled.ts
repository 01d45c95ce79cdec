/** A picture turned by a few degrees, so that its lines are level. */
import type { GreyPicture } from '../grey-picture.ts';

const white = 255;

export interface Levelled {
  readonly picture: GreyPicture;
  /** Where a place in it was before. */
  readonly before: (x: number, y: number) => readonly [x: number, y: number];
}

/** @param slope of its lines, in pixels down for each to the right; dark on light. The whole of it stays, with white beside it. */
export function levelled(picture: GreyPicture, slope: number): Levelled {
  if (slope === 0) return { picture, before: (x, y) => [x, y] };
  const angle = Math.atan(slope);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(picture.width * cos + picture.height * Math.abs(sin));
  const height = Math.ceil(picture.height * cos + picture.width * Math.abs(sin));
  const before = (x: number, y: number): readonly [number, number] => {
    const [right, down] = [x - width / 2, y - height / 2];
    return [right * cos - down * sin + picture.width / 2, right * sin + down * cos + picture.height / 2];
  };
  const pixels = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    let [fromX, fromY] = before(0.5, y + 0.5);
    for (let x = 0; x < width; x += 1, at += 1, fromX += cos, fromY += sin) pixels[at] = greyAt(picture, fromX - 0.5, fromY - 0.5);
  }
  return { picture: { width, height, pixels }, before };
}

/** Between four pixels, by how near each is. */
function greyAt({ width, height, pixels }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return white;
  const [right, down, at] = [x - left, y - top, top * width + left];
  const above = (pixels[at] ?? white) * (1 - right) + (pixels[at + 1] ?? white) * right;
  const below = (pixels[at + width] ?? white) * (1 - right) + (pixels[at + width + 1] ?? white) * right;
  return Math.round(above * (1 - down) + below * down);
}
