import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLogLines } from './log-line.ts';
import { addWordsOf, noWords } from './source-words.ts';

const words = noWords();
addWordsOf(
  `log.info('component ended', { of: id, code, signal: 'none', readyForMs, level, time, component, pid, event, origin, file: 'config/hub.json' });
   // Hub's own
   log.warn("document not used");  const route = '/api/fragments/:id'; const ids = ['clipboard', 'INFO'];`,
  'main.ts',
  words,
);
const clean = (text: string) => cleanLogLines(text, words, (word) => word === 'ENOSPC');
const line = (fields: object): string =>
  `${JSON.stringify({ level: 'INFO', time: '2026-03-01T09:05:07.042Z', component: 'clipboard', pid: 12, ...fields })}\n`;

test('a line that Hub wrote stays as it is', () => {
  const own = line({ event: 'component ended', of: 'clipboard', code: 9, signal: null, readyForMs: 12.5 });
  assert.deepEqual(clean(own), { text: own, counts: {} });
});

test('places in the source, error codes, names of documents and routes stay', () => {
  const own = line({ event: 'document not used', origin: 'main.ts-12', code: 'ENOSPC', file: 'hub.json', of: 'api.fragments.id' });
  assert.deepEqual(clean(own), { text: own, counts: {} });
});

test('a word that is not in the source goes, also where Hub would write one', () => {
  const { text, counts } = clean(line({ event: 'component ended', of: 'tiger', origin: 'other.ts-12' }));
  assert.doesNotMatch(text, /tiger|other/);
  assert.deepEqual(counts, { 'foreign-word': 2 });
});

test('a name of a field that is not in the source goes with its value, and so does what has parts', () => {
  const { text, counts } = clean(line({ event: 'component ended', tiger: 1, of: { deep: 'tiger' }, code: ['tiger'] }));
  assert.doesNotMatch(text, /tiger/);
  assert.deepEqual(counts, { 'foreign-word': 3 });
});

test('a number that may be that of a card goes', () => {
  assert.doesNotMatch(clean(line({ event: 'component ended', code: 4_111_111_111_111_111 })).text, /4111/);
});

test('a line that is none of Hub goes as a whole', () => {
  const foreign = [
    'tiger',
    '{"event":"tiger"}',
    '["component ended"]',
    '{"event":"component ended"',
    `{"event":"component ended","x":"${'x'.repeat(20_000)}"}`,
  ];
  assert.deepEqual(clean(`${foreign.join('\n')}\n`), { text: '', counts: { 'foreign-line': foreign.length } });
});

test('a line end within a line ends it, so that nothing is behind it', () => {
  assert.deepEqual(clean(`${line({ event: 'component ended' })}tiger\n`).counts, { 'foreign-line': 1 });
});
