/**
 * What is not captured now, as this process sees it. The supervisor's marks decide. They are checked for every copy, so that nothing is captured that
 * was copied after a pause was confirmed, however late the message about it arrives.
 *
 * At the end of a pause its mark becomes another one: what is on the clipboard may have been copied during the pause. That mark outlives this
 * process, and is deleted with the next copy: a monitor that starts after the pause must not take what it finds for a new copy. And what was passed
 * over may come back from a clipboard manager, which is not a new copy either. So may a copy that was refused: most managers put it back without the mark by
 * which its owner concealed it, and none is the program that a rule excludes.
 *
 * Wayland tells of no copy which program made it, and so not that it is a clipboard manager. There it is the same copy if it follows at once one that
 * was passed over, or, within a second, the end of one that was passed over or refused.
 */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncFolderAt } from '../../base/files/flush.ts';
import { errorCode, type Log } from '../../base/log.ts';
import type { Pause } from '../../domain/capture/pause-time.ts';
import { mayBePrivate } from '../../domain/capture/private-browsing.ts';
import { isClipboardManager } from '../../journal/captures/clipboard-managers.ts';
import type { CopyNote } from '../../journal/captures/copy-notes.ts';
import type { PresentContent } from '../../journal/fragments/fragments.ts';
import type { OwnerIdentity } from '../../platform/clipboard/index.ts';
import type { Places } from '../../platform/locations.ts';
import { readMark, readPause } from '../pause-marks.ts';
import { currentNote, nothingPresent, type OwnerRefusal } from './journal-entries.ts';

/** A program announces one copy again within this time; nobody copies twice in it. */
const announcedWithinMs = 250;
/** A clipboard manager that polls takes this long. */
const takenOverWithinMs = 5_000;
/** One that is told of an empty clipboard, as on Wayland, takes this long on a busy machine. */
const putBackWithinMs = 1_000;

type Refused = Exclude<OwnerRefusal, 'passed-over'> | 'concealed';

export class CapturePauses {
  readonly #places: Places;
  readonly #log: Log;
  readonly #nowMs: () => number;
  #isHeld = false;
  #passesOver: boolean;
  /** The last copy that was passed over: who made it, when, and when it left the clipboard empty. On the clock of this process. */
  #last: { readonly client: number | null; readonly atMs: number; readonly goneAtMs: number | null } | null = null;
  /** The last copy if it was refused: why, when it was, and when it left the clipboard empty. On the same clock. */
  #refused: { readonly because: Refused; readonly atMs: number; readonly goneAtMs: number } | null = null;
  /** The same of the last copy before this process started, which a manager may have taken over since. */
  #refusedBefore: Refused | null;
  /** The clipboard that is watched took the place of another one, and nothing was copied since. */
  #isHandedOver = false;
  /** Nobody is told there which program makes a copy. */
  #isAnonymous = false;
  /** The last copy was captured. */
  #isCaptured = false;
  /** The last copy on the clipboard that was watched before. */
  #wasCaptured = false;
  /** When the clipboard became empty, on the same clock. */
  #emptyAtMs = Number.NEGATIVE_INFINITY;
  /** New owners that may be clipboard managers, and are not judged yet. */
  readonly #doubtful = new Set<number | null>();

  constructor(
    { places, log }: { readonly places: Places; readonly log: Log },
    refusedBefore: Refused | null = null,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#refusedBefore = refusedBefore;
    this.#places = places;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#passesOver = readMark(places.capturePassedOver) !== null;
  }

