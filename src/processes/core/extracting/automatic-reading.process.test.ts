import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { testCore } from '../../../../test/doubles/core-in-process.ts';
import { capture, inlineContent, judged, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { done, failed } from '../../../base/outcome.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { type TextExtractionRules, textExtractionDocument } from '../../../contract/documents/text-extraction.ts';
import { Extractor } from '../../../extraction/extractor.ts';
import type { Extracted } from '../../../extraction/reading-process.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readExtractedTexts } from '../../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { Journal } from '../../../journal/journal.ts';
import { AutomaticReading } from './automatic-reading.ts';

const times = { quietMs: 5, lookAgainMs: 5, pauseSeenMs: 5, restShare: 0, leastRestMs: 1, mostRestMs: 1 };
const textOf = (text: string): Extracted =>
  done({ text, format: 'image', pages: 1, recognizedPages: 1, pagesWithoutText: 0, isCut: false });

interface Rig {
  readonly journal: Journal;
  readonly reading: AutomaticReading;
  /** What became of a picture; nothing before it was read. */
  readonly readState: (id: number) => readonly unknown[];
  /** The sizes of the pictures in the order in which they were read. */
  readonly asked: number[];
  readonly state: { isPaused: boolean; isUnfiltered: boolean; isBusy: boolean; rules: TextExtractionRules };
}

function rig(t: TestContext, extract: Extractor['extract'] = async () => textOf('high water'), rules: object = {}): Rig {
  const { core, journal, component } = testCore(t);
  const asked: number[] = [];
  const state = { isPaused: false, isUnfiltered: false, isBusy: false, rules: textExtractionDocument.parse(rules) };
  const reading = new AutomaticReading({
    journal,
    log: component.log,
    copyTexts: core.copyTexts,
    extractor: {
      extract: (given) => {
        asked.push(given.order.content?.length ?? -1);
        return extract(given);
      },
    },
    rules: () => state.rules,
    isPaused: () => state.isPaused,
    filter: () => (state.isUnfiltered ? null : contentFilterDocument.parse({})),
    isBusy: () => state.isBusy,
    times,
  });
  t.after(() => reading[Symbol.asyncDispose]());
  const readState = (id: number) =>
    readExtractedTexts(journal, id, 99).flatMap(({ state: one, text, failure }) => (one === 'reading' ? [] : [one, text ?? failure]));
  return { journal, reading, asked, state, readState };
}

/** A picture of this many bytes. */
function copied(journal: Journal, bytes: number, side = 10): number {
  const [id = 0] = recordCapture(journal, capture([textFragment(inlineContent(Buffer.alloc(bytes, bytes)), 'image/png')])).fragmentIds;
  recordJudgement(journal, id, { ...judged({ kind: 'keep', because: 'too_short' }), pictureSize: { width: side, height: side } });
  return id;
}

test('small pictures are read one after the other, the newest first, and the large ones if that is wanted', async (t) => {
  const { journal, reading, asked, state, readState } = rig(t);
  const ids = [copied(journal, 3), copied(journal, 4, 1_500), copied(journal, 5)];
  reading.look();
  await until('two readings', () => asked.length === 2 && readState(ids[0] ?? 0).length > 0);
  assert.deepEqual(asked, [5, 3]);
  assert.deepEqual(readState(ids[2] ?? 0), ['read', 'high water']);
  await pause(20);
  state.rules = textExtractionDocument.parse({ read_pictures: 'all' });
  reading.look();
  await until('the large one', () => readState(ids[1] ?? 0).length > 0);
  assert.deepEqual(asked, [5, 3, 4]);
});

test('nothing is read if that is turned off, during a pause, without the rules, or while somebody else has a document read', async (t) => {
  const { journal, reading, asked, state } = rig(t, undefined, { read_pictures: 'off' });
  copied(journal, 3);
  reading.look();
  await pause(30);
  state.rules = textExtractionDocument.parse({});
  const reasons = ['isPaused', 'isUnfiltered', 'isBusy'] as const;
  state.isPaused = true;
  for (const [at, held] of reasons.entries()) {
    reading.look();
    await pause(30);
    assert.deepEqual(asked, [], held);
    const next = reasons[at + 1];
    if (next !== undefined) state[next] = true;
    state[held] = false;
  }
  await until('the reading', () => asked.length === 1);
});

test('a new copy interrupts it, which is no attempt; a picture that is interrupted again and again is read in the end', async (t) => {
  const finished = Promise.withResolvers<void>();
  let interrupted = 0;
  const { journal, reading, asked, readState } = rig(t, ({ signal }) => {
    const over = Promise.withResolvers<Extracted>();
    signal?.addEventListener('abort', () => {
      interrupted += 1;
      over.resolve(failed('cancelled'));
    });
    void finished.promise.then(() => over.resolve(textOf('high water')));
    return over.promise;
  });
  const id = copied(journal, 3);
  reading.look();
  for (let times = 1; times <= 4; times += 1) {
    await until(`reading ${times}`, () => asked.length === times);
    reading.interrupt();
  }
  assert.equal(interrupted, 3);
  finished.resolve();
  await until('the text', () => readState(id)[0] === 'read');
  assert.equal(journal.statement('SELECT attempts FROM extracted_texts').get()?.attempts, 1);
});

/** Reads until it is interrupted. */
const untilInterrupted: Extractor['extract'] = ({ signal }) =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(failed('cancelled'))));

