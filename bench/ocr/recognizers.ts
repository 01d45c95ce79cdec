/**
 * What reads the pictures: Hub, and the `tesseract` of the system in two ways. Each gets the language of the text told. Hub starts a process for each
 * picture, as `tesseract` is one, so that both times are from nothing to the text.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { extractionOptions } from '../../src/contract/extraction.ts';
import { Extractor } from '../../src/extraction/extractor.ts';
import { isInstalled } from '../../src/extraction/languages/install-language.ts';
import type { GreyPicture } from '../../src/extraction/reading/recognition/grey-picture.ts';
import { preparedPicture } from '../../src/extraction/reading/recognition/preparing/prepared-picture.ts';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { median } from '../measuring/percentiles.ts';
import type { Sample } from './samples.ts';

type Language = Sample['language'];

export interface Read {
  readonly text: string;
  readonly seconds: number;
}

const hubProgram = path.join(import.meta.dirname, '../../bin/hub.ts');
/** Kept from run to run, with nothing in it but languages. */
const home = path.join(import.meta.dirname, '../../.runtime/bench-ocr');
const program = 'tesseract';
const coldStarts = 5;

/** Brings the data of these languages by `hub ocr --install`, once. Gives their folder, and those that could not be had. */
export function installedLanguages(languages: ReadonlySet<Language>): { readonly folder: string; readonly missing: readonly Language[] } {
  mkdirSync(home, { recursive: true });
  const installed = spawnSync(process.execPath, [hubProgram, 'ocr', '--install', ['eng', ...languages].join('+'), '--json'], {
    env: { ...process.env, HUB_HOME: home },
    encoding: 'utf8',
  });
  const folder =
    installed.status === 0 ? (JSON.parse(installed.stdout) as { folder: string }).folder : path.join(home, 'data', 'languages');
  return { folder, missing: [...languages].filter((language) => !isInstalled(folder, language)) };
}

/** By Hub, in a process of its own. Peak memory is that process's. */
export async function readByHub(file: string, language: Language, folder: string): Promise<Read & { readonly peakMegabytes: number }> {
  using memory = new ChildMemory();
  using extractor = new Extractor({ languages: folder });
  const begunMs = performance.now();
  const found = await extractor.extract({ order: { path: file, options: extractionOptions.parse({ languages: [language] }) } });
  const seconds = secondsSince(begunMs);
  return { text: found.ok ? found.value.text : '', seconds, peakMegabytes: memory.peakMegabytes };
}

/** From the start of `hub ocr FILE` to its end, in the middle of several; null if it fails. */
export function secondsOfCommand(file: string): { readonly median: number; readonly slowest: number } | null {
  const seconds: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const begunMs = performance.now();
    const { status } = spawnSync(process.execPath, [hubProgram, 'ocr', file], { env: { ...process.env, HUB_HOME: home }, stdio: 'ignore' });
    if (status !== 0) return null;
    seconds.push(secondsSince(begunMs));
  }
  return { median: median(seconds), slowest: Math.max(...seconds) };
}

/** The version of the system's, and the languages that it has; null if it is not installed. */
export function systemTesseract(): { readonly version: string; readonly languages: readonly string[] } | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return null;
  const listed = spawnSync(program, ['--list-langs'], { encoding: 'utf8' }).stdout.split('\n').slice(1);
  return { version: stdout.split('\n')[0] ?? '', languages: listed.filter((language) => language !== '') };
}

/** By the system's `tesseract` as it is: the picture as it was drawn, nothing told but the language. */
export function readAsItIs(file: string, language: Language): Read {
  return timed(() => ran([file, 'stdout', '-l', language]));
}

/** By the system's, of the picture that Hub's tesseract gets, and with its settings. The time is with preparing, but not with decoding. */
export async function readPrepared(file: string, language: Language): Promise<Read> {
  const grey = await decoded(readFileSync(file));
  const prepared = `${file}.pgm`;
  return timed(() => {
    const { width, height, pixels } = preparedPicture(grey).picture;
    writeFileSync(prepared, Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), pixels]));
    return ran([prepared, 'stdout', '-l', language, '--psm', '6', '--dpi', '150', '-c', 'preserve_interword_spaces=1']);
  });
}

function ran(words: readonly string[]): string {
  return spawnSync(program, words, { encoding: 'utf8' }).stdout.replaceAll('\f', '');
}

function timed(read: () => string): Read {
  const begunMs = performance.now();
  return { text: read(), seconds: secondsSince(begunMs) };
}

function secondsSince(ms: number): number {
  return (performance.now() - ms) / 1_000;
}

async function decoded(png: Uint8Array): Promise<GreyPicture> {
  const thread = new Worker(new URL('../../src/extraction/reading/recognition/decoding/decoding-thread.ts', import.meta.url));
  thread.postMessage(png);
  const [grey] = (await once(thread, 'message')) as [GreyPicture];
  return grey;
}
