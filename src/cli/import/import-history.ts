/**
 * `hub import FILE…`: brings in histories of other programs, and what `hub export` has written. The file is read here, where a crash harms nothing; each copy
 * passes the content filter, and is written into the journal like those that are made. Nothing becomes a file in the WorkSpace, or comes to the clipboard.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import { ContentSpool } from '../../base/files/spooled-content.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents/content-filter.ts';
import type { HistoryLimits } from '../../contract/documents/hub.ts';
import type { JournalContent, NewCapture } from '../../contract/journal.ts';
import { leavesReserve } from '../../domain/capture/disk-room.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { sayNumber } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import { journalBytes } from '../../journal/blobs.ts';
import { hasContent, type ImportedCopy, importCopies } from '../../journal/captures/import-copy.ts';
import { discardContents } from '../../journal/captures/temporary-contents.ts';
import { fragmentRange } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import { withJournalAsync } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';
import { annotationsWithoutSecrets, decisiveRule } from './excluding-rule.ts';
import { BrokenFile, type ImportItem, type ImportSource, type UnreadableItem } from './import-item.ts';
import { openHistory } from './open-history.ts';

export interface ImportOptions {
  readonly json?: boolean;
  /** Only says what would happen. */
  readonly dryRun?: boolean;
}

interface Counts {
  /** New entries; entries that have more times, annotations or formats now; what the history had already. */
  added: number;
  joined: number;
  known: number;
  /** Not kept, because they contain a secret, or another rule of the content filter excludes them. */
  secrets: number;
  excluded: number;
  /** Titles, tags and notes that were left out of copies that are kept. */
  secretAnnotations: number;
  /** Left out, because the limits of the history would remove them at once. */
  beyondLimits: number;
  /** The disk had no room for them. */
  noRoom: number;
}

interface Result extends Counts {
  readonly file: string;
  readonly from: ImportSource['from'];
  readonly unreadable: readonly UnreadableItem[];
  readonly unreadableCount: number;
  /** Why the rest of the file could not be read. */
  readonly broken: string | null;
}

export async function importFiles(surface: Surface, files: readonly string[], options: ImportOptions): Promise<ExitStatus> {
  const { value, unused } = effectiveDocument(surface.places, 'content-filter');
  if (unused?.instead === 'no-capture')
    return failedBecause(surface, say('nothing is imported: {why}', { why: documentCondition([unused]) ?? '' }));
  const rules: Rules = { filter: contentFilterDocument.parse(value), limits: effectiveDocument(surface.places, 'hub').value.history };
  return withJournalAsync(surface, async (journal) => {
    const results: Result[] = [];
    let failure: string | null = null;
    for (const file of files) {
      try {
        using source = openHistory(file);
        results.push(await new Importing({ surface, journal, rules, options }, file, source).run());
      } catch (error) {
        failure ??= `${oneLine(file, 200)}: ${whyNot(error)}`;
      }
    }
    const broken = results.find((each) => each.broken !== null);
    failure ??=
      broken === undefined
        ? null
        : say('{file}: {why}; what came before is imported', { file: oneLine(broken.file, 200), why: broken.broken ?? '' });
    if (options.json)
      printJson(surface, {
        ...(failure === null ? { ok: true } : { ok: false, error: 'bad_request', detail: failure }),
        dryRun: options.dryRun === true,
        files: results,
      });
    else for (const result of results) for (const line of linesOf(result, options)) surface.print(line);
    return failure === null ? 0 : options.json ? 1 : failedBecause(surface, failure, 'bad_request');
  });
}

function whyNot(error: unknown): string {
  if (error instanceof BrokenFile) return error.message;
  if (isMissing(error)) return say('there is no such file');
  if (error instanceof Error && 'syscall' in error) return say('it cannot be read');
  throw error;
}

interface Rules {
  readonly filter: ContentFilter;
  readonly limits: HistoryLimits;
}

interface Parts {
  readonly surface: Surface;
  readonly journal: Journal;
  readonly rules: Rules;
  readonly options: ImportOptions;
}

