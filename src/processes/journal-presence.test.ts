import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../test/doubles/fake-component.ts';
import { onEachBeat } from '../base/aligned-interval.ts';
import { tooLate, within } from '../base/deadline.ts';
import { type JournalPresenceParts, watchJournalPresence } from './journal-presence.ts';

const everyMs = 600;
const log = rememberingLog(() => {});

function watch(t: TestContext, parts: Omit<JournalPresenceParts, 'log' | 'everyMs'>): void {
  const watching = watchJournalPresence({ ...parts, log, everyMs });
  t.after(() => watching[Symbol.dispose]());
}

test('a process that finds another one making way for the next journal does not wait for the next beat', async (t) => {
  let looks = 0;
  let beats = 0;
  const gone = Promise.withResolvers<number>();
  watch(t, {
    journal: { isGone: () => true, removeLog: () => ++looks === 6 },
    gone: () => gone.resolve(beats),
  });
  const counting = onEachBeat(everyMs, () => {
    beats += 1;
  });
  t.after(() => counting[Symbol.dispose]());
  const passed = await within(10_000, gone.promise);
  assert.ok(passed !== tooLate && passed < 4, `${String(passed)} beats for five more looks`);
});

test('a journal that could not be opened again is tried at a later heartbeat', async (t) => {
  let tries = 0;
  const opened = Promise.withResolvers<void>();
  watch(t, {
    journal: { isGone: () => tries < 3, removeLog: () => true },
    gone: () => {
      tries += 1;
      if (tries < 3) throw new Error('locked');
      opened.resolve();
    },
  });
  assert.notEqual(await within(10_000, opened.promise), tooLate);
});
