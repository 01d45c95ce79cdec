/**
 * Makes a support bundle: gathers the parts, takes out what tells about the user, and writes a zip archive and its review report. It must never write
 * anything that was not looked through: everything is in memory until all of it has been, and whatever fails by then leaves no file.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { tooLate, within } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { localTimestamp } from '../../base/timestamp.ts';
import type { SupportManifest, SupportPreset } from '../../contract/diagnostics/support-bundle.ts';
import { version } from '../../contract/version.ts';
import type { Redact, Redacted } from '../../domain/redaction/redactor.ts';
import { type RedactionCounts, sumOfCounts } from '../../domain/redaction/rules.ts';
import type { JsonValue, MadeFile, Part, PartFacts } from './part.ts';
import { reviewReport } from './review-report.ts';
import { type WriteFailure, writeStamped, zipped } from './stamped-files.ts';

export interface BundleOrder {
  readonly folder: string;
  readonly preset: SupportPreset;
  /** Those of the preset; a test adds others. */
  readonly parts: readonly Part[];
  readonly facts: PartFacts;
  readonly redact: Redact;
  readonly nowMs: number;
  /** The language of the report, as a BCP 47 tag. */
  readonly language: string;
  /** How long all parts together may take, if it is not the usual time. */
  readonly partsWithinMs?: number;
}

export interface Bundle {
  /** Full path of the archive. */
  readonly path: string;
  /** Full path of the review report, which is also in the archive. */
  readonly report: string;
  /** The folder was not there before. */
  readonly isNewFolder: boolean;
  readonly manifest: SupportManifest;
}

export type MakeFailure = WriteFailure | 'redaction-failed' | 'stopped';

/**
 * A part that takes longer is left out. A bundle is made in a moment, in less than 3 s on a quiet machine; on one that is busy, which may be what it is about,
 * its parts come late and are wanted all the same. What may hang has a shorter time of its own.
 */
const usualPartsWithinMs = 30_000;
/** So much of a text is looked through before others of the process have their turn. */
const mostAtOnce = 256 * 1024;

interface FinishedFile {
  readonly name: string;
  readonly part: string;
  readonly bytes: Buffer;
  readonly counts: RedactionCounts;
}

/** Never rejects. `redaction-failed`: a text could not be looked through. `stopped`: the caller does not want it any more. Then there is no file. */
export async function makeBundle(order: BundleOrder): Promise<Outcome<Bundle, MakeFailure>> {
  const { signal } = order.facts;
  if (signal.aborted) return failed('stopped');
  const withinMs = order.partsWithinMs ?? usualPartsWithinMs;
  const made = await Promise.all(order.parts.map(async (part) => await lookedThrough(part, order, withinMs)));
  if (signal.aborted) return failed('stopped');
  const looked = made.flatMap(({ files }) => files ?? []);
  if (made.some(({ files }) => files === null)) return failed('redaction-failed');
  const names = uniqueNames(looked.map(({ name }) => name));
  const files = looked.map((file, at) => ({ ...file, name: names[at] ?? file.name }));
  const listed = manifestOf(
    order,
    files,
    made.flatMap(({ part, because }) => (because === null ? [] : [{ part: part.id, because }])),
  );
  const report = Buffer.from(
    reviewReport({
      manifest: listed,
      parts: order.parts,
      texts: new Map(files.map(({ name, bytes }) => [name, bytes])),
      language: order.language,
    }),
  );
  // It lists the files of the parts, so that its own digest is in the manifest alone.
  const manifest = { ...listed, files: [...listed.files, { name: 'review.html', part: 'report', ...sumOf(report), removed: {} }] };
  const entries = [
    { name: 'review.html', bytes: report },
    { name: 'manifest.json', bytes: jsonBytes(manifest) },
    ...files.map(({ name, bytes }) => ({ name, bytes })),
  ];
  const archive = await zipped(entries, order.nowMs);
  // The report has its name first: an archive is never there without it.
  const written = await writeStamped({
    folder: order.folder,
    stem: 'hub-support',
    files: { '.html': report, '.zip': archive },
    nowMs: order.nowMs,
    signal,
  });
  if (!written.ok) return written;
  const { paths, isNewFolder } = written.value;
  return done({ path: paths[1] ?? '', report: paths[0] ?? '', isNewFolder, manifest });
}

