/** Pictures of lines of text, drawn by PDFium as a page, in the formats that are read, and as a PDF of a scanner, which has no text layer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { extractionOptions } from '../../../src/contract/extraction.ts';
import { readDocument } from '../../../src/extraction/reading/read-document.ts';
import type { GreyPicture } from '../../../src/extraction/reading/recognition/grey-picture.ts';
import { pdfOf, streamOf, textPdf } from './pdf-documents.ts';

type Photon = typeof import('@silvia-odwyer/photon-node');

export interface TextPicture {
  /** Light on dark. */
  readonly isDark?: boolean;
  readonly font?: 'Helvetica' | 'Courier';
  /** As many pixels an inch as text of 12 points; 96 as on screens. */
  readonly dotsPerInch?: number;
}

/** An A4 page; beside the text it is empty. */
export async function drawnText(
  lines: readonly string[],
  { isDark = false, font = 'Courier', dotsPerInch = 96 }: TextPicture = {},
): Promise<GreyPicture> {
  const { width, height, pixels } = await drawnPage(textPdf([lines], font), dotsPerInch);
  return { width, height, pixels: isDark ? pixels.map((pixel) => 225 - pixel * 0.75) : pixels };
}

/** The first page of a PDF. */
export async function drawnPage(pdf: Buffer, dotsPerInch: number): Promise<GreyPicture> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-drawn-'));
  const file = path.join(folder, 'page.pdf');
  writeFileSync(file, pdf);
  let drawn: GreyPicture | null = null;
  const options = extractionOptions.parse({ recognition: 'always' });
  await readDocument({
    path: file,
    options,
    progress: () => {},
    recognize: async (page) => {
      drawn = await page.draw(dotsPerInch);
      return null;
    },
  });
  rmSync(folder, { recursive: true, force: true });
  if (drawn === null) throw new Error('PDFium drew nothing');
  return drawn;
}

/** The library that is tested decodes them; GIF, BMP and TIFF it does not encode. */
export const pictureFormats: Readonly<Record<'png' | 'jpeg' | 'webp' | 'gif' | 'bmp', (picture: GreyPicture) => Buffer>> = {
  png: (picture) => Buffer.from(photonPicture(picture).get_bytes()),
  jpeg: (picture) => Buffer.from(photonPicture(picture).get_bytes_jpeg(85)),
  webp: (picture) => Buffer.from(photonPicture(picture).get_bytes_webp()),
  gif: gifOf,
  bmp: bmpOf,
};

/** A picture as the only content of a page of this many points. */
export function scannedPdf({ width, height, pixels }: GreyPicture): Buffer {
  const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>',
    streamOf('595 0 0 842 0 0 cm /X Do'),
    streamOf(deflateSync(pixels), picture),
  ]);
}

function photonPicture({ width, height, pixels }: GreyPicture): InstanceType<Photon['PhotonImage']> {
  const { PhotonImage } = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as Photon;
  const rgba = new Uint8Array(pixels.length * 4);
  for (const [at, pixel] of pixels.entries()) rgba.set([pixel, pixel, pixel, 255], at * 4);
  return new PhotonImage(rgba, width, height);
}

/** 128 greys, without compression: each code has eight bits, and the table of codes is cleared before it needs nine (GIF89a, appendix F). */
function gifOf({ width, height, pixels }: GreyPicture): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header[10] = 0xf6;
  const greys = Buffer.from(Array.from({ length: 128 }, (_, grey) => [grey * 2, grey * 2, grey * 2]).flat());
  const frame = Buffer.alloc(11);
  frame[0] = 0x2c;
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  frame[10] = 7;
  const [clear, end, between] = [0x80, 0x81, 100];
  const codes: number[] = [];
  for (const [at, pixel] of pixels.entries()) {
    if (at % between === 0) codes.push(clear);
    codes.push(pixel >> 1);
  }
  const data = Buffer.from([...codes, end]);
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.of(block.length), block);
  }
  return Buffer.concat([header, greys, frame, ...blocks, Buffer.of(0, 0x3b)]);
}

/** 24 bits for each pixel, from the lowest row up, rows of a multiple of four bytes. */
function bmpOf({ width, height, pixels }: GreyPicture): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      file.fill(pixels[y * width + x] ?? 0, 54 + (height - 1 - y) * rowBytes + x * 3, 57 + (height - 1 - y) * rowBytes + x * 3);
  return file;
}

/** A TIFF with these pages, 8 bits of grey for each pixel, without compression (TIFF 6.0, section 4); each directory follows its pixels. */
export function greyTiff(pages: readonly GreyPicture[]): Buffer {
  const parts = [Buffer.from('49492a0000000000', 'hex')];
  let [length, link] = [8, parts[0] ?? Buffer.alloc(8)];
  for (const { width, height, pixels } of pages) {
    const numbers = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, length],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ] as const;
    const directory = Buffer.alloc(2 + numbers.length * 12 + 4);
    directory.writeUInt16LE(numbers.length);
    for (const [at, [tag, value]] of numbers.entries()) {
      directory.writeUInt16LE(tag, 2 + at * 12);
      directory.writeUInt16LE(4, 4 + at * 12);
      directory.writeUInt32LE(1, 6 + at * 12);
      directory.writeUInt32LE(value, 10 + at * 12);
    }
    link.writeUInt32LE(length + pixels.length, link.length - 4);
    parts.push(Buffer.from(pixels), directory);
    length += pixels.length + directory.length;
    link = directory;
  }
  return Buffer.concat(parts);
}
