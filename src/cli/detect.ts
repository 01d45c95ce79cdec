/**
 * `hub detect [FILE|-]…`: file types and embedded file names, by the same function that judges every capture; needs no running Hub. Of each file
 * only the start is read, and nothing of one file is kept when the next one is read.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { DetectAnswer } from '../contract/bridge.ts';
import type { Detection } from '../contract/source-snapshot.ts';
import type { Reason } from '../domain/detect/reason.ts';
import { identifiedBytes } from '../domain/identified-bytes.ts';
import { type Identified, identify } from '../domain/identify.ts';
import { withoutEnd } from '../domain/without-end.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { oneLine } from './table.ts';
import { visibleJson } from './visible.ts';

export interface DetectOptions {
  readonly json?: boolean;
  /** Says what spoke for each answer. */
  readonly why?: boolean;
}

/** Paths longer than this are not lined up with the others. */
const widestPath = 60;

/** @param files paths, or `-` for the standard input; none is the standard input too. */
export async function detect(surface: Surface, files: readonly string[], options: DetectOptions): Promise<ExitStatus> {
  const inputs = files.length === 0 ? ['-'] : files;
  if (files.length === 0 && surface.inputIsTerminal) {
    surface.complain('hub: nothing to examine; name files (hub detect a.py b.txt), or pipe a text into it (… | hub detect)');
    return 2;
  }
  if (inputs.filter((file) => file === '-').length > 1) {
    surface.complain('hub: the standard input can be read only once');
    return 2;
  }
  return inputs.length === 1 ? detectOne(surface, inputs[0] ?? '-', options) : detectMany(surface, inputs, options);
}

async function detectOne(surface: Surface, file: string, options: DetectOptions): Promise<ExitStatus> {
  const found = await identifyInput(surface, file);
  if (typeof found === 'string') return failedBecause(surface, found);
  if (options.json) {
    printJson(surface, documentOf(found, options));
    return 0;
  }
  surface.print(describe(surface, found.detection));
  if (found.embeddedFilename !== null) surface.print(`It names itself ${found.embeddedFilename}`);
  if (options.why) for (const line of reasonLines(found.reasons)) surface.print(line);
  return 0;
}

/** A line a file, or an element of one JSON array; what can't be read is said, and the others go on. */
async function detectMany(surface: Surface, files: readonly string[], options: DetectOptions): Promise<ExitStatus> {
  const width = files.reduce((widest, file) => Math.max(widest, Math.min(widestPath, widthOf(shownPath(file)))), 0);
  let failed = false;
  let separator = '[';
  for (const file of files) {
    await nextTurn(); // a reader of the output that has enough is heard of between two files
    const found = await identifyInput(surface, file);
    if (typeof found === 'string') {
      failed = true;
      failedBecause(surface, found);
    }
    if (options.json) {
      surface.print(
        separator + visibleJson({ path: file, ...(typeof found === 'string' ? { error: found } : documentOf(found, options)) }),
      );
      separator = ',';
    } else if (typeof found !== 'string') {
      const shown = shownPath(file);
      const name = found.embeddedFilename === null ? '' : `; names itself ${found.embeddedFilename}`;
      surface.print(`${shown}:${' '.repeat(Math.max(0, width - widthOf(shown)))} ${describe(surface, found.detection)}${name}`);
      if (options.why) for (const line of reasonLines(found.reasons)) surface.print(line);
    }
  }
  if (options.json) surface.print(']');
  return failed ? 1 : 0;
}

function shownPath(file: string): string {
  return file === '-' ? 'standard input' : oneLine(file, 4_096);
}

function widthOf(text: string): number {
  return [...text].length;
}

function documentOf(
  { detection, embeddedFilename, reasons }: Identified,
  { why }: DetectOptions,
): DetectAnswer & { reasons?: readonly Reason[] } {
  return { detection, embeddedFilename, ...(why ? { reasons } : {}) };
}

function describe({ terminal }: Surface, detection: Detection | null): string {
  const coloured = (style: 'bold' | 'dim', word: string): string => (terminal ? styleText(style, word, { stream: process.stdout }) : word);
  if (detection === null) return coloured('dim', 'unknown');
  return `${coloured('bold', detection.typeId)} (${detection.group}, ${detection.mediaType}), ${percent(detection.confidence)} sure`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** In words. What the model holds for nearly impossible is left out. */
function reasonLines(reasons: readonly Reason[]): string[] {
  const guesses = reasons.filter(({ by, confidence }) => by === 'model' && confidence >= 0.01);
  const model = guesses.map(({ typeId, confidence }) => `${typeId} ${percent(confidence)}`).join(', ');
  const others = reasons
    .filter(({ by }) => by !== 'model')
    .map((reason) => `  ${saidBy[reason.by]} ${reason.typeId}${reason.decided ? '' : ', which is not followed'}`);
  return [...others, ...(model === '' ? [] : [`  the model says ${model}`])];
}

const saidBy: Readonly<Record<Reason['by'], string>> = {
  signature: 'its first bytes are those of',
  rule: 'a rule says',
  model: 'the model says',
  name: 'its name says',
  'declared type': 'its declared type says',
};

/** What is in it, or why that can't be said. */
async function identifyInput(surface: Surface, file: string): Promise<Identified | string> {
  if (file === '-') return identify(await surface.readInput(identifiedBytes + 1));
  const head = headOf(file);
  return typeof head === 'string' ? head : identify(head, { fileName: path.basename(file) });
}

/** The start of a file, with one byte more than is looked at, which tells that there is more; or why there is none. */
function headOf(file: string): Uint8Array | string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const facts = fstatSync(descriptor);
    if (facts.isDirectory()) return isFolder(file);
    const head = Buffer.alloc(identifiedBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < head.length; length += read)
      read = readSync(descriptor, head, length, head.length - length, null);
    return head.subarray(0, length);
  } catch (error) {
    return whyUnreadable(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isFolder(file: string): string {
  const shown = shownPath(file);
  return `${shown} is not a file but a folder; name the files in it: hub detect ${withoutEnd(shown, /\//)}/*`;
}

function whyUnreadable(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const shown = shownPath(file);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `there is no file ${shown}; look at how its path is written, and at the folder you are in`;
  if (code === 'EISDIR') return isFolder(file);
  if (code === 'EACCES' || code === 'EPERM') return `${shown} is not yours to read; its owner can let you: chmod a+r`;
  return `${shown} can't be read${typeof code === 'string' ? ` (${code})` : ''}; copy it to another disk, and try that`;
}
