import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClipboardThread } from './thread-owner.ts';

/** A thread of this program, which is ready at once. */
function threadOf(program: string): Promise<Awaited<ReturnType<typeof ClipboardThread.start>>> {
  const ready = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ is: 'ready', fails: null });";
  const source = `import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${ready} ${program}`;
  return ClipboardThread.start({ url: new URL(`data:text/javascript,${encodeURIComponent(source)}`) });
}

const answers =
  "parentPort.on('message', ({ do: what, id }) => { if (what === 'end') process.exit(); parentPort.postMessage({ is: 'described', id, now: id }); });";

test('a thread that has ended answers nobody, and lets nobody wait', { timeout: 30_000 }, async () => {
  const started = await threadOf(answers);
  assert.ok(started.ok);
  const thread = started.value;
  assert.partialDeepStrictEqual(await thread.ask({ do: 'describe' }), { is: 'described' });
  await thread.end();
  await thread.ended;
  assert.equal(await thread.ask({ do: 'describe' }), null);
  await thread.end();
});

test('a thread that ends before it answers has not answered', { timeout: 30_000 }, async () => {
  const started = await threadOf("parentPort.on('message', () => process.exit());");
  assert.ok(started.ok);
  assert.equal(await started.value.ask({ do: 'describe' }), null);
  await started.value.ended;
});
