import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { Answer } from '../../http/answer.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import type { FragmentQuery } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { foundSlices, listAnswer, listedSlices } from './list-answer.ts';

function filled(t: TestContext, copies: number): Journal {
  const journal = testJournal(t);
  for (let at = 1; at <= copies; at += 1) recordCapture(journal, textCapture(`copy ${at}`));
  return journal;
}

interface Listed {
  readonly ids: readonly number[];
  readonly next: string | null;
}

function listedIn(answer: Answer): Listed {
  assert.ok(answer.kind === 'bytes');
  const { items, next } = JSON.parse(Buffer.from(answer.bytes).toString()) as { items: { id: string }[]; next: string | null };
  return { ids: items.map(({ id }) => Number(id)), next };
}

const idsBetween = (from: number, to: number): readonly number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);

test('a long page is whole in both directions, and leaves the event loop to others while it is read', async (t) => {
  const journal = filled(t, 400);
  const view = { journal, pathsOf: () => [] };
  const list = async (query: FragmentQuery): Promise<Listed> => listedIn(await listAnswer(view, query, listedSlices(journal, query)));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  assert.deepEqual(await list({ limit: 300 }), { ids: idsBetween(400, 101), next: '101' });
  assert.ok(turns >= 4, `${turns}`);
  clearImmediate(next);
  assert.deepEqual(await list({ limit: 300, before: 101 }), { ids: idsBetween(100, 1), next: null });
  assert.deepEqual(await list({ limit: 128, after: 10 }), { ids: idsBetween(138, 11), next: '138' });
  assert.deepEqual(await list({ limit: 128, after: 300 }), { ids: idsBetween(400, 301), next: null });
  assert.deepEqual(await list({ limit: 64 }), { ids: idsBetween(400, 337), next: '337' });
});

test('what a search found is whole in both directions, and a fragment that goes meanwhile is left out', async (t) => {
  const journal = filled(t, 200);
  const view = { journal, pathsOf: () => [] };
  const found = idsBetween(200, 51).map((id) => ({ id, line: null }));
  const list = (query: FragmentQuery): Promise<Answer> => listAnswer(view, query, foundSlices(journal, query, { found, next: 51 }));
  const older = list({ limit: 150 });
  deleteFragment(journal, 60); // the first slice is read by now
  assert.deepEqual(listedIn(await older), { ids: idsBetween(200, 51).filter((id) => id !== 60), next: '51' });
  assert.deepEqual(listedIn(await list({ limit: 150, after: 50 })), { ids: idsBetween(200, 51).filter((id) => id !== 60), next: '51' });
  const nothing = listAnswer(view, { limit: 9 }, foundSlices(journal, { limit: 9 }, { found: [], next: 7 }));
  assert.deepEqual(listedIn(await nothing), { ids: [], next: '7' });
});
