import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { servePipe } from '../../../test/harness/line-pipes.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import type { SingleInstanceResponse } from '../../contract/single-instance.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';

const taken = { ok: true, from: 'image', went: 'clipboard', characters: 4, without: 0 } as const;
const status = { ok: true, home: '/h', workspace: '/w', ports: { bridge: null, web: null }, components: [] };

/** A Hub whose router answers when it is told to, and which says how it is only if it `answers`. */
async function hubOf(t: TestContext, { answers = true }: { readonly answers?: boolean } = {}) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  for (const pipe of ['single-instance', 'supervisor'] as const)
    mkdirSync(path.dirname(places.pipe(pipe)), { recursive: true, mode: 0o700 });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<SingleInstanceResponse>();
  await servePipe(t, {
    path: places.pipe('single-instance'),
    answer: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  if (answers) await servePipe(t, { path: places.pipe('supervisor'), answer: async () => status });
  const { surface, printed, complained } = rememberingSurface(places);
  const extract = async () => {
    const ended = await runCommand(['action', 'extract-clipboard-text', '--json'], surface, 'hub');
    return { status: ended, printed: printed.map((line) => JSON.parse(line)), complained };
  };
  return { asked: asked.promise, answer: answer.resolve, extract, surface, printed, complained };
}

test('a text that takes longer than a minute is waited for', async (t) => {
  const hub = await hubOf(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const extracted = hub.extract();
  await hub.asked;
  t.mock.timers.tick(75_000);
  hub.answer({ ok: true, taken });
  assert.deepEqual(await extracted, { status: 0, printed: [taken], complained: [] });
});

test('a Hub that answers, and has no word of the text, is not said to hang', async (t) => {
  const hub = await hubOf(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const extracted = hub.extract();
  await hub.asked;
  t.mock.timers.tick(120_000);
  const { status: ended, printed, complained } = await extracted;
  assert.deepEqual([ended, printed.length, printed[0]?.error], [1, 1, 'no_answer']);
  assert.match(complained.join('\n'), /has not said what became of the text; if there is one, it is in the history/);
});

test('a Hub that is gone meanwhile is not running', async (t) => {
  const hub = await hubOf(t, { answers: false });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const extracted = hub.extract();
  await hub.asked;
  t.mock.timers.tick(120_000);
  const { status: ended, printed } = await extracted;
  assert.deepEqual([ended, printed.length, printed[0]?.error], [3, 1, 'not_running']);
});

test('with --json each answer is one value', async (t) => {
  for (const [answer, value] of [
    [{ ok: true }, { ok: true }],
    [
      { ok: false, error: 'failed', detail: 'it ended' },
      { ok: false, error: 'failed', detail: 'it ended' },
    ],
    [
      { ok: true, taken: { ok: false, because: 'plain' } },
      { ok: false, error: 'plain', detail: 'no text was extracted: the clipboard already contains text' },
    ],
  ] as const) {
    const hub = await hubOf(t);
    hub.answer(answer);
    assert.deepEqual((await hub.extract()).printed, [value]);
  }
});

test('why a copy was not sent to a chat is said with a status of failure, and what there is to do where it was', async (t) => {
  for (const [answer, ended, said, why] of [
    [{ ok: true }, 0, [], []],
    [{ ok: true, detail: 'Paste it' }, 0, ['Paste it'], []],
    [{ ok: false, error: 'failed', detail: 'Not sent: this copy is private' }, 1, [], ['hub: not sent: this copy is private']],
  ] as const) {
    const hub = await hubOf(t);
    hub.answer(answer);
    assert.equal(await runCommand(['action', 'send-to-chat'], hub.surface, 'hub'), ended);
    assert.deepEqual([hub.printed, hub.complained], [said, why]);
  }
});
