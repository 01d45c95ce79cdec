import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { parseSearch, type SearchQuery, searchKeys } from './query.ts';

const nowMs = new Date(2026, 10, 20, 15, 30).getTime();
const hour = 3_600_000;
const query = (text: string): SearchQuery => {
  const parsed = parseSearch(text, nowMs);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.detail);
  return parsed.query;
};
const terms = (text: string): unknown => query(text).map(({ any }) => (any.length === 1 ? any[0] : any));
const text = (word: string): unknown => ({ is: 'text', text: word });

test('words and phrases are folded, and have to be there', () => {
  assert.deepEqual(terms(' Straße  "zwei  Wörter" '), [text('strasse'), text('zwei worter')]);
  assert.deepEqual(terms('"not closed'), [text('not closed')]);
  assert.deepEqual(terms('"" \0 "  "'), []);
});

test('texts that look like conditions are texts', () => {
  assert.deepEqual(terms('https://example.org/a std::vector 12:30 Note: a-b - -- --flag'), [
    text('https://example.org/a'),
    text('std::vector'),
    text('12:30'),
    text('note:'),
    text('a-b'),
    text('-'),
    text('--'),
    text('--flag'),
  ]);
  assert.deepEqual(terms('"type:python" "OR"'), [text('type:python'), text('or')]);
});

test('a minus sign negates, and OR lets either hold', () => {
  assert.deepEqual(query('-draft'), [{ isNegated: true, any: [text('draft')] }]);
  assert.deepEqual(
    query('a OR b OR c d').map(({ any }) => any),
    [[text('a'), text('b'), text('c')], [text('d')]],
  );
  assert.deepEqual(terms('OR a OR'), [text('or'), text('a'), text('or')]);
  assert.deepEqual(terms('a or b'), [text('a'), text('or'), text('b')]);
});

test('each key has its condition', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    [
      'type:Python',
      [
        { is: 'type', text: 'python' },
        { is: 'extension', text: 'python' },
      ],
    ],
    [
      'type:.py',
      [
        { is: 'type', text: '.py' },
        { is: 'extension', text: 'py' },
      ],
    ],
    ['group:code', { is: 'group', text: 'code' }],
    ['kind:picture', { is: 'kind', kind: 'image' }],
    ['kind:Colour', { is: 'content-kind', kind: 'color' }],
    [
      'kind:link,email,files',
      [
        { is: 'content-kind', kind: 'link' },
        { is: 'content-kind', kind: 'mail' },
        { is: 'kind', kind: 'files' },
      ],
    ],
    ['app:"Visual Studio"', { is: 'app', text: 'visual studio' }],
    ['url:Example.org', { is: 'address', text: 'example.org' }],
    ['address:x', { is: 'address', text: 'x' }],
    ['file:a.txt', { is: 'file', text: 'a.txt' }],
    ['is:failed', { is: 'state', state: 'failed' }],
    ['size:>10k', { is: 'size', least: 10_241, most: Number.MAX_SAFE_INTEGER }],
    ['size:<=1.5m', { is: 'size', least: 0, most: 1_572_864 }],
    ['size:300', { is: 'size', least: 300, most: 300 }],
    ['since:2d', { is: 'time', from: nowMs - 48 * hour, before: Number.POSITIVE_INFINITY }],
    ['on:yesterday', { is: 'time', from: new Date(2026, 10, 19).getTime(), before: new Date(2026, 10, 20).getTime() }],
    ['on:2026-02', { is: 'time', from: new Date(2026, 1, 1).getTime(), before: new Date(2026, 2, 1).getTime() }],
    ['until:2025', { is: 'time', from: Number.NEGATIVE_INFINITY, before: new Date(2026, 0, 1).getTime() }],
    ['before:2025-03-31', { is: 'time', from: Number.NEGATIVE_INFINITY, before: new Date(2025, 2, 31).getTime() }],
    ['since:2026-11-20T08:15', { is: 'time', from: new Date(2026, 10, 20, 8, 15).getTime(), before: Number.POSITIVE_INFINITY }],
  ];
  for (const [given, expected] of cases) assert.deepEqual(terms(given), [expected], given);
  for (const [key, { example }] of Object.entries(searchKeys)) assert.equal(query(`${key}:${example}`).length, 1);
});

test('a word with a colon is a text, unless the word is a key', () => {
  for (const given of ['localhost:8080', 'C:\\Users\\me', 'node:fs', 'mailto:maria@example.org', 'a:b', 'constructor:x', 'file::name'])
    assert.deepEqual(terms(given), [text(given.toLowerCase())], given);
});

test('what makes no sense is an error that says what would, and repeats nothing of it', () => {
  const mistakes = [
    'type:',
    'kind:canary',
    'kind:link,',
    'is:canary',
    'size:canary',
    'since:canary',
    'on:2d',
    'on:2026-02-30',
    'since:2026-13',
    'a OR -b',
    '-a OR b',
  ];
  for (const given of [...mistakes, 'a '.repeat(33)]) {
    const parsed = parseSearch(given, nowMs);
    assert.ok(!parsed.ok, given);
    assert.match(parsed.detail, /^[A-Za-z].*\.$/);
    assert.ok(!parsed.detail.includes('canary'));
  }
});

test('any text is a search or a mistake', () => {
  const pieces = fc.array(
    fc.oneof(anyText({ maxLength: 8 }), fc.constantFrom('"', '-', ':', ' ', 'OR', 'type', 'size:', 'since:', '>', '\ud800')),
    { maxLength: 30 },
  );
  fc.assert(fc.property(pieces, (some) => typeof parseSearch(some.join(''), nowMs).ok === 'boolean'));
});
