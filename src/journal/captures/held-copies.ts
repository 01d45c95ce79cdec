/**
 * Held copies: copies that the journal does not accept before their process ends are written to files, and the next process records them. They are
 * content, so they are as private as the blobs and are deleted as soon as the journal has them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { syncFolderAt } from '../../base/files/flush.ts';
import { ensurePrivateFolder } from '../../base/files/private-folder.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';
import { errorCode, type Log } from '../../base/log.ts';
import type { JournalContent, NewCapture } from '../../contract/journal.ts';
import { type HeldCapture, heldCapture } from '../../contract/recording/held-capture.ts';

export interface HeldCopy {
  readonly name: string;
  readonly capture: NewCapture;
}

/** Stands for missed copies: a file that is not valid, or a mark. Deleted when the copies are counted. */
export interface MissedMark {
  readonly name: string;
  readonly copies: number;
}

export interface FoundCopies {
  readonly copies: readonly HeldCopy[];
  readonly missed: readonly MissedMark[];
}

/** Far more than a copy takes in memory: a larger file is not a held copy. */
const longestFileBytes = 64 * 1024 * 1024;
/** As many as one process holds in memory. The others wait for the next start. */
const mostFound = 256;

export class HeldCopies {
  readonly #folder: string;
  readonly #log: Log;

  /** The files are in a folder next to the blobs, on the same disk. */
  constructor({ blobs }: { readonly blobs: string }, log: Log) {
    this.#folder = path.join(path.dirname(blobs), 'held');
    this.#log = log;
  }

  /** The copies that earlier processes left, oldest first. Copies that can't be read now stay for the next start. Never throws. */
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
   * Writes the captures to files in order. When it returns, each has its final name, so that a process killed after that loses none. Returns the name of
   * each, or null for one that could not be written. Never throws.
   */
  keep(captures: readonly NewCapture[]): readonly (string | null)[] {
    const first = `${String(Date.now()).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
    return captures.map((capture, index) => this.#keepOne(capture, `${first}-${String(index).padStart(4, '0')}`));
  }

  /** Resolves when these files would also survive a power cut. Never rejects. */
  async flush(names: readonly string[]): Promise<void> {
    const [folder, ...flushes] = await Promise.allSettled([syncFolderAt(this.#folder), ...names.map((name) => this.#flush(name))]);
    const isFolderFlushed = folder.status === 'fulfilled' && folder.value.ok;
    const failures = flushes.filter(({ status }) => status === 'rejected').length + (isFolderFlushed ? 0 : 1);
    if (failures > 0) this.#log.warn('held copies not flushed', { files: failures });
  }

  /** Leaves a mark for this many missed copies that are not counted yet. */
  markMissed(copies: number): void {
    if (copies === 0) return;
    try {
      const ensured = ensurePrivateFolder(this.#folder);
      if (!ensured.ok) return this.#log.error('missed copies not counted', { because: ensured.reason });
      // The number is in the name, because even a full disk accepts an empty file.
      const name = `${randomBytes(8).toString('hex')}-${copies}.missed`;
      writeFileSync(path.join(this.#folder, name), '', { mode: 0o600, flag: 'wx' });
    } catch (error) {
      this.#log.error('missed copies not counted', { code: errorCode(error) });
    }
  }

  /** Deletes a held copy that the journal has recorded or counted. */
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

  /** Null if a content does not match its digest. */
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

  /** Deletes contents without a description: the process was killed while it wrote them. */
  #dropOrphans(names: readonly string[]): void {
    const copies = new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)));
    for (const name of names) {
      const isWanted = name.endsWith('.content') && copies.has(name.replace(/-\d+\.content$/, ''));
      if (!isWanted && /\.(?:content|tmp)$/.test(name)) this.drop(name);
    }
  }

  /** The description is written first: if a content that it names is missing, the copy is counted as missed. */
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
    const temporary = temporaryName();
    try {
      const ensured = ensurePrivateFolder(this.#folder);
      if (!ensured.ok) throw Object.assign(new Error('not a private folder'), { code: 'EPERM' });
      writeFileSync(path.join(this.#folder, temporary), JSON.stringify({ ...capture, fragments }), { mode: 0o600, flag: 'wx' });
      renameSync(path.join(this.#folder, temporary), path.join(this.#folder, `${name}.json`));
      for (const { from, to } of moves) if (existsSync(from)) renameSync(from, to);
      return `${name}.json`;
    } catch (error) {
      this.#log.error('copy not written down', { code: errorCode(error) });
      this.drop(temporary);
      this.drop(`${name}.json`);
      return null;
    }
  }

  async #flush(name: string): Promise<void> {
    await using file = await open(path.join(this.#folder, name), 'r+');
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
