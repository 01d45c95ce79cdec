import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedCopies, seenMissed } from './missed-copies.ts';

test('missed copies are new until Diagnostics has shown them', () => {
  assert.equal(missedCopies({ missed: 3, seen: 1, section: 'now' }).unseen, 2);
  assert.equal(missedCopies({ missed: 3, seen: 1, section: 'diagnostics' }).unseen, 0);
  assert.equal(seenMissed({ missed: 3, seen: 1, section: 'diagnostics' }), 3);
  assert.equal(seenMissed({ missed: 3, seen: 1, section: 'history' }), 1);
});

test('a new journal counts from zero: what was seen of the one before hides nothing', () => {
  const seen = seenMissed({ missed: 0, seen: 50, section: 'now' });
  assert.equal(missedCopies({ missed: 2, seen, section: 'now' }).unseen, 2);
});

test('why copies were missed is said only if some were, with where to look', () => {
  assert.equal(missedCopies({ missed: 0, seen: 0, section: 'diagnostics' }).text, '');
  assert.match(missedCopies({ missed: 1, seen: 1, section: 'diagnostics' }).text, /^One copy was lost before it .* in time\.$/);
  assert.match(
    missedCopies({ missed: 2, seen: 0, section: 'now' }).text,
    /^2 copies were lost before they .* Diagnostics lists the most recent ones\.$/,
  );
});

test('Diagnostics says how many were gone, and nobody is warned of them', () => {
  const gone = missedCopies({ missed: 0, gone: 1, seen: 0, section: 'diagnostics' });
  assert.equal(gone.text, '', 'nothing was lost');
  assert.match(gone.gone?.text ?? '', /^One copy was gone before it could be read: /);
  assert.equal(gone.unseen, 0);
  const elsewhere = missedCopies({ missed: 0, gone: 1, seen: 0, section: 'now' });
  assert.deepEqual([elsewhere.text, elsewhere.gone], ['', undefined]);
});

test('Diagnostics has a line for each of the last ones: when, from which program if that is known, and why', () => {
  const atMs = Date.UTC(2026, 10, 24, 12, 30);
  const last = [
    { atMs, program: 'gimp', because: 'owner-silent' },
    { atMs, program: null, because: 'too-large' },
  ] as const;
  const known = { last, clock: { nowMs: atMs, timeZone: 'UTC' } };
  const shown = missedCopies({ missed: 2, seen: 0, section: 'diagnostics', known }).last;
  assert.deepEqual(shown, ['12:30 · gimp · the program did not answer in time', '12:30 · it was too large']);
  assert.equal(missedCopies({ missed: 2, seen: 0, section: 'now', known }).last, undefined);
});

test('copies that were gone at once are listed apart from those that were lost', () => {
  const atMs = Date.UTC(2026, 10, 24, 12, 30);
  const last = (['replaced', 'owner-silent', 'owner-gone'] as const).map((because) => ({ atMs, program: 'keepassxc', because }));
  const known = { last, clock: { nowMs: atMs, timeZone: 'UTC' } };
  const shown = missedCopies({ missed: 1, gone: 2, seen: 0, section: 'diagnostics', known });
  assert.deepEqual(shown.last, ['12:30 · keepassxc · the program did not answer in time']);
  assert.deepEqual(shown.gone?.last, [
    '12:30 · keepassxc · it was replaced immediately by the next copy',
    '12:30 · keepassxc · its program ended at once',
  ]);
});
