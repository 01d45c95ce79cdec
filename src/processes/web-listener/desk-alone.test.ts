/** The desk by itself: with a clock of its own, and a writer that fails, or that is given nothing yet. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { createdJournal, directWriter, testJournal } from '../../../test/doubles/temporary-journal.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents/content-filter.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { unansweredCodes } from '../../journal/writing/write-failure.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { MessageDesk } from './message-desk.ts';
import { MessageRate, type Rate } from './message-rate.ts';

const sender = { pairing: 'aaaaaaaa', origin: 'o', browser: 'Chromium', program: null };
const page = { url: 'https://example.org/tea', title: 'A page about tea' };
const save = (text = 'about tea', atMs = Date.now()): object => ({ kind: 'page', ...page, text, atMs });
/** Too long for the journal's own row: its content is in a file until it is recorded. */
const large = 'x'.repeat(200_000);

interface DeskRig {
  readonly journal: JournalReader;
  readonly clock: { ms: number };
  /** What is written fails by this code while there is one. */
  failsBy: string | null;
  isPaired: boolean;
  filter: ContentFilter | null;
  /** The pairings that were to tell their tab again. */
  readonly missed: string[];
  /** The orders to the writer, by their names. */
  readonly orders: string[];
  /** The files of contents. */
  files(): readonly string[];
  pages(): unknown;
  /** `ack`, or why not. */
  ask(message: object): Promise<string>;
}

function deskAlone(t: TestContext, rate: Rate = { burst: 100, perSecond: 10 }): DeskRig {
  const place = createdJournal(t);
  const journal = testJournal(t, place);
  const clock = { ms: 0 };
  const into = directWriter(journal);
  const writer: JournalWriter = {
    write: async (name, ...given) => {
      rig.orders.push(name);
      return rig.failsBy === null ? await into.write(name, ...given) : { ok: false, reason: 'not-now', code: rig.failsBy };
    },
  };
  const desk = new MessageDesk({
    ...{ journal, writer, log: rememberingLog(() => {}) },
    places: { capturePaused: path.join(place.blobs, 'none'), ignoreNext: path.join(place.blobs, 'none') },
    filter: () => rig.filter,
    recorded: () => {},
    isPaired: () => rig.isPaired,
    told: () => {},
    missesTab: (pairing) => rig.missed.push(pairing),
    open: async () => 'failed',
    rate: new MessageRate(rate, () => clock.ms),
  });
  let last = 0;
  const rig: DeskRig = {
    ...{ journal, clock, failsBy: null, isPaired: true, filter: contentFilterDocument.parse({}), missed: [], orders: [] },
    files: () => readdirSync(place.blobs, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : [])),
    pages: () =>
      journal
        .statement('SELECT title FROM page_reports')
        .all()
        .map(({ title }) => title),
    ask: async (message) => {
      last += 1;
      const answer = await desk.answer(sender, Buffer.from(JSON.stringify({ id: `message-${last}`, atMs: Date.now(), ...message })));
      assert.ok('ack' in answer || 'nack' in answer);
      return 'ack' in answer ? 'ack' : answer.reason;
    },
  };
  return rig;
}
const beat = { kind: 'beat', atMs: undefined };
const tab = (more: object = {}): object => ({ kind: 'tab', page: { ...page, ...more } });

test('a tab that was too much leaves no earlier one standing, costs one order however often it comes, and is asked for after it', async (t) => {
  const rig = deskAlone(t, { burst: 2, perSecond: 1 });
  assert.equal(await rig.ask(tab()), 'ack');
  assert.equal(await rig.ask(beat), 'ack');
  assert.deepEqual(rig.pages(), [page.title]);
  for (const told of [null, page, null]) assert.equal(await rig.ask({ kind: 'tab', page: told }), 'busy');
  assert.deepEqual(rig.pages(), []);
  assert.deepEqual(rig.orders, ['recordPageReport', 'forgetPages']);
  assert.deepEqual(rig.missed, []);
  rig.clock.ms += 3_000;
  for (const _ of Array(2)) assert.equal(await rig.ask(beat), 'ack');
  assert.deepEqual(rig.missed, [sender.pairing]);
});

test('a save or a copy that was too much says nothing of the tab', async (t) => {
  const rig = deskAlone(t, { burst: 1, perSecond: 1 });
  assert.equal(await rig.ask(tab()), 'ack');
  for (const message of [save(), { kind: 'copy', ...page }, beat]) assert.equal(await rig.ask(message), 'busy');
  assert.deepEqual(rig.pages(), [page.title]);
});

test('a tab that could not be written is asked for after the next beat', async (t) => {
  const rig = deskAlone(t);
  rig.failsBy = 'SQLITE_BUSY';
  assert.equal(await rig.ask(tab()), 'failed');
  rig.failsBy = null;
  assert.equal(await rig.ask(beat), 'ack');
  assert.deepEqual(rig.missed, [sender.pairing]);
  assert.equal(await rig.ask(tab()), 'ack');
  await rig.ask(beat);
  assert.equal(rig.missed.length, 1);
});

test('a save has the time that its extension tells: not one to come, and none from before 90 days', async (t) => {
  const rig = deskAlone(t);
  const [dayMs, nowMs] = [86_400_000, Date.now()];
  const recordedFor = async (toldMs: number): Promise<number> => {
    assert.equal(await rig.ask(save(`told ${toldMs}`, toldMs)), 'ack');
    return Number(rig.journal.statement('SELECT copied_at AS at FROM captures ORDER BY id DESC LIMIT 1').get()?.at);
  };
  assert.equal(await recordedFor(nowMs - 80 * dayMs), nowMs - 80 * dayMs);
  const isAbout = (atMs: number, expectedMs: number): boolean => atMs >= expectedMs && atMs <= expectedMs + dayMs;
  assert.ok(isAbout(await recordedFor(0), nowMs - 90 * dayMs));
  assert.ok(isAbout(await recordedFor(nowMs + 10 * dayMs), nowMs));
});

test('what is not recorded leaves no file; what may be recorded yet keeps it', async (t) => {
  const rig = deskAlone(t);
  rig.isPaired = false;
  assert.equal(await rig.ask(save(large)), 'failed', 'its pairing has ended meanwhile');
  assert.deepEqual([rig.orders, rig.files()], [[], []]);
  rig.isPaired = true;
  rig.failsBy = 'SQLITE_FULL';
  assert.equal(await rig.ask(save(large)), 'failed');
  assert.deepEqual(rig.files(), []);
  rig.failsBy = unansweredCodes.ended;
  assert.equal(await rig.ask(save(large)), 'failed');
  assert.equal(rig.files().length, 1);
});
