/** For tests: a monitor with a clipboard in memory, and its own journal and home. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { done, type Outcome } from '../../src/base/outcome.ts';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents/content-filter.ts';
import type { RoomVerdict } from '../../src/domain/capture/disk-room.ts';
import { contentPlaces, readPresent } from '../../src/journal/fragments/fragments.ts';
import { listFragments } from '../../src/journal/fragments/listing.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { JournalWriter } from '../../src/journal/writing/writer.ts';
import type { Clipboard, OpenFailure } from '../../src/platform/clipboard/index.ts';
import { locatePlaces, type Places } from '../../src/platform/locations.ts';
import { Monitor } from '../../src/processes/clipboard-monitor/monitor.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { FakeClipboard, type FakeCopy } from './fake-clipboard.ts';
import { type FakeComponent, fakeComponent } from './fake-component.ts';
import { directWriter, testJournal } from './temporary-journal.ts';

export interface RunningMonitor {
  readonly component: FakeComponent;
  readonly monitor: Monitor;
}

type Open = () => Promise<Outcome<Clipboard, OpenFailure>>;

/** A home, a journal and a clipboard on which several monitors can be started, one after the other. */
export class MonitorRig {
  readonly clipboard = new FakeClipboard();
  readonly journal: Journal;
  readonly places: Places;
  /** Null stands for an invalid document. */
  filter: ContentFilter | null;
  selectionRules = { capture: false, max_count: 500 };
  /** The active one. */
  workspace = '/nowhere/WorkSpace';
  room: RoomVerdict = { kind: 'enough' };
  /** Writes wait for this. */
  disk: Promise<void> = Promise.resolve();
  readonly #t: TestContext;

  constructor(t: TestContext, filter: Partial<ContentFilter> = {}) {
    this.#t = t;
    const home = temporaryHome(t);
    const folders = { userHome: home, workingFolder: home, temporaryFolder: home };
    this.places = locatePlaces({ env: { HUB_HOME: home }, platform: 'linux', userId: '1', ...folders });
    mkdirSync(this.places.run);
    this.journal = testJournal(t);
    this.filter = contentFilterDocument.parse(filter);
  }

  /** Creates a monitor without starting it. */
  monitor(open: Open = async () => done(this.clipboard), env: FakeComponent['env'] = {}): RunningMonitor {
    const component = { ...fakeComponent('clipboard', this.places), env };
    const monitor = new Monitor({
      component,
      journal: this.journal,
      writer: this.#writer,
      filter: () => this.filter,
      selectionRules: () => this.selectionRules,
      workspace: () => this.workspace,
      room: async () => this.room,
      openClipboard: open,
      watchDisplayPlace: () => null,
    });
    this.#t.after(() => monitor[Symbol.asyncDispose]());
    return { component, monitor };
  }

  async start(open?: Open, env?: FakeComponent['env']): Promise<RunningMonitor> {
    const running = this.monitor(open, env);
    await running.monitor.start();
    return running;
  }

  /** Another program copies. Resolves when what was read is recorded. */
  async copy(copy: string | FakeCopy): Promise<void> {
    await this.clipboard.copy(typeof copy === 'string' ? { content: { 'text/plain': copy } } : copy);
    await turn();
  }

  mark(): void {
    writeFileSync(this.places.capturePaused, '');
  }

  /** Stops the monitor as the supervisor does. */
  unmark(): void {
    if (existsSync(this.places.capturePaused)) renameSync(this.places.capturePaused, this.places.capturePassedOver);
  }

  /** What nobody captures: the copy of a pause that is over. */
  async copyDuringPause(running: RunningMonitor, text: string): Promise<void> {
    await this.pause(running);
    await this.copy(text);
    await this.resume(running);
  }

  async pause({ component }: RunningMonitor): Promise<void> {
    this.mark();
    component.hear({ kind: 'act', verb: 'pause-capture' });
    await turn();
  }

  async resume({ component }: RunningMonitor): Promise<void> {
    this.unmark();
    component.hear({ kind: 'act', verb: 'resume-capture' });
    await turn();
  }

  /** The texts of all captures, oldest first. */
  captured(): readonly string[] {
    return listFragments(this.journal, { limit: 100 })
      .map(({ id }) => contentPlaces(this.journal, id)[0])
      .map((place) => (place && 'inline' in place ? Buffer.from(place.inline).toString() : ''))
      .toReversed();
  }

  /** The number of fragments that are current. */
  present(): number {
    return readPresent(this.journal).fragments.length;
  }

  get #writer(): JournalWriter {
    const direct = directWriter(this.journal);
    return {
      write: async (name, ...given) => {
        await this.disk;
        return direct.write(name, ...given);
      },
    };
  }
}

/** Offers a fragment on the clipboard. Resolves when the monitor has answered. */
export async function putBack({ component }: RunningMonitor, fragmentId = 0): Promise<void> {
  component.hear({ kind: 'offer', fragmentId, requestId: 3 });
  await component.until(() => component.said.some(({ message }) => message.kind === 'offered' && message.requestId === 3 && message.ok));
}
