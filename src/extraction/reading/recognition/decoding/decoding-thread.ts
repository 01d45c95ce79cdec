/**
 * A thread that decodes a picture, or the pages of one after each other, and is ended: four bytes for each pixel, twice, in memory of WebAssembly that
 * is never given back before. Of a page that cannot be decoded it says that alone, without a word of the picture.
 */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { collect } from '../../../../base/memory.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { brightness } from './brightness.ts';
import { largePng } from './large-png.ts';

type Photon = typeof import('@silvia-odwyer/photon-node');

const opaque = 255;

if (parentPort === null) throw new Error('this is a thread');
const port = parentPort;
const decoder = '@silvia-odwyer/photon-node';
/** The file of a picture, or of one page of it. */
port.on('message', async (file: Uint8Array) => {
  const large = await largePng(file);
  const grey = large === undefined ? tryDecoded(file) : large;
  port.postMessage(grey, grey === null ? [] : [grey.pixels.buffer]);
});

/** Null if it is damaged: the decoder traps then, and is of no use any more. */
function tryDecoded(file: Uint8Array): GreyPicture | null {
  // One for each picture: it holds every decoder that it has loaded, and with that its memory.
  const require = createRequire(import.meta.url);
  try {
    const { PhotonImage } = require(decoder) as Photon;
    const picture = PhotonImage.new_from_byteslice(file);
    const pixels = picture.get_raw_pixels();
    const grey = { width: picture.get_width(), height: picture.get_height(), pixels: greyOf(pixels, groundOf(pixels)) };
    picture.free();
    return grey;
  } catch {
    delete require.cache[require.resolve(decoder)];
    collect();
    return null;
  }
}

/** What is behind a transparent picture: white, or black where most of what is opaque is light. */
function groundOf(rgba: Uint8Array): number {
  let [visible, light] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? opaque;
    visible += alpha;
    light += (alpha * brightness(rgba[at], rgba[at + 1], rgba[at + 2])) / opaque;
  }
  const isTransparent = visible < rgba.length * (opaque / 8);
  return isTransparent && light > visible / 2 ? 0 : opaque;
}

function greyOf(rgba: Uint8Array, ground: number): Uint8Array<ArrayBuffer> {
  const bright = new Uint8Array(rgba.length / 4);
  for (let at = 0, to = 0; at < rgba.length; at += 4, to += 1) {
    const alpha = rgba[at + 3] ?? opaque;
    bright[to] = (brightness(rgba[at], rgba[at + 1], rgba[at + 2]) * alpha + ground * (opaque - alpha)) / opaque;
  }
  return bright;
}
