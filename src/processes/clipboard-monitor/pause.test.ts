import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { deferred } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { contentFilterDocument } from '../../contract/documents.ts';
import { readCounters } from '../../journal/captures.ts';
import { contentPlaces, deleteFragment, listFragments, readPresent } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { directWriter, testJournal } from '../../journal/test-journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { FakeClipboard } from '../../platform/clipboard/fake.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';
import { locate, type Places } from '../../platform/locations.ts';
import { type FakeComponent, fakeComponent } from '../fake-component.ts';
import { Monitor } from './monitor.ts';

const enough = { kind: 'enough' } as const;

const whyPaused = 'capture is paused; resume it with: hub action resume-capture';

interface Running {
  readonly component: FakeComponent;
  readonly monitor: Monitor;
}

/** A home and a clipboard that outlive the monitors that are started on them. */
class Rig {
  readonly clipboard = new FakeClipboard();
  readonly journal: Journal;
  readonly places: Places;
  /** Nothing is written before this. */
  disk: Promise<void> = Promise.resolve();
  readonly #t: TestContext;

  constructor(t: TestContext) {
    this.#t = t;
    const home = mkdtempSync(path.join(os.tmpdir(), 'hub-pause-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    this.places = locate({
      env: { HUB_HOME: home },
      platform: 'linux',
      userHome: home,
      workingFolder: home,
      temporaryFolder: home,
      userId: '1',
    });
    mkdirSync(this.places.run);
    this.journal = testJournal(t);
  }

  async start(open: () => Promise<Outcome<Clipboard, OpenFailure>> = async () => done(this.clipboard)): Promise<Running> {
    const component = fakeComponent('clipboard', this.places);
    const filter = contentFilterDocument.parse({});
    const monitor = new Monitor({
      component,
      journal: this.journal,
      writer: this.writer,
      filter: () => filter,
      room: async () => enough,
      openClipboard: open,
    });
    this.#t.after(() => monitor[Symbol.asyncDispose]());
    await monitor.start();
    return { component, monitor };
  }

  mark(): void {
    writeFileSync(this.places.capturePaused, '');
  }

  get writer(): JournalWriter {
    const direct = directWriter(this.journal);
    return {
      write: async (name, ...given) => {
        await this.disk;
        return direct.write(name, ...given);
      },
    };
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

  async copy(text: string): Promise<void> {
    await this.clipboard.copy({ content: { 'text/plain': text } });
    await turn();
  }

  /** All that was ever captured, oldest first. */
  captured(): readonly string[] {
    return listFragments(this.journal, { limit: 100 })
      .map(({ id }) => contentPlaces(this.journal, id)[0])
      .map((place) => (place && 'inline' in place ? Buffer.from(place.inline).toString() : ''))
      .toReversed();
  }

  present(): number {
    return readPresent(this.journal).fragments.length;
  }
}

async function putBack({ component }: Running, fragmentId = 0): Promise<void> {
  component.hear({ kind: 'offer', fragmentId, requestId: 3 });
  await component.until(() => component.said.some(({ message }) => message.kind === 'offered' && message.requestId === 3 && message.ok));
}

describe('a pause', () => {
  test('takes nothing that is copied, counts none of it, and says why in the status', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.copy('before');
    await rig.pause(running);
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [null, whyPaused], 'nothing is missing');
    assert.deepEqual(running.component.said.at(-1), { to: 'python_core', message: { kind: 'captured', captureId: null } });
    assert.equal(rig.present(), 0);
    const counted = readCounters(rig.journal);
    await rig.copy('secret');
    await rig.clipboard.copy({ content: { 'text/plain': 'secret' }, concealed: true });
    rig.clipboard.miss('owner-silent');
    rig.clipboard.clear();
    assert.deepEqual(rig.captured(), ['before']);
    assert.deepEqual(readCounters(rig.journal), counted);
    assert.ok(running.component.logged.every((line) => !line.startsWith('WARN')));
  });

