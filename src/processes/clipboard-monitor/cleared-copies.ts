/**
 * Notices that a program removes again what it has copied: it clears the clipboard within a minute, or puts back what was there before, as the command
 * lines of password managers do, which can't mark what they copy as secret.
 */
import path from 'node:path';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { isPasswordWord } from '../../domain/secrets/random-looking.ts';
import { captureKey } from '../../journal/captures/repeated-copies.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { type LastCopy, lastCopies, presentText } from '../../journal/keeping/cleared-passwords.ts';
import { tryRead } from '../../journal/reopening-reader.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { ClearedBy } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import type { Recorder } from './recording/recorder.ts';

export interface ClearedParts {
  readonly component: Pick<Component, 'tell' | 'log'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly recorder: Pick<Recorder, 'isIdle'>;
  readonly filter: () => ContentFilter | null;
  /** Called when something was erased. */
  readonly erased: () => void;
  readonly nowMs?: () => number;
}

/** A copy of one text. */
interface ClearedCopy {
  readonly sha256: string;
  readonly copiedAtMs: number;
}

interface Seen {
  readonly key: string;
  /** Null if it was not a single word as password managers make them. */
  readonly text: ClearedCopy | null;
  readonly executable: string | null;
  /** On the clock of this process. */
  readonly atMs: number;
}

/** No password is longer. */
const longestWordBytes = 512;
/** Password managers clear after 10 to 45 seconds. */
const clearedWithinMs = 60_000;
/** For a journal that accepts nothing: each wait is twice the one before, two minutes in all. */
const [firstWaitMs, longestWaitMs] = [20, 60_000];

/** The programs by which command lines copy. Each copy is another process, which often has exited before it can be identified. */
const copiers: ReadonlySet<string> = new Set(['xclip', 'xsel', 'wl-copy']);

function isShortLived(executable: string | null): boolean {
  return executable === null || copiers.has(path.basename(executable));
}

/** Password managers by the names of their programs, of which some do not mark what they copy. */
const passwordManagers =
  /^(?:1password|bitwarden|dashlane|enpass|keepass|keeper|keeweb|lastpass|nordpass|pass|proton-?pass|qtpass|secrets|seahorse|revelation|buttercup)/i;

function takesAway(executable: string | null): boolean {
  return executable === null || isShortLived(executable) || passwordManagers.test(path.basename(executable));
}

function isPassword(text: LastCopy['text']): text is NonNullable<LastCopy['text']> {
  return text !== null && text.content.length <= longestWordBytes && isPasswordWord(Buffer.from(text.content).toString());
}

export class ClearedCopies implements Disposable {
  readonly #parts: ClearedParts;
  readonly #nowMs: () => number;
  #last: Seen | null = null;
  #before: Seen | null = null;
  #isOver = false;

  constructor(parts: ClearedParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    // A monitor that is started again knows the last copies, so that a program that clears them now is noticed.
    const recent = tryRead(parts.journal, parts.component.log, lastCopies) ?? [];
    const [last = null, before = null] = recent.map((each) => this.#seenBefore(each));
    [this.#last, this.#before] = [last, before];
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  /** A copy was read. It may be what was there before the last one, put back by the program of the last one. */
  copied(capture: NewCapture): void {
    const seen = this.#seen(capture);
    const [last, before] = [this.#last, this.#before];
    const isSame = last?.key === seen.key;
    // What is only found at a start was copied before that.
    if (isSame && capture.isInitial) return;
    this.#last = seen;
    if (isSame) return;
    const isPutBack = before?.key === seen.key && this.#isBy(last, seen.executable);
    this.#before = isPutBack ? null : last;
    if (isPutBack) this.#erase(last?.text ?? null);
  }

  /**
   * The clipboard is empty. Returns whether the copy may outlive its program, if that has exited: what may be a password goes with a command or a password
   * manager, and does not come back after a start (`isInitial`).
   */
  cleared(by: ClearedBy, isInitial = false): boolean {
    const last = this.#last;
    [this.#last, this.#before] = [null, null];
    if (by === 'end' && isInitial && !this.mayComeBack()) return false;
    if (by === 'end') return last === null || last.text === null || (!isInitial && !takesAway(last.executable));
    if (last === null) return false;
    // A program that exits right after it has copied is not always known, and nobody else empties the clipboard so soon.
    const isKnown = by !== 'request' && by.executable !== null && last.executable !== null;
    if (this.#isBy(last, isKnown ? by.executable : last.executable, !isKnown)) this.#erase(last.text);
    return false;
  }

  /** Whether a monitor that is started later may offer what is on the clipboard now. */
  mayComeBack(): boolean {
    const { journal, component } = this.#parts;
    const found = tryRead(journal, component.log, (reader) => [presentText(reader)]);
    // Unread, it may be anything.
    return found !== null && !found.some(isPassword);
  }

  /** During a pause: the clipboard was cleared, or something was copied that nobody may read. */
  unread(clearedBy: 'request' | 'end' | null): void {
    if (clearedBy === null) this.forget();
    else this.cleared(clearedBy);
  }

  /** Something else was copied, and not read. */
  forget(): void {
    [this.#last, this.#before] = [null, null];
  }

  /** The journal may not have it yet, or accept nothing now. */
  #erase(copy: ClearedCopy | null, waitMs = firstWaitMs): void {
    const { component, writer, recorder, filter, erased } = this.#parts;
    const rules = filter();
    const isAllowed = rules?.detect_secrets === false || rules?.allowed_secrets.includes('cleared_password');
    if (copy === null || isAllowed || this.#isOver || waitMs > longestWaitMs) return;
    const again = (): void => void setTimeout(() => this.#erase(copy, 2 * waitMs), waitMs).unref();
    if (!recorder.isIdle) return again();
    void writer.write('eraseCleared', copy).then((written) => {
      if (!written.ok) return again();
      if (written.value.length === 0) return;
      component.log.info('password erased', { copies: written.value.length });
      for (const fragmentId of written.value) component.tell('save_worker', { kind: 'save', fragmentId });
      erased();
    });
  }

  #isBy(seen: Seen | null, executable: string | null, isUnknownEnough = false): boolean {
    if (seen === null || this.#nowMs() - seen.atMs > clearedWithinMs) return false;
    return isUnknownEnough || executable === seen.executable || (isShortLived(executable) && isShortLived(seen.executable));
  }

  #seen(capture: NewCapture): Seen {
    const [fragment, ...others] = capture.fragments;
    const content = fragment?.kind === 'text' && others.length === 0 ? fragment.representations[0]?.content : undefined;
    const isPassword =
      content !== undefined && 'inline' in content && isPasswordWord(Buffer.from(content.inline.subarray(0, longestWordBytes)).toString());
    const sha256 = isPassword && content.bytes <= longestWordBytes ? content.sha256 : undefined;
    return {
      key: captureKey(capture),
      text: sha256 === undefined ? null : { sha256, copiedAtMs: capture.copiedAtMs },
      executable: capture.source.app.executable,
      atMs: this.#nowMs(),
    };
  }

  #seenBefore({ key, text, executable, copiedAtMs }: LastCopy): Seen {
    return {
      key,
      text: isPassword(text) ? { sha256: text.sha256, copiedAtMs } : null,
      executable,
      // A clock that was set back shows an age below zero, and one that was set forward an old copy: neither is erased then.
      atMs: copiedAtMs > Date.now() ? Number.NEGATIVE_INFINITY : this.#nowMs() - (Date.now() - copiedAtMs),
    };
  }
}
