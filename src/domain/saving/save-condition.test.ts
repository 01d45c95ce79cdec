import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentReasons } from '../../contract/journal.ts';
import { speak } from '../language/say.ts';
import { heardCondition, isClosedWithin, isOfWorkspace, saveCondition } from './save-condition.ts';

const lacks = [
  'missing',
  'removed',
  'disconnected',
  'empty',
  'not-a-folder',
  'not-writable',
  'read-only',
  'full',
  'no-answer',
  'slow',
] as const;

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

test('what is wrong with the WorkSpace itself is told apart from what is wrong within it, which no look at it finds', () => {
  for (const lack of lacks) assert.ok(isOfWorkspace(saveCondition(lack, []) ?? ''), lack);
  for (const reason of ['no_permission', 'missing_directory', 'io_error', 'outside_workspace', 'busy'] as const) {
    const told = saveCondition(null, [{ reason, fragments: 1 }]) ?? '';
    assert.deepEqual([isOfWorkspace(told), isClosedWithin(told)], [false, reason === 'no_permission'], reason);
  }
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

test('saves that wait for another WorkSpace than the active one name its folder, and never tell to choose another one', () => {
  for (const reason of ['disk_full', 'no_permission', 'missing_directory', 'io_error', 'busy'] as const) {
    const said = saveCondition(null, [{ reason, fragments: 2 }], '/media/stick') ?? '';
    assert.match(said, /\/media\/stick.*; .+ \(2 saves are waiting\)$/);
    assert.doesNotMatch(said, /choose another/);
  }
  assert.match(saveCondition('full', [{ reason: 'busy', fragments: 1 }], '/media/stick') ?? '', /^the disk of the WorkSpace is full/);
  assert.equal(saveCondition(null, [], '/media/stick'), null);
  const long = saveCondition(null, [{ reason: 'io_error', fragments: 10_000_000 }], `/media/${'a'.repeat(500)}/end`) ?? '';
  assert.ok(long.length <= 200 && long.includes('…') && long.includes('/end,'), long);
});

test('a sentence about another WorkSpace is heard in another language', () => {
  const told = saveCondition(null, [{ reason: 'disk_full', fragments: 2 }], '/media/stick') ?? '';
  speak('de', {
    'the disk of {folder}, for which copies wait, is full; free some space on it': 'voll: {folder}; Platz schaffen',
    '{problem} ({waiting, plural, one {# save is} other {# saves are}} waiting)': '{problem} (es warten: {waiting})',
  });
  try {
    assert.equal(heardCondition(told), 'voll: /media/stick; Platz schaffen (es warten: 2)');
  } finally {
    speak('en');
  }
});