  /** What is not captured now; null if every copy is. */
  get now(): Pause | null {
    const now = readPause(this.#places);
    return this.#isHeld && now?.what !== 'everything' ? { what: 'everything', untilMs: null } : now;
  }

  /** The mark of a pause exists now. */
  get isMarked(): boolean {
    return readMark(this.#places.capturePaused) !== null;
  }

  /** Between `begin` and `end`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** What a starting watch finds on the clipboard may have been copied during a pause. */
  get passesOverInitial(): boolean {
    return this.#passesOver;
  }

  begin(): void {
    this.#isHeld = true;
    this.#passesOver = true;
  }

  end(): void {
    this.#isHeld = false;
  }

  /**
   * A clipboard is watched from now on. `isSuccessor`: another one of this session, which has what the one before had. Who owns it is not known there, so that neither
   * a mark nor a window title may tell of a copy that was refused that it is still the same.
   */
  opened(isSuccessor: boolean, isAnonymous: boolean): void {
    this.#isAnonymous = isAnonymous;
    this.#isHandedOver = isSuccessor;
    this.#wasCaptured = isSuccessor && this.#isCaptured;
    this.#isCaptured = false;
    if (isSuccessor) this.#refusedBefore = this.#refused?.because ?? this.#refusedBefore;
  }

  /** How a rule's refusal counts. Of a copy that was captured from the clipboard before, and whose owner is not known on this one, nothing changes. */
  refusal<Because extends Refused>(because: Because, isInitial: boolean): Because | 'passed-over' {
    return because === 'owner-unknown' && isInitial && this.#wasCaptured ? 'passed-over' : because;
  }

  /** A copy was made and is not captured. */
  passedOver(client: number | null): void {
    this.#isCaptured = false;
    this.#last = { client, atMs: this.#nowMs(), goneAtMs: null };
    this.#passesOver = true;
  }

  /** A copy was not read, because it is concealed or by a rule. */
  refused(because: Refused): void {
    this.#isCaptured = false;
    this.#refused = { because, atMs: this.#nowMs(), goneAtMs: Number.NEGATIVE_INFINITY };
  }

  /**
   * The copy that was to be ignored was made: its mark becomes the other one, so that the next copy is captured. If that is impossible, the next copy is
   * ignored too.
   */
  ignored(client: number | null): void {
    this.passedOver(client);
    const { ignoreNext, capturePassedOver } = this.#places;
    try {
      renameSync(ignoreNext, capturePassedOver);
    } catch (error) {
      return this.#log.error('ignored copy not noted', { code: errorCode(error) });
    }
    this.#log.info('copy ignored');
    // Without waiting for the disk: after a power cut that comes first, one more copy is ignored.
    void syncFolderAt(path.dirname(ignoreNext));
  }

  /** The clipboard is empty: it was cleared, or the program that had it has exited. */
  cleared(): void {
    this.#isCaptured = false;
    this.#emptyAtMs = this.#nowMs();
    if (this.#last !== null) this.#last = { ...this.#last, goneAtMs: this.#emptyAtMs };
    if (this.#refused !== null) this.#refused = { ...this.#refused, goneAtMs: this.#emptyAtMs };
  }

  /**
   * While the next copy is to be ignored: the clipboard has just become empty, so this owner may be a clipboard manager that puts back an earlier copy.
   * That is not the next one; otherwise the mark would be used up before the secret is copied. `judged` decides when the owner is known.
   */
  mayPutBack(client: number | null): boolean {
    if (this.#nowMs() - this.#emptyAtMs >= takenOverWithinMs) return false;
    this.#doubtful.add(client);
    return true;
  }

  /**
   * `next`: the copy that is to be ignored. `passed-over`: a copy that was made before, and has a new owner; if it was refused, the reason for that. `new`: any
   * other.
   */
  judged(owner: OwnerIdentity, client: number | null, isInitial: boolean): 'next' | 'passed-over' | 'new' | Refused {
    const isDoubtful = this.#doubtful.delete(client);
    const isPutBack = (goneAtMs: number | null | undefined): boolean =>
      this.#isAnonymous && !isInitial && this.#nowMs() - (goneAtMs ?? Number.NEGATIVE_INFINITY) < putBackWithinMs;
    if (this.isTakenOver(owner) || this.isAnnouncedAgain(client) || isPutBack(this.#last?.goneAtMs)) return 'passed-over';
    const refused = isInitial ? this.#refusedBefore : this.#refusedMayComeBack ? (this.#refused?.because ?? null) : null;
    // It was counted already.
    if (refused !== null && isInitial && this.#isHandedOver) return 'passed-over';
    if (
      refused !== null &&
      (isPutBack(this.#refused?.goneAtMs) || isClipboardManager(owner) || (isInitial && (mayBePrivate(owner) || isNobodyKnown(owner))))
    )
      return refused;
    if (!isDoubtful || this.now?.what !== 'next') return 'new';
    return isPutBack(this.#emptyAtMs) || isClipboardManager(owner) ? 'passed-over' : 'next';
  }

  /** Some programs announce one copy several times: once more for each format, or once more when they have all of them. */
  isAnnouncedAgain(client: number | null): boolean {
    const mayBeSame = this.#last !== null && (this.#isAnonymous || (client !== null && client === this.#last.client));
    return mayBeSame && this.#nowMs() - (this.#last?.atMs ?? 0) < announcedWithinMs;
  }

  /** A clipboard manager may still take over what was passed over or refused. */
  get mayComeBack(): boolean {
    return this.#passedOverMayComeBack || this.#refusedMayComeBack;
  }

  get #passedOverMayComeBack(): boolean {
    return this.#last !== null && this.#nowMs() - Math.max(this.#last.atMs, this.#last.goneAtMs ?? 0) < takenOverWithinMs;
  }

  get #refusedMayComeBack(): boolean {
    return this.#refused !== null && this.#nowMs() - Math.max(this.#refused.atMs, this.#refused.goneAtMs) < takenOverWithinMs;
  }

  /** Whether `judged` has to know the owner. */
  get needsOwner(): boolean {
    return this.mayComeBack || this.#refusedBefore !== null || this.#doubtful.size > 0;
  }

  /** Whether this owner is a clipboard manager that has taken over what was passed over. */
  isTakenOver(owner: OwnerIdentity): boolean {
    return this.#passedOverMayComeBack && isClipboardManager(owner);
  }

  /** The last copy was captured. */
  captured(): void {
    this.#isCaptured = true;
  }

  /** Something else was copied. */
  forget(): void {
    [this.#refused, this.#refusedBefore] = [null, null];
    [this.#isHandedOver, this.#wasCaptured, this.#isCaptured] = [false, false, false];
    if (this.isHeld || this.isMarked) return;
    this.#last = null;
    this.#doubtful.clear();
    // The supervisor may have made this mark without this process: the next copy was to be ignored, and none was made in time.
    this.#passesOver = false;
    try {
      rmSync(this.#places.capturePassedOver, { force: true });
    } catch (error) {
      this.#log.warn('pause not forgotten', { code: errorCode(error) });
    }
  }
}

/** Nothing tells whether it is the program whose copy was refused. */
function isNobodyKnown({ name, executable }: OwnerIdentity): boolean {
  return name === null && executable === null;
}

/** Why the last copy was not read, by what its note left as the absence; null if it was no refusal, or one that may not hold any more. */
export function refusedAtLast(absence: PresentContent['absence']): Refused | null {
  if (absence === 'excluded') return 'excluded-app';
  return absence === 'concealed' || absence === 'excluded-window' ? absence : null;
}

/** The capture that is on the clipboard, or that nothing is; null: something else is. */
export function knownPresent({ fragments, absence }: PresentContent): number | 'nothing' | null {
  return fragments[0]?.captureId ?? (absence === 'cleared' ? 'nothing' : null);
}

/** After a pause: what was on the clipboard before is still there. */
export function returnNote(returns: number | 'nothing', atMs: number): CopyNote {
  return returns === 'nothing' ? nothingPresent(atMs, 'cleared') : currentNote(returns, atMs);
}
