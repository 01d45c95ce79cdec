/**
 * A thread that decodes one picture and ends: four bytes for each pixel, twice, in memory of WebAssembly that is never given back before. What it
 * throws reaches the one that started it, without a word of the picture.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { GreyPicture } from './grey-picture.ts';

type Photon = typeof import('@silvia-odwyer/photon-node');

const opaque = 255;

if (parentPort === null) throw new Error('this is a thread');
const [bytes] = (await once(parentPort, 'message')) as [Uint8Array];
const { PhotonImage } = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as Photon;
const picture = PhotonImage.new_from_byteslice(bytes);
const pixels = picture.get_raw_pixels();
const grey: GreyPicture = { width: picture.get_width(), height: picture.get_height(), pixels: greyOf(pixels, groundOf(pixels)) };
parentPort.postMessage(grey, [grey.pixels.buffer]);

/** What is behind a transparent picture: white, or black where most of what is opaque is light. */
function groundOf(rgba: Uint8Array): number {
  let [visible, light] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? opaque;
    visible += alpha;
    light += (alpha * brightness(rgba, at)) / opaque;
  }
  const isTransparent = visible < rgba.length * (opaque / 8);
  return isTransparent && light > visible / 2 ? 0 : opaque;
}

function greyOf(rgba: Uint8Array, ground: number): Uint8Array<ArrayBuffer> {
  const bright = new Uint8Array(rgba.length / 4);
  for (let at = 0, to = 0; at < rgba.length; at += 4, to += 1) {
    const alpha = rgba[at + 3] ?? opaque;
    bright[to] = (brightness(rgba, at) * alpha + ground * (opaque - alpha)) / opaque;
  }
  return bright;
}

/** ITU-R BT.601, as JPEG has it. */
function brightness(rgba: Uint8Array, at: number): number {
  return ((rgba[at] ?? 0) * 77 + (rgba[at + 1] ?? 0) * 150 + (rgba[at + 2] ?? 0) * 29) >> 8;
}