test('a pause that begins ends what is being read, however often it was interrupted, and that is no attempt', async (t) => {
  for (const held of ['isPaused', 'isUnfiltered'] as const) {
    const { journal, reading, asked, state } = rig(t, untilInterrupted);
    copied(journal, 3);
    reading.look();
    for (let times = 1; times <= 4; times += 1) {
      await until(`reading ${times}`, () => asked.length === times);
      if (times < 4) reading.interrupt();
    }
    state[held] = true;
    const row = () => ({ ...journal.statement('SELECT state, attempts FROM extracted_texts').get() });
    await until('its end', () => row().state === 'waiting');
    assert.deepEqual([row(), asked.length], [{ state: 'waiting', attempts: 0 }, 4]);
    state[held] = false;
    await until('another reading', () => asked.length === 5);
  }
});

test('other rules end the wait for a language, and what is being read by the earlier ones', async (t) => {
  let extract: Extractor['extract'] = async () => failed('no-language');
  const { journal, reading, asked, state, readState } = rig(t, (given) => extract(given), { languages: ['deu'] });
  const id = copied(journal, 3);
  reading.look();
  await until('a reading', () => asked.length === 1);
  extract = untilInterrupted;
  await pause(20);
  reading.rulesChanged();
  await until('another reading', () => asked.length === 2);
  extract = async () => textOf('high water');
  state.rules = textExtractionDocument.parse({});
  reading.rulesChanged();
  await until('the text', () => readState(id)[0] === 'read');
  assert.equal(asked.length, 3);
});

test('a reading that throws does not end the others', async (t) => {
  const { journal, component } = testCore(t);
  copied(journal, 3);
  let calls = 0;
  const keeping = () => ({
    extract: async () => {
      calls += 1;
      throw new TypeError('of this test');
    },
  });
  const reading = new AutomaticReading({
    ...{ journal, log: component.log, copyTexts: { keeping }, extractor: { extract: untilInterrupted }, times },
    rules: () => textExtractionDocument.parse({ read_pictures: calls === 1 ? 'off' : 'small' }),
    isPaused: () => false,
    filter: () => contentFilterDocument.parse({}),
    isBusy: () => false,
  });
  t.after(() => reading[Symbol.asyncDispose]());
  reading.look();
  await until('the first', () => calls === 1);
  await pause(30);
  calls = 2; // there is something to read again
  reading.look();
  await until('the second', () => calls > 2);
});

test('a normal stop is no attempt, and what the journal does not take is not read', async (t) => {
  const { journal, reading, asked } = rig(t, ({ signal }) => {
    const over = Promise.withResolvers<Extracted>();
    signal?.addEventListener('abort', () => setTimeout(() => over.resolve(failed('cancelled')), 20));
    return over.promise;
  });
  copied(journal, 3);
  reading.look();
  await until('a reading', () => asked.length === 1);
  await reading[Symbol.asyncDispose]();
  assert.deepEqual({ ...journal.statement('SELECT state, attempts FROM extracted_texts').get() }, { state: 'waiting', attempts: 0 });
  const full = rig(t);
  const id = copied(full.journal, 3);
  full.journal.statement('CREATE TRIGGER full BEFORE UPDATE ON extracted_texts BEGIN SELECT raise(abort, 0); END').run();
  full.reading.look();
  await pause(50);
  assert.deepEqual(full.asked, []);
  full.journal.statement('DROP TRIGGER full').run();
  await until('the reading', () => full.readState(id).length > 0);
});

test('a picture that ends its reader twice is not read by itself again, and the others are', async (t) => {
  const folder = temporaryHome(t);
  const program = path.join(folder, 'reader.mjs');
  // In place of the process that reads: it dies of three bytes, and reads nothing in any other picture.
  writeFileSync(
    program,
    `process.on('message', ({ id, order }) => {
       if (order.content.length === 3) process.kill(process.pid, 'SIGKILL');
       process.send({ kind: 'text', id, extracted: { text: 'tide', format: 'image', pages: 1, recognizedPages: 1, pagesWithoutText: 0, isCut: false } });
     });`,
  );
  const extractor = new Extractor({ program });
  t.after(() => extractor[Symbol.dispose]());
  const { journal, reading, asked, readState } = rig(t, (given) => extractor.extract(given));
  const ids = [copied(journal, 4), copied(journal, 3)];
  reading.look();
  await until('the other one', () => readState(ids[0] ?? 0).length > 0);
  assert.deepEqual(asked, [3, 3, 4]);
  assert.deepEqual(readState(ids[0] ?? 0), ['read', 'tide']);
  assert.deepEqual(readState(ids[1] ?? 0), ['failed', 'crashed']);
});

test('a text that looks like a secret is not kept, and a language that is not installed costs no attempt', async (t) => {
  const { journal, reading, asked, readState } = rig(t, async () => failed('no-language'));
  const id = copied(journal, 3);
  reading.look();
  await until('a reading', () => asked.length === 1);
  await pause(20);
  assert.deepEqual(readState(id), []);
  assert.equal(journal.statement('SELECT attempts FROM extracted_texts').get()?.attempts, 0);
  const said = rig(t, async () => textOf('password = kT9vQ2mX7pLzR4wB'));
  const secret = copied(said.journal, 3);
  said.reading.look();
  await until('the judgement', () => readFragment(said.journal, secret)?.state === 'filtered');
  assert.deepEqual(said.readState(secret), []);
});
