import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentReasons } from '../../contract/journal.ts';
import { saveCondition } from './save-condition.ts';

const lacks = ['missing', 'removed', 'disconnected', 'not-a-folder', 'not-writable', 'read-only', 'full', 'no-answer', 'slow'] as const;

test('a WorkSpace that accepts files, with no save held up, has no condition', () => {
  assert.equal(saveCondition(null, []), null);
});

test('a problem of the WorkSpace is reported before there is anything to save', () => {
  for (const lack of lacks) {
    const said = saveCondition(lack, []);
    assert.match(said ?? '', /^[a-z].+[;,] .+[a-z]$/, 'what it is, and the mend');
  }
});

test('the current problem comes before the reason of failed saves, with the number that wait', () => {
  const heldUp = [
    { reason: 'no_permission', fragments: 1 },
    { reason: 'disk_full', fragments: 2 },
  ] as const;
  assert.match(saveCondition('missing', heldUp) ?? '', /^the WorkSpace and the folder above it are missing.* \(3 saves are waiting\)$/);
  assert.match(saveCondition(null, heldUp) ?? '', /^the disk of the WorkSpace is full.* \(3 saves are waiting\)$/);
  assert.match(
    saveCondition(null, heldUp.slice(0, 1)) ?? '',
    /^a folder in the WorkSpace cannot be created or written to.* \(1 save is waiting\)$/,
  );
});

test('every sentence fits into a condition', () => {
  for (const reason of fragmentReasons)
    for (const lack of [null, ...lacks]) assert.ok((saveCondition(lack, [{ reason, fragments: 10_000_000 }]) ?? '').length <= 200);
});

test('for a slow disk the cause is reported and not the timeout, and other problems come first', () => {
  const busy = { reason: 'busy', fragments: 1 } as const;
  assert.match(saveCondition('slow', [busy]) ?? '', /takes more than 5 seconds for a file.+\(1 save is waiting\)$/);
  assert.match(saveCondition('slow', [busy, { reason: 'disk_full', fragments: 1 }]) ?? '', /is full/);
});
