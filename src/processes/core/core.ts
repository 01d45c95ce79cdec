/** The core's parts, joined: what is captured is judged, what is judged is shown and sent to be saved, what is saved is answered for. */
import { deferred, tooLate, within } from '../../base/deadline.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { CacheDocument, ContentFilter, SaveRules } from '../../contract/documents.ts';
import { pathsOfUriList } from '../../domain/uri-list.ts';
import { extents, fragmentView, type ViewParts } from '../../journal/fragment-view.ts';
import { readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import type { Component } from '../component.ts';
import { startErasing } from './erasing.ts';
import { Feed } from './feed.ts';
import { watchJournal } from './journal-watch.ts';
import { JudgeThread } from './judge-thread.ts';
import { Judging } from './judging.ts';
import { startPairing } from './pairing.ts';
import { openPresent, type Present } from './present.ts';
import { SaveNow } from './save-now.ts';
import { TestSaves } from './test-save.ts';
import { WaitingCopies } from './waiting-copies.ts';

export interface CoreParts {
  readonly component: Component;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly saveRules: () => SaveRules;
  /** Null while there is one that nobody can read, and no earlier form of it. */
  readonly filter: () => ContentFilter | null;
  /** How many answers are remembered. */
  readonly cacheLimits: () => CacheDocument;
  /** What runs in the judge's thread; Hub's own unless given. */
  readonly judgeProgram?: URL;
}

export interface Core extends AsyncDisposable {
  readonly view: ViewParts;
  readonly feed: Feed;
  readonly testSaves: TestSaves;
  /** Those that the monitor holds. */
  readonly waitingCopies: WaitingCopies;
  /** Looks into content, off this event loop. */
  readonly judge: JudgeThread;
  /** Begins to judge, with what waits in the journal. */
  begin(): void;
  /** Says that the limits of the caches changed. */
  limitsChanged(): void;
  /** Says that the content filter changed. */
  rulesChanged(): void;
  present(): Present;
  /** Reads the snapshot anew, for what was deleted. */
  refresh(): void;
  /** Has a fragment saved, whatever the policy; false where there is nothing to save. */
  save(fragmentId: number): Promise<boolean>;
  /** Puts a fragment on the clipboard; false when there is no clipboard, or it does not answer in time. Where its content is gone, the clipboard stays as it is. */
  offer(fragmentId: number, part?: 'content' | 'address'): Promise<boolean | 'content-missing'>;
}

const offerWithinMs = 5_000;
/** What is judged in time is told as what it is: nobody is to see each copy twice. */
const toldUnjudgedAfterMs = 250;

/** Opens the core; it judges nothing before `begin`. */
export function openCore({ component, journal, writer, saveRules, filter, cacheLimits, judgeProgram }: CoreParts): Core {
  const view: ViewParts = { journal, pathsOf: pathsOfUriList };
  const source = openPresent(view);
  const feed = new Feed(() => source.present);
  const erasing = startErasing({ writer, log: component.log });
  const waitingCopies = new WaitingCopies();
  const offers = new Map<number, (ok: boolean | 'content-missing') => void>();
  let lastRequestId = 0;
  let later: NodeJS.Immediate | undefined;
  let unjudged: NodeJS.Timeout | undefined;
  let pairing: Disposable | undefined;

  const refresh = (): void => {
    erasing.look();
    if (!source.refresh()) return;
    if (source.present.snapshot.absence === 'unjudged') unjudged ??= setTimeout(tell, toldUnjudgedAfterMs);
    else tell();
  };
  const tell = (): void => {
    clearTimeout(unjudged);
    unjudged = undefined;
    feed.sourceChanged();
  };
  const moved = (fragmentId: number): void => {
    refresh();
    const fragment = feed.subscribers === 0 ? null : readFragment(journal, fragmentId);
    if (fragment !== null) feed.fragmentChanged(fragmentView(view, fragment, extents.listed));
  };
  const save = (fragmentId: number): void => component.tell('save_worker', { kind: 'save', fragmentId });
  const saveNow = new SaveNow({
    journal,
    writer,
    log: component.log,
    asked: (fragmentId) => {
      save(fragmentId);
      moved(fragmentId);
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
    judged: (fragmentId, toSave) => {
      if (toSave) save(fragmentId);
      void saveNow.judged(fragmentId);
      moved(fragmentId);
    },
  });
  const withdrawn = (fragmentId: number): void => {
    erasing.look();
    feed.fragmentDeleted(fragmentId);
  };
  const testSaves = new TestSaves({ journal, writer, judge: () => judging.look(), withdrawn });

  const heard = (message: ComponentMessage): void => {
    if (message.kind === 'captured') {
      judging.look();
      later = setImmediate(refresh); // not before what has to be judged
    } else if (message.kind === 'settled') {
      testSaves.settled(message.fragmentId);
      moved(message.fragmentId);
    } else if (message.kind === 'act') {
      if (message.verb === 'save-now') void saveNow.act();
    } else if (message.kind === 'waiting') waitingCopies.heard(message);
    else if (message.kind === 'offered') offers.get(message.requestId)?.(message.because ?? message.ok);
  };
  component.onTold(heard);
  const watch = watchJournal({
    journal,
    log: component.log,
    changed: () => {
      judging.look();
      refresh();
    },
  });

  return {
    view,
    feed,
    testSaves,
    waitingCopies,
    judge,
    begin: () => {
      judging.begin();
      pairing ??= startPairing({ writer, log: component.log });
    },
    limitsChanged: () => judge.forget(),
    rulesChanged: () => judging.rulesChanged(),
    present: () => source.present,
    refresh,
    save: (fragmentId) => saveNow.save(fragmentId),
    offer: async (fragmentId, part = 'content') => {
      const requestId = ++lastRequestId;
      const offered = deferred<boolean | 'content-missing'>();
      offers.set(requestId, offered.resolve);
      component.tell('clipboard', { kind: 'offer', fragmentId, requestId, part });
      const ok = await within(offerWithinMs, offered.promise);
      offers.delete(requestId);
      return ok === tooLate ? false : ok;
    },
    [Symbol.asyncDispose]: async () => {
      clearImmediate(later);
      clearTimeout(unjudged);
      watch[Symbol.dispose]();
      erasing[Symbol.dispose]();
      pairing?.[Symbol.dispose]();
      testSaves[Symbol.dispose]();
      await judging[Symbol.asyncDispose]();
      await judge[Symbol.asyncDispose]();
    },
  };
}
