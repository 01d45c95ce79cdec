/** A picture as recognition needs it: how bright each pixel is, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** 0 is black. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Places in a row of pixels; `end` is outside. */
export interface InkRun {
  readonly start: number;
  readonly end: number;
}

/** Pixels of one row that are darker, as far as they follow each other. */
export function inkRuns({ width, pixels }: GreyPicture, y: number, below: number): InkRun[] {
  const runs: InkRun[] = [];
  const row = y * width;
  for (let x = 0; x < width; x += 1) {
    if ((pixels[row + x] as number) >= below) continue;
    const start = x;
    while (x < width && (pixels[row + x] as number) < below) x += 1;
    runs.push({ start, end: x });
  }
  return runs;
}

/** Whether a row, or a part of it, has a pixel that is darker. */
export function hasInk({ width, pixels }: GreyPicture, y: number, below: number, left = 0, right = width): boolean {
  const end = y * width + right;
  for (let at = y * width + left; at < end; at += 1) if ((pixels[at] as number) < below) return true;
  return false;
}
