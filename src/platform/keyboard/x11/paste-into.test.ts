import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnedAway } from './focus-watch.ts';
import { type PasteParts, typeAway } from './paste-into.ts';

const away: TurnedAway = { to: 99, kept: 3 };

/** Keys that are held, of a server that says nothing of its keyboard. */
function parts(now: TurnedAway | null) {
  const did: string[] = [];
  const held = { isHolding: true, forget: (count: number) => did.push(`forget ${count}`), drop: () => did.push('drop') };
  const connection = { request: async () => null, order: () => {} };
  return { did, parts: { connection, held, focus: { away: async () => now } } as unknown as PasteParts };
}

test('what was typed is forgotten for a window of the user’s only as long as the user is there', async () => {
  const [back, elsewhere, there] = [parts(null), parts({ ...away, to: 98 }), parts(away)];
  for (const each of [back, elsewhere, there]) await typeAway(each.parts, away);
  assert.deepEqual([back.did, elsewhere.did, there.did], [[], [], ['forget 3', 'drop']]);
});
