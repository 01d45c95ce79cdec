/**
 * Copies that outlive their process without the journal: what it does not take before the end lies in files, and the next process has it
 * recorded. They are content, so they are as private as the blobs and go as soon as the journal has them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, type Log } from '../base/log.ts';
import { ensurePrivateFolder } from '../base/private-folder.ts';
import { type HeldCapture, heldCapture } from '../contract/held-capture.ts';
import type { JournalContent, NewCapture } from '../contract/journal.ts';

export interface HeldCopy {
  readonly name: string;
  readonly capture: NewCapture;
}

/** What stands for copies that are lost: a file that makes no sense, or a mark. To be dropped when they are counted. */
export interface MissedMark {
  readonly name: string;
  readonly copies: number;
}

export interface FoundCopies {
  readonly copies: readonly HeldCopy[];
  readonly missed: readonly MissedMark[];
}

/** Far above what a copy has in memory: what is larger is none of these. */
const longestFileBytes = 64 * 1024 * 1024;
/** As many as one process holds in memory. More than these wait for the next start. */
const mostFound = 256;

export class HeldCopies {
  readonly #folder: string;
  readonly #log: Log;

  /** They lie beside the blobs, on the same disk. */
  constructor({ blobs }: { readonly blobs: string }, log: Log) {
    this.#folder = path.join(path.dirname(blobs), 'held');
    this.#log = log;
  }

  /** What earlier processes left, oldest first. What can't be read at this moment is left for the next start. Never throws. */
  find(): FoundCopies {
    const found = { copies: [] as HeldCopy[], missed: [] as MissedMark[] };
    try {
      if (!existsSync(this.#folder) || !ensurePrivateFolder(this.#folder).ok) return found;
      const names = readdirSync(this.#folder).toSorted();
      for (const name of names.filter((each) => /\.(?:json|missed)$/.test(each)).slice(0, mostFound)) this.#findOne(name, found);
      this.#dropOrphans(names);
    } catch (error) {
      this.#log.error('held copies not read', { code: errorCode(error) });
    }
    return found;
  }

  /**
   * Writes them down in their order, each under its final name when this returns: a process that is killed now loses none. The answer is the name
   * of each, or null for one that could not be written. Never throws.
   */
  keep(captures: readonly NewCapture[]): readonly (string | null)[] {
    const first = `${String(Date.now()).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
    return captures.map((capture, index) => this.#keepOne(capture, `${first}-${String(index).padStart(4, '0')}`));
  }

  /** Resolves when they would survive a power cut too. Never rejects. */
  async flush(names: readonly string[]): Promise<void> {
    const flushes = await Promise.allSettled([...names, '.'].map((name) => this.#flush(name)));
    const failures = flushes.filter(({ status }) => status === 'rejected').length;
    if (failures > 0) this.#log.warn('held copies not flushed', { files: failures });
  }

  /** Leaves a mark for so many copies that are lost and not counted yet. */
  markMissed(copies: number): void {
    if (copies === 0) return;
    try {
      const ensured = ensurePrivateFolder(this.#folder);
      if (!ensured.ok) return this.#log.error('lost copies not counted', { because: ensured.reason });
      // The number is in the name: a full disk takes a file without content all the same.
      const name = `${randomBytes(8).toString('hex')}-${copies}.missed`;
      writeFileSync(path.join(this.#folder, name), '', { mode: 0o600, flag: 'wx' });
    } catch (error) {
      this.#log.error('lost copies not counted', { code: errorCode(error) });
    }
  }

  /** Forgets one: the journal has it, or has counted it. */
  drop(name: string): void {
    try {
      rmSync(path.join(this.#folder, name), { force: true });
    } catch (error) {
      this.#log.error('held copy not removed', { code: errorCode(error) });
    }
  }

  #findOne(name: string, { copies, missed }: { copies: HeldCopy[]; missed: MissedMark[] }): void {
    if (name.endsWith('.missed')) return void missed.push({ name, copies: Number(/-(\d{1,9})\.missed$/.exec(name)?.[1] ?? 1) });
    try {
      const file = path.join(this.#folder, name);
      const facts = lstatSync(file);
      const parsed = facts.isFile() && facts.size <= longestFileBytes ? parse(readFileSync(file, 'utf8')) : null;
      const capture = parsed === null ? null : this.#captureOf(parsed);
      if (capture !== null) return void copies.push({ name, capture });
      this.#log.critical('held copy damaged');
      missed.push({ name, copies: 1 });
    } catch (error) {
      this.#log.error('held copy not read', { code: errorCode(error) });
    }
  }

  /** Null where a content is not what its digest says. */
  #captureOf(held: HeldCapture): NewCapture | null {
    let isWhole = true;
    const fragments = held.fragments.map(({ kind, representations }) => ({
      kind,
      representations: representations.map(({ mediaType, content }) => {
        const { bytes, sha256 } = content;
        if ('file' in content) return { mediaType, content: { bytes, sha256, file: path.join(this.#folder, content.file) } };
        const inline = Buffer.from(content.inline, 'base64');
        isWhole &&= inline.length === bytes && createHash('sha256').update(inline).digest('hex') === sha256;
        return { mediaType, content: { bytes, sha256, inline } };
      }),
    }));
    return isWhole && fragments.length > 0 ? { ...held, fragments } : null;
  }

  /** Contents whose copy is gone: the process was killed between the two. */
  #dropOrphans(names: readonly string[]): void {
    const copies = new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)));
    for (const name of names) {
      const isWanted = name.endsWith('.content') && copies.has(name.replace(/-\d+\.content$/, ''));
      if (!isWanted && /\.(?:content|tmp)$/.test(name)) this.drop(name);
    }
  }

  /** The description comes first: contents that it names and that are not there are a copy that is counted as missed. */
  #keepOne(capture: NewCapture, name: string): string | null {
    const moves: { readonly from: string; readonly to: string }[] = [];
    const given = (content: JournalContent): object => {
      const { bytes, sha256 } = content;
      if ('inline' in content) return { bytes, sha256, inline: Buffer.from(content.inline).toString('base64') };
      const file = `${name}-${moves.length}.content`;
      moves.push({ from: content.file, to: path.join(this.#folder, file) });
      return { bytes, sha256, file };
    };
    const fragments = capture.fragments.map(({ kind, representations }) => ({
      kind,
      representations: representations.map(({ mediaType, content }) => ({ mediaType, content: given(content) })),
    }));
    const temporary = path.join(this.#folder, `${name}.tmp`);
    try {
      const ensured = ensurePrivateFolder(this.#folder);
      if (!ensured.ok) throw Object.assign(new Error('not a private folder'), { code: 'EPERM' });
      writeFileSync(temporary, JSON.stringify({ ...capture, fragments }), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, path.join(this.#folder, `${name}.json`));
      for (const { from, to } of moves) if (existsSync(from)) renameSync(from, to);
      return `${name}.json`;
    } catch (error) {
      this.#log.error('copy not written down', { code: errorCode(error) });
      this.drop(`${name}.tmp`);
      this.drop(`${name}.json`);
      return null;
    }
  }

  async #flush(name: string): Promise<void> {
    if (name === '.' && process.platform === 'win32') return; // folders can't be opened there; NTFS journals the rename
    await using file = await open(path.join(this.#folder, name), name === '.' ? 'r' : 'r+');
    await file.sync();
  }
}

function parse(text: string): HeldCapture | null {
  try {
    return heldCapture.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
