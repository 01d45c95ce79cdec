import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/harness/until.ts';
import { done, failed } from '../../../base/outcome.ts';
import type { FollowEvents } from '../../../client/event-stream.ts';
import { problemOf } from '../../../contract/problem.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import type { Readings } from '../../../domain/view/looks/reading-progress.ts';
import { doWithExtracted } from './extracted-deeds.ts';

type Parts = Parameters<typeof doWithExtracted>[0];
const command = { kind: 'extract', fragmentId: '7', file: 1 } as const;

/** `follow`: what the core says of the reading. `fragment`: what it knows of the copy afterwards; null: it is gone. */
function rig(follow: (follow: FollowEvents) => Promise<unknown>, fragment: unknown = null) {
  const [said, shown]: [unknown[], (Readings[string] | null)[]] = [[], []];
  const state: { readings?: Readings } = {};
  const parts = {
    readings: new Map(),
    shell: {
      state,
      set: ({ readings = {} }: { readings?: Readings }) => {
        state.readings = readings;
        shown.push(readings['7/1'] ?? null);
      },
      notify: (intent: string, text: string) => said.push([intent, text]),
      lists: { refresh: async () => {} },
    },
    bridge: {
      followExtraction: async (_: unknown, by: FollowEvents) => void (await follow(by)),
      fragment: async () => (fragment === null ? failed('no-answer') : done(fragment as Fragment)),
    },
  } as unknown as Parts;
  return { parts, said, shown, state };
}
const text: Parameters<typeof rig>[0] = async ({ heard }) => heard('text', {});

test('a text that was read on request is shown with its copy; one that could not be kept is said to be that', async () => {
  const read = async (fragment: unknown) => {
    const { parts, said } = rig(text, fragment);
    await doWithExtracted(parts, command);
    return said;
  };
  for (const state of ['read', 'empty', 'secret', 'failed']) assert.deepEqual(await read({ extracted: [{ file: 1, state }] }), [], state);
  const notKept = [['warning', 'The text was read, but could not be kept: try again in a moment']];
  assert.deepEqual(await read({ extracted: [] }), notKept);
  assert.deepEqual(await read({ extracted: [{ file: 0, state: 'read' }] }), notKept);
  assert.deepEqual(await read({ extracted: [{ file: 1, state: 'reading' }] }), notKept);
  assert.deepEqual(await read({ state: 'filtered', reason: 'secret_github_token' }), [
    ['warning', 'The picture is not kept, because its text looks like a GitHub token'],
  ]);
});

test('a reason that the row shows is not said twice, and any other is said', async () => {
  const refusal = (problem: unknown): Parameters<typeof rig>[0] => {
    return async ({ heard }) => heard('problem', problem);
  };
  for (const [follow, said] of [
    [refusal(problemOf('extraction-damaged')), []],
    [
      refusal(problemOf('unavailable', 'Too many documents are being read.')),
      ['The text was not read: Too many documents are being read.'],
    ],
    [async () => {}, ['The text was not read: the core did not answer']],
  ] as const) {
    const { parts, said: notices } = rig(follow);
    await doWithExtracted(parts, command);
    assert.deepEqual(
      notices.map((notice) => (notice as string[])[1]),
      said,
    );
  }
});

test('while it is read its progress is shown, and a second request for it is none', async () => {
  let requests = 0;
  const over = Promise.withResolvers<void>();
  const { parts, shown, state } = rig(async ({ heard }) => {
    requests += 1;
    heard('progress', { done: 0, of: 1, isWaiting: true });
    heard('progress', { done: 1, of: 3 });
    heard('progress', { done: 'all', of: 3 });
    heard('progress', { done: 1_250, of: 50_000, pages: { done: 12, of: 500 } });
    await over.promise;
    heard('text', {});
  });
  const first = doWithExtracted(parts, command);
  await doWithExtracted(parts, command);
  over.resolve();
  await first;
  assert.equal(requests, 1);
  assert.deepEqual(shown, [
    { done: 0, of: 1 },
    { done: 0, of: 1, isWaiting: true },
    { done: 33, of: 100 },
    { done: 0, of: 1, pages: { done: 12, of: 500 } },
    null,
  ]);
  assert.deepEqual(state.readings, {});
});

test('what is cancelled in the window is read no more, and nothing is said of it', async () => {
  let signal: AbortSignal | undefined;
  const { parts, said, state } = rig(({ signal: ends }) => {
    signal = ends;
    return new Promise<void>((resolve) => ends.addEventListener('abort', () => resolve()));
  });
  const reading = doWithExtracted(parts, command);
  await until('the request', () => signal !== undefined);
  await doWithExtracted(parts, { ...command, kind: 'cancel-extract', file: 0 });
  assert.equal(signal?.aborted, false, 'that of another file');
  await doWithExtracted(parts, { ...command, kind: 'cancel-extract' });
  await reading;
  assert.deepEqual([signal?.aborted, said, state.readings], [true, [], {}]);
});
