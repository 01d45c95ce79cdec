/** The core's parts, connected: captures are judged, judged fragments are shown and sent to be saved, settled saves are answered. */
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';
import { limitedLine } from '../../base/log-rate-limit.ts';
import type { ComponentMessage, KeepResult } from '../../contract/components.ts';
import type { CacheDocument } from '../../contract/documents/cache.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { SaveRules } from '../../contract/documents/hub.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { told } from '../../domain/language/say.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import type { ViewParts } from '../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { filesToBringBack } from '../../journal/keeping/trashed-files.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Component } from '../component.ts';
import { type BackgroundWork, startBlockIndexing, startErasing } from './background-work.ts';
import { openChangedFragments } from './changed-fragments.ts';
import { EventFeed } from './event-feed.ts';
import { CopyTexts } from './extracting/copy-texts.ts';
import { watchJournal } from './journal-watch.ts';
import { JudgeThread } from './judging/judge-thread.ts';
import { Judging } from './judging/judge-waiting.ts';
import { startErasingDue } from './keeping/erase-due.ts';
import type { LiveHolds } from './keeping/legal-holds.ts';
import { type Offering, Offers } from './offers.ts';
import { openPresent, type PresentSnapshot } from './present-snapshot.ts';
import { SaveNow } from './save-now.ts';
import { FileAsker } from './several/file-requests.ts';
import { TestSaves } from './test-save.ts';

export interface CoreParts {
  readonly component: Component;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly saveRules: () => SaveRules;
  /** Null while it is not valid, and there is no earlier valid version. */
  readonly filter: () => ContentFilter | null;
  /** The legal holds; without, none are looked for. */
  readonly holds?: Core['holds'];
  /** The sizes of the caches. */
  readonly cacheLimits: () => CacheDocument;
  /** The program of the judge thread; Hub's own by default. */
  readonly judgeProgram?: URL;
}

export interface Core extends Offering, AsyncDisposable {
  readonly view: ViewParts;
  readonly feed: EventFeed;
  readonly testSaves: TestSaves;
  /** What is asked of the save worker about the files of deleted copies. */
  readonly files: FileAsker;
  /** The copies that wait in the monitor. */
  readonly waitingReports: WaitingReports;
  /** Looks into content, off this event loop. */
  readonly judge: JudgeThread;
  /** Reads pictures and copied files, and keeps what is in them. */
  readonly copyTexts: CopyTexts;
  /** The content filter in force; null if it is not known. */
  readonly filter: () => ContentFilter | null;
  /** Starts judging, beginning with what is pending in the journal. */
  begin(): void;
  /** Something was recorded by this process: it is judged at once. */
  judgeNow(): void;
  /** Call when the limits of the caches have changed. */
  limitsChanged(): void;
  /** Call when the content filter has changed. */
  rulesChanged(): void;
  present(): PresentSnapshot;
  /** Reads the snapshot again, and reports changes: something was deleted. What can't be read is read at the next check. */
  refresh(): void;
  /** Call `look` before something is deleted, and `refused` with how many copies were not deleted because of them. */
  readonly holds: Pick<LiveHolds, 'look' | 'refused'>;
  /** Saves a fragment, whatever the policy; false if there is nothing to save. */
  save(fragmentId: number): Promise<boolean>;
  /** Has the monitor keep what is on the clipboard, whatever the content filter says; `captureId`: only if it is this one. Null without an answer. */
  keep(captureId: number | null): Promise<KeepResult | null>;
}

const keepWithinMs = 5_000;
/** A journal that can't be read is tried at each heartbeat, and logged less often. */
const unreadEveryMs = 60_000;
/** A copy that is judged in time is reported once, with its judgement: clients should not receive each copy twice. */
const toldUnjudgedAfterMs = 250;
/**
 * The judge thread is started this long after the core, so that the first copy does not wait for it, which takes a second on a busy machine. Not at
 * once: the monitor and the window start after the core, and need the processor more. Without questions it ends again after a minute.
 */
const judgeStartsAfterMs = 2_000;

