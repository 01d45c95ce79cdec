import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { judgeProgram, waysNotToAnswer } from '../../../../test/doubles/scripted-judges.ts';
import { until } from '../../../../test/harness/until.ts';
import { cacheDocument } from '../../../contract/documents/cache.ts';
import type { JudgeQA } from './judge.ts';
import { JudgeThread } from './judge-thread.ts';

function threadOf(t: TestContext, program: URL, deadlineMs = 300, idleMs = 60_000, logged: string[] = []): JudgeThread {
  const limits = cacheDocument.parse({});
  const thread = new JudgeThread({
    log: rememberingLog((line) => logged.push(line)),
    cacheLimits: () => limits,
    program,
    deadlineMs,
    idleMs,
  });
  t.after(() => thread[Symbol.asyncDispose]());
  return thread;
}

const textOf = (text: string): JudgeQA['text'][0] => ({ content: Buffer.from(text) });
const echo = 'return new TextDecoder().decode(request.question.content);';

for (const [name, body] of Object.entries(waysNotToAnswer)) {
  const expected = { hangs: 'late', waits: 'late', backtracks: 'late', exits: 'died', fills: 'died', throws: 'threw' }[name];
  test(`a judge that ${name} is reported as ${expected}, and the next question is answered`, async (t) => {
    // Filling the memory takes a while; nothing else here does.
    const thread = threadOf(
      t,
      judgeProgram(`if (request.question.fileName === 'bad') { ${body} } ${echo}`),
      name === 'fills' ? 60_000 : 300,
    );
    assert.deepEqual(await thread.ask('text', { ...textOf('a'), fileName: 'bad' }), { ok: false, reason: expected });
    assert.deepEqual(await thread.ask('text', textOf('b')), { ok: true, value: 'b' });
    assert.equal(thread.isOneStuck, false);
  });
}

test('an idle thread does not count as waiting for a disk when it ends', async (t) => {
  const thread = threadOf(t, judgeProgram(echo));
  assert.ok(await thread.start());
  thread.forget();
  assert.equal(thread.isOneStuck, false);
});

test('a thread that is ended while it starts is no failure, and one that the system refuses ends nothing', async (t) => {
  const logged: string[] = [];
  const thread = threadOf(t, judgeProgram(echo), 300, 60_000, logged);
  const starting = thread.start();
  thread.forget();
  assert.equal(await starting, false);
  assert.deepEqual(logged, []);
  const refused = threadOf(t, new URL('https://nowhere.invalid/judge.js'), 300, 60_000, logged);
  assert.equal(await refused.start(), false);
  assert.deepEqual(await refused.ask('text', textOf('a')), { ok: false, reason: 'no-thread' });
  assert.deepEqual([...new Set(logged)], ['ERROR judge not started']);
});

test('an answer that its caller drops is not retained, however long the thread lives', async (t) => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const thread = threadOf(t, judgeProgram("return { text: 'x'.repeat(1000) };"));
  const ask = async (): Promise<WeakRef<object>> => {
    const answer = await thread.ask('text', textOf('a'));
    assert.ok(answer.ok);
    return new WeakRef(answer.value);
  };
  const answers = [await ask(), await ask(), await ask()];
  await ask();
  await until(
    'collection',
    () => {
      collect();
      return answers.every((answer) => answer.deref() === undefined);
    },
    5_000,
  );
});

test('questions are answered one at a time, and an urgent one waits only for the one in progress', async (t) => {
  const thread = threadOf(t, judgeProgram(echo));
  const order: string[] = [];
  const ask = async (text: string, first: boolean): Promise<void> => {
    const answer = await thread.ask('text', textOf(text), { first });
    order.push(answer.ok ? String(answer.value) : answer.reason);
  };
  await Promise.all([ask('under way', false), ask('second', false), ask('third', false), ask('first', true)]);
  assert.deepEqual(order, ['under way', 'first', 'second', 'third']);
});

test('a judge that hangs does not block the event loop of its callers', async (t) => {
  const thread = threadOf(t, judgeProgram(waysNotToAnswer.hangs));
  await thread.start();
  let answered: boolean | null = null;
  const asked = thread.ask('text', textOf('a')).then(({ ok }) => {
    answered = ok;
  });
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(setImmediate);
    assert.equal(answered, null);
  }
  await asked;
  assert.equal(answered, false);
});

test('a judge that waits for a processor has a longer deadline than one that uses it', async (t) => {
  const asleep = judgeProgram(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 450); ${echo}`);
  const thread = threadOf(t, asleep, 300);
  assert.deepEqual(await thread.ask('text', textOf('slept')), { ok: true, value: 'slept' });
});

test('the cache can be cleared, but not in the middle of a question', async (t) => {
  const thread = threadOf(t, judgeProgram('return counted += 1;'));
  const asked = thread.ask('text', textOf('a'));
  thread.forget();
  assert.deepEqual(await asked, { ok: true, value: 1 });
  assert.deepEqual(await thread.ask('text', textOf('b')), { ok: true, value: 1 }, 'another thread');
  assert.deepEqual(await thread.ask('text', textOf('c')), { ok: true, value: 2 });
  thread.forget();
  assert.deepEqual(await thread.ask('text', textOf('d')), { ok: true, value: 1 });
});

test('an idle judge ends, and another one takes its place', async (t) => {
  const thread = threadOf(t, judgeProgram('return counted += 1;'), 300, 1);
  assert.deepEqual(await thread.ask('text', textOf('a')), { ok: true, value: 1 });
  await until('another thread', async () => {
    const answer = await thread.ask('text', textOf('a'));
    return answer.ok && Number(answer.value) === 1;
  });
});

test('a program that can not be started, and a judge that was ended, answer nothing and blame no content', async (t) => {
  const broken = threadOf(t, new URL('data:text/javascript,nothing.here'));
  assert.deepEqual(await broken.ask('text', textOf('a')), { ok: false, reason: 'no-thread' });
  const ended = threadOf(t, judgeProgram(waysNotToAnswer.hangs), 60_000);
  await ended.start();
  const asked = ended.ask('text', textOf('a'));
  await new Promise(setImmediate);
  assert.equal(await ended.end(), true);
  assert.deepEqual(await asked, { ok: false, reason: 'no-thread' });
  assert.deepEqual(await ended.ask('text', textOf('a')), { ok: false, reason: 'no-thread' });
});
