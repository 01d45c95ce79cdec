/** What bounds the reading of a document. Separate from the schemas: the process that reads documents checks nothing by one, and compiles all that it loads at each start. */
export const extractionLimits = {
  /** Of the file. */
  bytes: 256 * 1024 * 1024,
  /** Of the text, UTF-16 units. What is longer is cut, and said to be. */
  text: 16 * 1024 * 1024,
  documentMs: 30_000,
  /** Of one picture or page that has to be recognized. */
  pictureMs: 60_000,
  /** Of all pages of one document: further ones are left out. */
  recognitionMs: 600_000,
  /** Of a picture: a screen of 6K (6016 × 3384) has a few less. */
  picturePixels: 20_500_000,
  /** Of a PNG, which is made smaller while it is decoded: three screens of 4K, or one of 8K, have half as many. */
  pngPixels: 67_108_864,
  /** Of a picture, in pixels: what is longer is no text that a person reads, and takes as much memory as time. */
  pictureSide: 65_535,
  /** Resident, of the process that reads. */
  memoryBytes: 500 * 1024 * 1024,
  /** It takes this much more until it is killed, and so is killed that much earlier. */
  memoryOvershootBytes: 40 * 1024 * 1024,
  /** Without anything to do, it ends after this time. */
  restMs: 60_000,
  pages: 2_000,
  /** Of the listing of an archive in zip form. */
  entries: 100_000,
  /** Of other archives: what is unpacked to find the names in them. */
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** Of identical rows in succession, and of identical cells. Somebody filled in so many by hand, and no more. */
  repeatedCells: 1_000,
  /** Of a cell of a spreadsheet, UTF-16 units: Excel lets no more into one. */
  cellCharacters: 32_767,
} as const;