/** Opens the core; it judges nothing before `begin`. */
export function openCore({
  component,
  journal,
  writer,
  saveRules,
  filter,
  cacheLimits,
  judgeProgram,
  holds = { look: () => {}, refused: () => {} },
}: CoreParts): Core {
  const view: ViewParts = { journal, pathsOf: pathsOfUriList };
  const source = openPresent(view);
  const feed = new EventFeed(() => source.present);
  const changed = openChangedFragments({ view, feed, log: component.log, unread: () => watch.again() });
  const erasing = startErasing({ writer, log: component.log });
  const waitingReports = new WaitingReports();
  const unread = limitedLine(unreadEveryMs);
  const files = new FileAsker(component.tell);
  const offers = new Offers(component.tell);
  const keeps = new Map<number, (result: KeepResult) => void>();
  let lastRequestId = 0;
  let later: NodeJS.Immediate | undefined;
  let unjudged: NodeJS.Timeout | undefined;
  let judgeStart: NodeJS.Timeout | undefined;
  let indexing: BackgroundWork | undefined;

  const refresh = (): void => {
    erasing.look();
    if (!isNew()) return;
    if (source.present.snapshot.absence === 'unjudged') unjudged ??= setTimeout(tell, toldUnjudgedAfterMs);
    else tell();
  };
  const isNew = (): boolean => {
    try {
      return source.refresh();
    } catch (error) {
      const line = unread.due();
      if (line !== null) component.log.warn('current content not read', { code: errorCode(error), ...line });
      watch.again();
      return false;
    }
  };
  const tell = (): void => {
    clearTimeout(unjudged);
    unjudged = undefined;
    feed.sourceChanged();
  };
  const erasingDue = startErasingDue({ journal, writer, log: component.log, erased: () => erased() });
  const erased = (): void => {
    moved();
    // A hold may have brought a copy back instead of erasing it.
    void files.bringBack(filesToBringBack(journal));
  };
  const moved = (): void => {
    refresh();
    erasingDue.look();
    changed.look();
    copyTexts.look();
    indexing?.look();
  };
  const save = (fragmentId: number): void => component.tell('save_worker', { kind: 'save', fragmentId });
  const saveNow = new SaveNow({
    journal,
    writer,
    log: component.log,
    asked: (fragmentId) => {
      save(fragmentId);
      moved();
    },
    retried: save,
  });
  const judge = new JudgeThread({ log: component.log, cacheLimits, ...(judgeProgram === undefined ? {} : { program: judgeProgram }) });
  const judging = new Judging({
    journal,
    writer,
    log: component.log,
    thread: judge,
    rules: () => ({ filter: filter(), saveRules: saveRules() }),
    judgeFails: component.threadFails('judge'),
    judged: (fragmentId, toSave) => {
      if (toSave) save(fragmentId);
      void saveNow.judged(fragmentId);
      moved();
    },
  });
  // The save worker looks for files that are to be removed.
  const copyTexts = new CopyTexts({
    ...{ writer, log: component.log, judge, filter, erased: save, changed: () => moved() },
    isThere: (id) => {
      const state = readFragment(journal, currentNumber(journal, id))?.state ?? 'filtered';
      return state !== 'filtered';
    },
  });
  const withdrawn = (): void => {
    erasing.look();
    changed.look();
  };
  const testSaves = new TestSaves({ journal, writer, judge: () => judging.look(), withdrawn });

  const heard = (message: ComponentMessage): void => {
    if (message.kind === 'captured') {
      judging.look();
      later = setImmediate(refresh); // only once something has to be judged
      changed.lookSoon();
    } else if (message.kind === 'settled') {
      testSaves.settled(message.fragmentId);
      moved();
    } else if (message.kind === 'act') {
      if (message.verb === 'save-now') void saveNow.act();
    } else if (message.kind === 'waiting') waitingReports.heard(message);
    else if (message.kind === 'offered') offers.heard(message);
    else if (message.kind === 'files-done') files.heard(message);
    else if (message.kind === 'kept') keeps.get(message.requestId)?.(message.result);
  };
  component.onTold(heard);
  const watch = watchJournal({
    journal,
    log: component.log,
    changed: () => {
      judging.look();
      moved();
    },
  });

  return {
    view,
    feed,
    testSaves,
    files,
    waitingReports,
    judge,
    copyTexts,
    filter,
    begin: () => {
      judging.begin();
      copyTexts.begin();
      judgeStart = setTimeout(() => void judge.start(), judgeStartsAfterMs);
      indexing ??= startBlockIndexing({ writer, log: component.log });
    },
    judgeNow: () => judging.look(),
    limitsChanged: () => judge.forget(),
    rulesChanged: () => judging.rulesChanged(),
    present: () => source.present,
    refresh: moved,
    holds,
    save: (fragmentId) => saveNow.save(fragmentId),
    offer: (fragmentId, part, how) => offers.offer(fragmentId, part, how),
    offerTexts: (fragmentIds, how) => offers.offerTexts(fragmentIds, how),
    keep: async (captureId) => {
      const requestId = ++lastRequestId;
      const kept = Promise.withResolvers<KeepResult>();
      keeps.set(requestId, kept.resolve);
      component.tell('clipboard', { kind: 'keep', requestId, captureId });
      const result = await within(keepWithinMs, kept.promise);
      keeps.delete(requestId);
      return result === tooLate ? null : result;
    },
    [Symbol.asyncDispose]: async () => {
      clearImmediate(later);
      clearTimeout(unjudged);
      clearTimeout(judgeStart);
      watch[Symbol.dispose]();
      changed[Symbol.dispose]();
      erasing[Symbol.dispose]();
      erasingDue[Symbol.dispose]();
      indexing?.[Symbol.dispose]();
      testSaves[Symbol.dispose]();
      await judging[Symbol.asyncDispose]();
      await judge[Symbol.asyncDispose]();
    },
  };
}

/** Between two attempts there is a wait for another program's lock, of 10 s at most (`journal.ts`). */
const holdsForMs = 15_000;

/**
 * Whether the monitor holds copies that the journal does not accept. It reports that at each attempt, and when it is over; because a message may be
 * lost, each report is valid only for a while.
 */
export class WaitingReports {
  readonly #nowMs: () => number;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  heard({ isOver }: { readonly isOver: boolean }): void {
    this.#untilMs = isOver ? Number.NEGATIVE_INFINITY : this.#nowMs() + holdsForMs;
  }

  /** The sentence about them; null if there are none. */
  get reason(): string | null {
    return this.#nowMs() < this.#untilMs ? told('copies wait in memory: the journal cannot be written to') : null;
  }
}