  test('holds from its mark on, before the word of it has come', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    rig.mark();
    await rig.copy('secret');
    rig.clipboard.miss('owner-silent');
    assert.deepEqual(rig.captured(), []);
    assert.equal(readCounters(rig.journal).missed, 0);
    assert.deepEqual(running.component.notes, [null, whyPaused]);
    running.component.hear({ kind: 'act', verb: 'pause-capture' });
    await rig.resume(running);
    assert.deepEqual([rig.captured(), rig.present(), running.component.notes.at(-1)], [[], 0, null]);
  });

  test('begins, ends and is told of also while the journal can not be read, and at a start too', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.copy('before');
    const readable = rig.journal.statement;
    rig.journal.statement = (sql) => (/^SELECT/.test(sql) && sql.includes('present') ? assert.fail('not readable') : readable(sql));
    await rig.pause(running);
    assert.equal(running.component.notes.at(-1), whyPaused);
    const second = await rig.start();
    assert.equal(second.component.notes.at(-1), whyPaused);
    await rig.resume(running);
    assert.equal(running.component.notes.at(-1), null);
  });

  test('again is the same pause', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.pause(running);
    const { changedAtMs } = readPresent(rig.journal);
    const said = running.component.said.length;
    await rig.pause(running);
    assert.deepEqual([readPresent(rig.journal).changedAtMs, running.component.said.length], [changedAtMs, said]);
    await rig.resume(running);
    await rig.resume(running);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
    assert.deepEqual(running.component.notes, [null, whyPaused, null]);
  });

  test('that is over leaves what is on the clipboard alone, and takes the next copy', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.pause(running);
    await rig.copy('secret');
    await rig.resume(running);
    await turn();
    assert.deepEqual([rig.captured(), rig.present()], [[], 0]);
    assert.equal(running.component.notes.at(-1), null);
    await rig.copy('after');
    assert.deepEqual([rig.captured(), rig.present()], [['after'], 1]);
  });

  test('that is over before its word has come ends at once', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    running.component.hear({ kind: 'act', verb: 'pause-capture' });
    assert.deepEqual(running.component.notes, [null, whyPaused, null]);
    running.component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('in which nobody copies leaves what was present before it, and what was put back in it, present again', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.copy('first');
    await rig.copy('second');
    await rig.pause(running);
    assert.equal(rig.present(), 0);
    await rig.resume(running);
    const [second, first] = listFragments(rig.journal, { limit: 2 });
    assert.deepEqual(
      readPresent(rig.journal).fragments.map(({ id }) => id),
      [second?.id],
    );
    await rig.pause(running);
    await putBack(running, first?.id);
    await rig.resume(running);
    assert.deepEqual(
      readPresent(rig.journal).fragments.map(({ id }) => id),
      [first?.id],
    );
    assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: first?.captureId });
  });

  test('in which somebody copies, clears the clipboard, or deletes what was on it, leaves nothing present', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    for (const meanwhile of [
      () => rig.copy('secret'),
      () => rig.clipboard.clear(),
      () => deleteFragment(rig.journal, listFragments(rig.journal, { limit: 1 })[0]?.id ?? 0),
    ]) {
      await rig.copy('before');
      assert.equal(rig.present(), 1);
      await rig.pause(running);
      await meanwhile();
      await rig.resume(running);
      assert.equal(rig.present(), 0);
    }
    assert.ok(running.component.logged.every((line) => !line.startsWith('ERROR')));
  });

  test('that came again before the word of its end stays', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.pause(running);
    running.component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('secret');
    assert.deepEqual(rig.captured(), []);
  });

  test('still lets a fragment be put back, which shows as present no more than anything else', async (t) => {
    const rig = new Rig(t);
    const running = await rig.start();
    await rig.copy('before');
    await rig.pause(running);
    await putBack(running, listFragments(rig.journal, { limit: 1 })[0]?.id);
    assert.equal(rig.clipboard.offered?.length, 1);
    assert.equal(rig.present(), 0);
  });

  for (const [name, until] of [
    ['is being read', async () => {}],
    ['waits for its commit', (copied: Promise<void>) => copied],
  ] as const) {
    test(`keeps a copy that ${name} when it comes, and does not say that an earlier one is present`, async (t) => {
      const rig = new Rig(t);
      const running = await rig.start();
      await rig.copy('earlier');
      const disk = deferred<void>();
      rig.disk = disk.promise;
      const copied = rig.clipboard.copy({ content: { 'text/plain': 'before' } });
      await until(copied);
      await rig.pause(running);
      assert.deepEqual(rig.captured(), ['earlier']);
      disk.resolve();
      await copied;
      await turn();
      assert.deepEqual([rig.captured(), rig.present()], [['earlier', 'before'], 0]);
      assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: null });
      await rig.resume(running);
      assert.equal(rig.present(), 0);
      await rig.copy('after');
      await rig.pause(running);
      await rig.resume(running);
      assert.equal(rig.present(), 1);
    });
  }
});

describe('a monitor that starts', () => {
  test('during a pause is paused, and after it leaves alone what was there', async (t) => {
    const rig = new Rig(t);
    rig.mark();
    await rig.copy('secret');
    const running = await rig.start();
    await turn();
    assert.deepEqual([rig.captured(), running.component.notes.every((note) => note === whyPaused)], [[], true]);
    assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: null });
    await rig.resume(running);
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('after a pause in which another one lived leaves what it finds alone, until another copy was made', async (t) => {
    const rig = new Rig(t);
    const first = await rig.start();
    await rig.pause(first);
    await rig.copy('secret');
    await rig.resume(first);
    await first.monitor[Symbol.asyncDispose]();
    const second = await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    await second.monitor[Symbol.asyncDispose]();
    await rig.clipboard.copy({ content: { 'text/plain': 'while none watched' } });
    await rig.start();
    await rig.clipboard.copy({ content: { 'text/plain': 'next' } });
    await turn();
    assert.deepEqual(rig.captured(), ['after', 'while none watched', 'next']);
  });

  test('after a pause in which none lived leaves what it finds alone', async (t) => {
    const rig = new Rig(t);
    rig.mark();
    await rig.copy('secret');
    rig.unmark();
    await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('without a display during a pause lacks it, and is paused', async (t) => {
    const rig = new Rig(t);
    rig.mark();
    const running = await rig.start(async () => failed('no-xfixes'));
    const lack = 'the X server has no XFixes extension';
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [lack, whyPaused]);
    await rig.resume(running);
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [lack, null]);
  });

  test('on a display that opens during a pause does not listen there', async (t) => {
    const rig = new Rig(t);
    let open: (outcome: Outcome<Clipboard, OpenFailure>) => void = () => {};
    const component = fakeComponent('clipboard', rig.places);
    const opening = new Promise<Outcome<Clipboard, OpenFailure>>((resolve) => {
      open = resolve;
    });
    const filter = contentFilterDocument.parse({});
    const monitor = new Monitor({
      component,
      journal: rig.journal,
      writer: rig.writer,
      filter: () => filter,
      room: async () => enough,
      openClipboard: () => opening,
    });
    t.after(() => monitor[Symbol.asyncDispose]());
    const started = monitor.start();
    await rig.pause({ component, monitor });
    rig.unmark(); // so that nothing but the monitor's own memory is in the way
    open(done(rig.clipboard));
    await started;
    await rig.copy('secret');
    assert.deepEqual(rig.captured(), []);
    component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });
});
