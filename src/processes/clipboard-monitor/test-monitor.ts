/** For tests: a monitor on a clipboard in memory, with a journal and a home of its own. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { done, type Outcome } from '../../base/outcome.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents.ts';
import type { Room } from '../../domain/room.ts';
import { contentPlaces, listFragments, readPresent } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { directWriter, testJournal } from '../../journal/test-journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { FakeClipboard, type FakeCopy } from '../../platform/clipboard/fake.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';
import { locate, type Places } from '../../platform/locations.ts';
import { type FakeComponent, fakeComponent } from '../fake-component.ts';
import { Monitor } from './monitor.ts';

export interface Running {
  readonly component: FakeComponent;
  readonly monitor: Monitor;
}

type Open = () => Promise<Outcome<Clipboard, OpenFailure>>;

/** A home, a journal and a clipboard that outlive the monitors that are started on them. */
export class MonitorRig {
  readonly clipboard = new FakeClipboard();
  readonly journal: Journal;
  readonly places: Places;
  /** Null stands for one that makes no sense. */
  filter: ContentFilter | null;
  room: Room = { kind: 'enough' };
  /** Nothing is written before this. */
  disk: Promise<void> = Promise.resolve();
  readonly #t: TestContext;

  constructor(t: TestContext, filter: Partial<ContentFilter> = {}) {
    this.#t = t;
    const home = mkdtempSync(path.join(os.tmpdir(), 'hub-monitor-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const folders = { userHome: home, workingFolder: home, temporaryFolder: home };
    this.places = locate({ env: { HUB_HOME: home }, platform: 'linux', userId: '1', ...folders });
    mkdirSync(this.places.run);
    this.journal = testJournal(t);
    this.filter = contentFilterDocument.parse(filter);
  }

  /** A monitor that is not started yet. */
  monitor(open: Open = async () => done(this.clipboard)): Running {
    const component = fakeComponent('clipboard', this.places);
    const monitor = new Monitor({
      component,
      journal: this.journal,
      writer: this.#writer,
      filter: () => this.filter,
      room: async () => this.room,
      openClipboard: open,
    });
    this.#t.after(() => monitor[Symbol.asyncDispose]());
    return { component, monitor };
  }

  async start(open?: Open): Promise<Running> {
    const running = this.monitor(open);
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

  /** As the supervisor does it. */
  unmark(): void {
    if (existsSync(this.places.capturePaused)) renameSync(this.places.capturePaused, this.places.capturePassedOver);
  }

  async pause({ component }: Running): Promise<void> {
    this.mark();
    component.hear({ kind: 'act', verb: 'pause-capture' });
    await turn();
  }

  async resume({ component }: Running): Promise<void> {
    this.unmark();
    component.hear({ kind: 'act', verb: 'resume-capture' });
    await turn();
  }

  /** All that was ever captured, oldest first. */
  captured(): readonly string[] {
    return listFragments(this.journal, { limit: 100 })
      .map(({ id }) => contentPlaces(this.journal, id)[0])
      .map((place) => (place && 'inline' in place ? Buffer.from(place.inline).toString() : ''))
      .toReversed();
  }

  /** How many fragments are present. */
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

/** Puts a fragment on the clipboard. Resolves when that is answered. */
export async function putBack({ component }: Running, fragmentId = 0): Promise<void> {
  component.hear({ kind: 'offer', fragmentId, requestId: 3 });
  await component.until(() => component.said.some(({ message }) => message.kind === 'offered' && message.requestId === 3 && message.ok));
}
