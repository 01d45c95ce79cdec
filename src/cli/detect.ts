/**
 * `hub detect [FILE|-]…`: file types and embedded file names, by the same function that judges every capture; needs no running Hub. Reads only the
 * start of each file, and keeps nothing of one file when it reads the next.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { DetectAnswer } from '../contract/bridge.ts';
import { isFinding } from '../contract/fragment-words.ts';
import type { Detection } from '../contract/source-snapshot.ts';
import type { DetectionReason } from '../domain/detect/detection-reason.ts';
import { identifiedBytes } from '../domain/identification-limit.ts';
import { type IdentifiedContent, identifyContent } from '../domain/identify-content.ts';
import { say } from '../domain/language/say.ts';
import { withoutEnd } from '../domain/trim-end.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from './surface.ts';
import { displayWidth, oneLine } from './table.ts';
import { visibleJson } from './terminal-safe.ts';

export interface DetectOptions {
  readonly json?: boolean;
  /** Prints the evidence for each answer. */
  readonly why?: boolean;
}

/** Paths longer than this are not aligned with the others. */
const widestPath = 60;

/** @param files paths, or `-` for standard input; none means standard input too. */
export async function detect(surface: Surface, files: readonly string[], options: DetectOptions): Promise<ExitStatus> {
  const inputs = files.length === 0 ? ['-'] : files;
  if (files.length === 0 && surface.inputIsTerminal)
    return wrongUsage(surface, say('nothing to detect; name files (hub detect a.py b.txt), or pipe text into it (… | hub detect)'));
  if (inputs.filter((file) => file === '-').length > 1) return wrongUsage(surface, say('standard input can be read only once'));
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
  if (found.embeddedFilename !== null) surface.print(say('Embedded file name: {name}', { name: found.embeddedFilename }));
  if (options.why) for (const line of reasonLines(found.reasons)) surface.print(line);
  return 0;
}

/** One line per file, or one element of a JSON array; a file that can't be read is reported, and the others are detected. */
async function detectMany(surface: Surface, files: readonly string[], options: DetectOptions): Promise<ExitStatus> {
  const width = files.reduce((widest, file) => Math.max(widest, Math.min(widestPath, displayWidth(shownPath(file)))), 0);
  let failed = false;
  let separator = '[';
  for (const file of files) {
    await nextTurn(); // notices between two files that the reader of the output has closed it
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
      const name = found.embeddedFilename === null ? '' : say('; embedded name {name}', { name: found.embeddedFilename });
      surface.print(`${shown}:${' '.repeat(Math.max(0, width - displayWidth(shown)))} ${describe(surface, found.detection)}${name}`);
      if (options.why) for (const line of reasonLines(found.reasons)) surface.print(line);
    }
  }
  if (options.json) surface.print(']');
  return failed ? 1 : 0;
}

function shownPath(file: string): string {
  return file === '-' ? say('standard input') : oneLine(file, 4_096);
}

function documentOf(
  { detection, embeddedFilename, reasons }: IdentifiedContent,
  { why }: DetectOptions,
): DetectAnswer & { reasons?: readonly DetectionReason[] } {
  return { detection, embeddedFilename, ...(why ? { reasons } : {}) };
}

function describe({ terminal }: Surface, detection: Detection | null): string {
  const coloured = (style: 'bold' | 'dim', word: string): string => (terminal ? styleText(style, word, { stream: process.stdout }) : word);
  if (detection === null) return coloured('dim', say('unknown'));
  const { typeId, group, mediaType, confidence } = detection;
  if (!isFinding(detection)) return say('{type} ({group}, {mediaType})', { type: coloured('bold', typeId), group, mediaType });
  return say('{type} ({group}, {mediaType}), {share} sure', {
    type: coloured('bold', typeId),
    group,
    mediaType,
    share: percent(confidence),
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** In words, without types that the model considers nearly impossible. */
function reasonLines(reasons: readonly DetectionReason[]): string[] {
  const guesses = reasons.filter(({ by, confidence }) => by === 'model' && confidence >= 0.01);
  const model = guesses.map(({ typeId, confidence }) => `${typeId} ${percent(confidence)}`).join(', ');
  const others = reasons
    .filter(({ by }) => by !== 'model')
    .map((reason) => `  ${saidBy[reason.by]()} ${reason.typeId}${reason.decided ? '' : say(', which was not used')}`);
  return [...others, ...(model === '' ? [] : [`  ${saidBy.model()} ${model}`])];
}

const saidBy: Readonly<Record<DetectionReason['by'], () => string>> = {
  signature: () => say('its first bytes are those of'),
  rule: () => say('a rule says'),
  model: () => say('the model says'),
  name: () => say('its name says'),
  'declared type': () => say('its declared type says'),
};

/** Its type, or why that can't be determined. */
async function identifyInput(surface: Surface, file: string): Promise<IdentifiedContent | string> {
  if (file === '-') return identifyContent(await surface.readInput(identifiedBytes + 1));
  const head = headOf(file);
  return typeof head === 'string' ? head : identifyContent(head, { fileName: path.basename(file) });
}

/** The start of a file, with one extra byte that shows whether there is more; or why it can't be read. */
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
  return say('{shown} is a folder; name the files in it: hub detect {files}', { shown, files: `${withoutEnd(shown, /\//)}/*` });
}

function whyUnreadable(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const shown = shownPath(file);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return say('there is no file {shown}; check its spelling, and the folder you are in', { shown });
  if (code === 'EISDIR') return isFolder(file);
  if (code === 'EACCES' || code === 'EPERM') return say('{shown} is not readable for you; its owner can allow it: chmod a+r', { shown });
  const why = typeof code === 'string' ? ` (${code})` : '';
  return say('{shown} cannot be read{why}; copy it to another disk, and try that', { shown, why });
}
