/** A picture as recognition needs it: how bright each pixel is, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** 0 is black. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}
