/** A picture in a file (PNG, JPEG, WebP, GIF, BMP or TIFF), of which only the text in it can be told. */
import { Worker } from 'node:worker_threads';
import { extractionLimits } from '../../../contract/extraction.ts';
import { pictureSize } from '../../../domain/picture/picture-size.ts';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { addRecognizedTables } from '../structure/page-tables.ts';
import type { GreyPicture } from './grey-picture.ts';

export async function readPicture({ source, text, options, structure, progress, recognize }: ReadingParts): Promise<Read> {
  if (options.recognition === 'never') throw new NoText('unsupported');
  const bytes = source.read(0, source.size);
  const { width, height } = await sizeOfPicture(bytes);
  progress({ done: 0, of: 1 });
  const recognition = { ...options, words: options.words || structure !== null };
  // In its thread, while the engine is loaded.
  const decoded = decodedPicture(bytes);
  decoded.catch(() => {}); // whoever draws it hears of it
  const recognized = await recognize({ page: 0, isPage: false, width, height, draw: () => decoded }, recognition);
  if (recognized === null) throw new NoText('unsupported');
  if (structure !== null) {
    structure.knows = 'tables';
    addRecognizedTables(recognized.words, 0, structure);
  }
  text.add(recognized.text);
  return { recognizedPages: 1, pagesWithoutText: recognized.text === '' ? 1 : 0, words: recognized.words };
}

/** Its header alone is looked at before; throws `NoText` if it has none, or if it is too large. */
async function sizeOfPicture(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  const size = await pictureSize(bytes);
  if (size === null) throw new NoText('damaged');
  if (size.width * size.height > extractionLimits.picturePixels) throw new NoText('too-large');
  return size;
}

function decodingThread(): Worker {
  const thread = new Worker(new URL('./decoding-thread.ts', import.meta.url), { stdout: true, stderr: true });
  thread.unref();
  return thread;
}

let spare: Worker | null = null;

/** Starts the thread for a picture now: a process that gives up its right to start threads has this one. */
export function prepareDecoding(): void {
  spare = decodingThread();
}

function decodedPicture(bytes: Uint8Array): Promise<GreyPicture> {
  const thread = spare ?? decodingThread();
  spare = null;
  thread.ref();
  thread.postMessage(bytes);
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    // A decoder traps on what it cannot read.
    thread.once('error', () => reject(new NoText('damaged')));
    thread.once('exit', () => reject(new NoText('damaged')));
  }).finally(() => thread.terminate()) as Promise<GreyPicture>;
}