/** Written in one transaction; in the pause after it, whoever waits for the journal gets it. */
const copiesAtOnce = 32;
const bytesAtOnce = 4 * 1024 * 1024;
const pauseMs = 5;
const sayEveryMs = 2_000;
/** So many are listed; all are counted. */
const mostNamed = 1_000;
const dayMs = 86_400_000;

class Importing {
  readonly #parts: Parts;
  readonly #file: string;
  readonly #source: ImportSource;
  readonly #counts: Counts = { added: 0, joined: 0, known: 0, secrets: 0, secretAnnotations: 0, excluded: 0, beyondLimits: 0, noRoom: 0 };
  readonly #unreadable: UnreadableItem[] = [];
  #unreadableCount = 0;
  #batch: ImportedCopy[] = [];
  #batchBytes = 0;
  readonly #nowMs = Date.now();
  readonly #fileAtMs: number;

  constructor(parts: Parts, file: string, source: ImportSource) {
    this.#parts = parts;
    this.#file = file;
    this.#source = source;
    this.#fileAtMs = Math.min(this.#nowMs, Math.floor(statSync(file).mtimeMs));
  }

  async run(): Promise<Result> {
    let broken = this.#source.broken;
    try {
      await this.#all();
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error;
      broken = error.message;
    } finally {
      await this.#write();
    }
    const unreadable = { unreadable: this.#unreadable, unreadableCount: this.#unreadableCount };
    return { file: this.#file, from: this.#source.from, ...this.#counts, ...unreadable, broken };
  }

  async #all(): Promise<void> {
    const { count } = this.#source;
    const skipped = Math.max(0, count - this.#room());
    let [at, saidMs] = [0, performance.now()];
    for (const item of this.#source.items()) {
      if (at < skipped) this.#counts.beyondLimits += 1;
      else if ('unreadable' in item) this.#leaveOut(item);
      else await this.#take(item, at);
      at += 1;
      if (!this.#parts.surface.terminal || this.#parts.options.json || performance.now() - saidMs < sayEveryMs) continue;
      saidMs = performance.now();
      this.#parts.surface.print(say('{done, number} of {count, number} copies …', { done: sayNumber(at), count: sayNumber(count) }));
    }
  }

  /** How many more copies the history may have: those that it has must not go for them. */
  #room(): number {
    const { max_count: most } = this.#parts.rules.limits;
    return most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - fragmentRange(this.#parts.journal).total);
  }

  #leaveOut(item: UnreadableItem): void {
    this.#unreadableCount += 1;
    if (this.#unreadable.length < mostNamed) this.#unreadable.push(item);
  }

  async #take(item: ImportItem, at: number): Promise<void> {
    const copiedAtMs = Math.min(item.copiedAtMs ?? this.#fileAtMs - this.#source.count + at, this.#nowMs);
    if (this.#isTooOld(item, copiedAtMs)) this.#counts.beyondLimits += 1;
    else {
      const rule = decisiveRule(item, this.#parts.rules.filter);
      if (rule === null) await this.#add(item, copiedAtMs);
      else this.#counts[rule === 'detect_secrets' ? 'secrets' : 'excluded'] += 1;
    }
  }

  #isTooOld({ kind }: ImportItem, copiedAtMs: number): boolean {
    const { max_age_days: days, max_megabytes: megabytes, kinds } = this.#parts.rules.limits;
    const limit = Math.min(kinds[kind].max_age_days ?? Number.POSITIVE_INFINITY, days ?? Number.POSITIVE_INFINITY);
    const isFull = megabytes !== null && journalBytes(this.#parts.journal) > megabytes * 1_000_000;
    return isFull || copiedAtMs < this.#nowMs - limit * dayMs;
  }

  async #add(item: ImportItem, copiedAtMs: number): Promise<void> {
    const { dryRun } = this.#parts.options;
    const contents: { readonly mediaType: string; readonly content: JournalContent }[] = [];
    for (const { mediaType, bytes } of item.representations) {
      const content = dryRun ? inMemory(bytes) : await this.#spooled(bytes);
      if (content === null) {
        discardContents(this.#captureOf(item, copiedAtMs, contents));
        this.#counts.noRoom += 1;
        return;
      }
      contents.push({ mediaType, content });
    }
    const capture = this.#captureOf(item, copiedAtMs, contents);
    if (dryRun) this.#counts[hasContent(this.#parts.journal, capture) ? 'known' : 'added'] += 1;
    else await this.#queue(item, capture);
  }

  async #spooled(bytes: Uint8Array): Promise<JournalContent | null> {
    const folder = this.#parts.journal.blobs;
    const spool = new ContentSpool({ folder, hasRoom: async () => leavesReserve({ bytes: bytes.length, ...(await diskRoom(folder)) }) });
    await spool.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    const finished = await spool.finish();
    return finished.ok ? finished.value : null;
  }

  #captureOf(
    { kind, source, givenName }: ImportItem,
    copiedAtMs: number,
    contents: NewCapture['fragments'][number]['representations'],
  ): NewCapture {
    return { origin: 'import', copiedAtMs, source, givenName, fragments: [{ kind, representations: contents }] };
  }

  async #queue(item: ImportItem, capture: NewCapture): Promise<void> {
    const { copies, earlier } = item;
    const { annotations, left } = annotationsWithoutSecrets(item.annotations, this.#parts.rules.filter);
    this.#counts.secretAnnotations += left;
    const firstCopiedAtMs = Math.min(item.firstCopiedAtMs ?? capture.copiedAtMs, capture.copiedAtMs);
    this.#batch.push({ capture, timeIsKnown: item.copiedAtMs !== null, copies, firstCopiedAtMs, earlier, annotations });
    this.#batchBytes += item.representations.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (this.#batch.length >= copiesAtOnce || this.#batchBytes >= bytesAtOnce) await this.#write();
  }

  async #write(): Promise<void> {
    const batch = this.#batch;
    [this.#batch, this.#batchBytes] = [[], 0];
    if (batch.length === 0) return;
    try {
      for (const imported of importCopies(this.#parts.journal, batch)) this.#counts[imported] += 1;
    } finally {
      for (const { capture } of batch) discardContents(capture); // the journal has taken over those that it needs
    }
    await pause(pauseMs);
  }
}

function inMemory(bytes: Uint8Array): JournalContent {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), inline: bytes };
}

const mostPrinted = 20;

function linesOf(result: Result, { dryRun }: ImportOptions): readonly string[] {
  const { from, added, joined, known, secrets, secretAnnotations, excluded, beyondLimits, noRoom, unreadable, unreadableCount } = result;
  const left = [
    [secrets, say('not kept: a secret was found in {count, plural, one {# copy} other {# copies}}', { count: secrets })],
    [
      secretAnnotations,
      say('left out: a secret was found in {count, plural, one {a title, a tag or a note} other {# titles, tags and notes}}', {
        count: secretAnnotations,
      }),
    ],
    [excluded, say('not kept: your content filter excludes {count, plural, one {# copy} other {# copies}}', { count: excluded })],
    [
      beyondLimits,
      say('left out: the limits of your history (history in hub.json) have no room for {count, plural, one {# copy} other {# copies}}', {
        count: beyondLimits,
      }),
    ],
    [noRoom, say('left out: the disk has no room for {count, plural, one {# copy} other {# copies}}', { count: noRoom })],
    [unreadableCount, say('could not be read: {count, plural, one {# copy} other {# copies}}', { count: unreadableCount })],
  ] as const;
  return [
    dryRun
      ? say('Would import from {from}: {added} new, {known} in the history already.', { from, added, known: known + joined })
      : say('Imported from {from}: {added} new, {known} in the history already.', { from, added, known: known + joined }),
    ...(joined === 0
      ? []
      : [
          `  ${say('{count, plural, one {# of them has} other {# of them have}} more times, annotations or formats now', { count: joined })}`,
        ]),
    ...left.filter(([count]) => count > 0).map(([, line]) => `  ${line}`),
    ...unreadable.slice(0, mostPrinted).map(({ name, unreadable: why }) => `    ${oneLine(name, 100)}: ${why}`),
    ...(unreadableCount > mostPrinted ? [`    ${say('… and {count, number} more', { count: unreadableCount - mostPrinted })}`] : []),
  ];
}
