import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLogLines } from './log-line.ts';
import { addWordsOf, noWords } from './source-words.ts';

const words = noWords();
addWordsOf(
  `log.info('component ended', { of: id, code, signal: 'none', readyForMs, level, time, component, pid, event, origin, bytes, file: 'config/hub.json' });
   // Hub's own
   log.warn("document not used");  const route = '/api/fragments/:id'; const ids = ['clipboard', 'INFO', 'TypeError', 'password', 'txt', 'mail', 'google'];`,
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

test('a field may have the name of a property of the source, however that is written, and not of anything else in it', () => {
  const found = noWords();
  addWordsOf(
    'interface A { readonly bytes?: number; } const rows = count(of); log.info("told", { level, event: 1, code }); rest = { ...wolf, pid:2, time}; last = {\n\t\torigin\n\t}',
    'a.ts',
    found,
  );
  assert.deepEqual([...found.names], ['bytes', 'level', 'event', 'code', 'wolf', 'pid', 'time', 'origin']);
});

test('a number that may be that of a card or of a telephone goes, whatever its field is called', () => {
  for (const number of [
    4_111_111_111_111_111, 4_111_111_111_111, 491_701_234_567, 8_613_800_138_000, 2_348_031_234_567, 989_123_456_789, 5_551_234_567,
    0.491_701_234_567, -491_701_234_567,
  ])
    for (const name of ['code', 'readyForMs', 'bytes']) {
      const { text } = clean(line({ event: 'component ended', [name]: number }));
      const [digits, shown] = [String(Math.abs(number)).replace('0.', ''), text.replaceAll(/\D/g, '')];
      assert.ok(!shown.includes(digits.slice(-7)), `${name}: ${text}`);
    }
  for (const number of [-123_456_789.123_456, 123_456_789.123, 12_345_678.912]) {
    const { readyForMs } = JSON.parse(clean(line({ event: 'component ended', readyForMs: number })).text);
    assert.ok(String(readyForMs).replaceAll(/\D/g, '').length <= 9, String(readyForMs));
  }
  assert.deepEqual(clean(line({ event: 'component ended', code: 491_701_234_567 })).counts, { 'foreign-number': 1 });
});

test('counts, sizes and times stay; a large size and the time since a start weeks ago are told with three digits', () => {
  assert.match(clean(line({ event: 'component ended', readyForMs: 1_234_567_890.123 })).text, /"readyForMs":1230000000}/);
  const own = { event: 'component ended', code: 999_999_999, readyForMs: Date.UTC(2026, 2, 1), pid: -3 };
  assert.deepEqual(clean(line(own)).text, line(own));
  assert.match(
    clean(line({ event: 'component ended', bytes: 512_123_456_789, readyForMs: 3.776_000_000_000_000_2 })).text,
    /"bytes":512000000000,"readyForMs":3.776}/,
  );
});

test('an error with its class and its code stays, and no other word with a dot', () => {
  const own = line({ event: 'component ended', code: 'TypeError.ENOSPC' });
  assert.deepEqual(clean(own), { text: own, counts: {} });
  const foreign = ['TypeError.TIGER', 'TigerError.ENOSPC', 'TypeError.ENOSPC.none', 'TypeError.', 'none.ENOSPC', 'TypeError.none'];
  // Each half is a word of the source.
  for (const word of [...foreign, 'password.txt', 'mail.google', 'mail.INFO'])
    assert.deepEqual(clean(line({ event: 'component ended', code: word })).counts, { 'foreign-word': 1 }, word);
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