/** A part is looked through while others are gathered: programs that they start, say, have processors of their own. `files` is null if one could not be looked through. */
async function lookedThrough(
  part: Part,
  { facts, redact }: BundleOrder,
  withinMs: number,
): Promise<{ readonly part: Part; readonly files: readonly FinishedFile[] | null; readonly because: WhyNot }> {
  const { files, because } = await gathered(part, facts, withinMs);
  const looked: FinishedFile[] = [];
  try {
    for (const file of files) looked.push({ part: part.id, ...(await finished(file, redact, facts.signal)) });
  } catch {
    return { part, files: null, because };
  }
  return { part, files: looked, because };
}

type WhyNot = 'nothing' | 'no-answer' | 'failed' | null;

/** Resolves once it is. */
function untilAborted(signal: AbortSignal): Promise<typeof tooLate> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(tooLate), { once: true }));
}

async function gathered(
  part: Part,
  facts: PartFacts,
  withinMs: number,
): Promise<{ readonly files: readonly MadeFile[]; readonly because: WhyNot }> {
  try {
    // Not every part ends at once when its caller has stopped, and nobody waits for it any more.
    const files = await within(withinMs, Promise.race([part.make(facts), untilAborted(facts.signal)]));
    if (files === tooLate) return { files: [], because: 'no-answer' };
    return { files, because: files.length === 0 ? 'nothing' : null };
  } catch {
    // What went wrong there may quote anything.
    return { files: [], because: 'failed' };
  }
}

async function finished(file: MadeFile, redact: Redact, signal: AbortSignal): Promise<Omit<FinishedFile, 'part'>> {
  const name = redact(file.name);
  if ('json' in file) {
    const { value, counts } = redactedValue(file.json, redact);
    return { name: name.text, bytes: jsonBytes(value), counts: sumOfCounts([name.counts, counts]) };
  }
  const pieces: Redacted[] = [];
  for (const piece of piecesOf(file.text)) {
    pieces.push(redact(piece));
    await turn();
    signal.throwIfAborted();
  }
  return {
    name: name.text,
    bytes: Buffer.from(pieces.map(({ text }) => text).join('')),
    counts: sumOfCounts([name.counts, file.counts, ...pieces.map(({ counts }) => counts)]),
  };
}

/** Whole lines, about as long as what is looked through at once. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at + mostAtOnce);
    yield text.slice(at, end < 0 ? text.length : end + 1);
    at = end < 0 ? text.length : end + 1;
  }
}

/** Texts and keys; and numbers whose digits the user named. */
function redactedValue(value: JsonValue, redact: Redact): { readonly value: JsonValue; readonly counts: RedactionCounts } {
  const all: RedactionCounts[] = [];
  const taken = ({ text, counts }: Redacted): string => {
    all.push(counts);
    return text;
  };
  const inner = (one: JsonValue): JsonValue => {
    if (typeof one === 'string') return taken(redact(one));
    if (typeof one === 'number') {
      // Of the other rules some are about digits too: a time is no card.
      const redacted = redact(String(one));
      return redacted.counts['your-word'] === undefined ? one : taken(redacted);
    }
    if (isList(one)) return one.map(inner);
    if (typeof one !== 'object' || one === null) return one;
    const keys = uniqueNames(Object.keys(one).map((key) => taken(redact(key))));
    return Object.fromEntries(Object.values(one).map((each, at) => [keys[at] ?? '', inner(each)]));
  };
  return { value: inner(value), counts: sumOfCounts(all) };
}

/** Names that became the same are told apart by a number. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; used.has(unique); n += 1) unique = `${name}-${n}`;
    used.add(unique);
    return unique;
  });
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function sumOf(bytes: Buffer): { readonly bytes: number; readonly sha256: string } {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function manifestOf({ preset, nowMs }: BundleOrder, files: readonly FinishedFile[], leftOut: SupportManifest['leftOut']): SupportManifest {
  return {
    bundle: 1,
    preset,
    createdAt: localTimestamp(nowMs),
    version,
    files: files.map(({ name, part, bytes, counts }) => ({
      name,
      part,
      ...sumOf(bytes),
      removed: counts as Record<string, number>,
    })),
    leftOut,
    removed: sumOfCounts(files.map(({ counts }) => counts)) as Record<string, number>,
  };
}
