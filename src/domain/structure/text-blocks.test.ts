import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { type StructuredText, structureLimits } from '../../contract/extraction/structured-text.ts';
import { codeBlocks } from './code-blocks.ts';
import { keyValuesIn } from './key-values.ts';
import { addressesIn, linkAsWritten, linksIn } from './links.ts';
import { listsIn } from './lists.ts';
import { withPairsOfTables } from './structure-forms.ts';
import { nothingGiven, structureOf } from './structure-of-text.ts';

function found(text: string): StructuredText {
  return structureOf(text, nothingGiven());
}

test('code has its language and its name, from the fence, the line above or its first line', () => {
  const code = (text: string) => codeBlocks(text).blocks.map(({ language, name, code: content }) => [language, name, content]);
  const cases: readonly (readonly [string, string | null, string | null, string])[] = [
    ['```ts\nx\n```', 'ts', null, 'x\n'],
    ['```ts title="src/a.ts"\nx\n```', 'ts', 'a.ts', 'x\n'],
    ['```src/b.ts\nx\n```', null, 'b.ts', 'x\n'],
    ['~~~~{.python .numberLines}\n~~~\nx\n~~~~', 'python', null, '~~~\nx\n'],
    ['**src/c.py**\n\n```python\nx\n```', 'python', 'c.py', 'x\n'],
    ['And this is `lib/d.rs`:\n```rust\nx\n```', 'rust', 'd.rs', 'x\n'],
    ['File: ../../etc/passwd.conf\n```\nx\n```', null, 'passwd.conf', 'x\n'],
    ['```c++\n// src/e.cpp\nint a;\n```', 'c++', 'e.cpp', '// src/e.cpp\nint a;\n'],
    ['> ```sh\n> ls\n>  -l\n> ```', 'sh', null, 'ls\n -l\n'],
    ['   ```\n     x\n   ```', null, null, '  x\n'],
    ['```\nnever closed', null, null, 'never closed\n'],
    ['```\nof a chat```', null, null, 'of a chat\n'],
    ['```of one line```', null, null, 'of one line\n'],
    ['```\n```', null, null, ''],
  ];
  for (const [text, ...expected] of cases) assert.deepEqual(code(text), [expected], text);
  assert.deepEqual(code('a ``` b\n`` c ``'), []);
  // The info of a fence has no backquotes (CommonMark, §4.5), so this is code within a line.
  assert.deepEqual(code('```inline``` is code.\nName: Anna\nCity: Husum'), []);
  assert.deepEqual(code('~~~ a`b\nx\n~~~'), [[null, null, 'x\n']]);
  // The end of a quotation ends the block in it.
  assert.deepEqual(code('> ```\n> x\n\nName: Anna\n'), [[null, null, 'x\n']]);
  assert.deepEqual(code('> ```\n> x\nName: Anna\n```\ny\n```\n'), [
    [null, null, 'x\n'],
    [null, null, 'y\n'],
  ]);
});

test('lists have levels, numbers and ticks, and items of several lines', () => {
  const text = '1. one\n2. two\n   goes on\n   - [ ] a\n   - [x] b\n\n     a paragraph\n3) three\n\n\n• x\n• y\n\n一\n1、甲\n2、乙\n';
  assert.deepEqual(
    listsIn(text).map(({ items }) => items.map((item) => [item.level, item.number, item.isDone, item.text])),
    [
      [
        [0, 1, null, 'one'],
        [0, 2, null, 'two goes on'],
        [1, null, false, 'a'],
        [1, null, true, 'b\na paragraph'],
        [0, 3, null, 'three'],
      ],
      [
        [0, null, null, 'x'],
        [0, null, null, 'y'],
      ],
      [
        [0, 1, null, '甲'],
        [0, 2, null, '乙'],
      ],
    ],
  );
  for (const none of ['- only one', '---\n---\n', '* * *\n- - -\n', '3.14\n2.71\n', '-1\n-2\n']) assert.deepEqual(listsIn(none), [], none);
});

test('names with values are pairs, two of them at least', () => {
  const pairs = (text: string) =>
    keyValuesIn(text).map(({ form, pairs: all }) => [form, ...all.map(({ name, value }) => `${name}|${value}`)]);
  assert.deepEqual(pairs('**Name:** Anna\nStreet: Deich 3\n  25813 Husum\nTime: 12:30\nPhone:\n'), [
    ['colon', 'Name|Anna', 'Street|Deich 3 25813 Husum', 'Time|12:30', 'Phone|'],
  ]);
  assert.deepEqual(pairs('姓名：王\n城市：上海\n'), [['colon', '姓名|王', '城市|上海']]);
  assert.deepEqual(pairs('[a]\nport = 5001\nhost=localhost\n\nTerm\n: one\n: two\nOther\n: three\n'), [
    ['equals', 'port|5001', 'host|localhost'],
    ['definitions', 'Term|one', 'Term|two', 'Other|three'],
  ]);
  for (const none of [
    'Name: only one',
    'https://a.example\nhttps://b.example',
    '12:30\n13:40',
    'a == b\nc == d',
    'if (a) { b: 1 }\n',
    'std::a\nstd::b',
  ])
    assert.deepEqual(pairs(none), [], none);
});

test('what stands in code is no list, no pair and no table', () => {
  const inside = '- a\n- b\nx: 1\ny: 2\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  const { tables, lists, keyValues, code } = found(`\`\`\`\n${inside}\`\`\`\n`);
  assert.deepEqual([tables, lists, keyValues, code[0]?.code], [[], [], [], inside]);
});

test('a line that begins with code is read like any other', () => {
  const { keyValues, code } = found('```inline``` is code.\nName: Anna\nCity: Husum\n');
  assert.deepEqual(
    [keyValues[0]?.pairs, code],
    [
      [
        { name: 'Name', value: 'Anna' },
        { name: 'City', value: 'Husum' },
      ],
      [],
    ],
  );
});

test('a table of two columns is listed once: as a block of pairs only if tables are not wanted', () => {
  const structure = found('| | |\n|---|---|\n| Name | Anna |\n| City | Husum |\n');
  assert.deepEqual([structure.tables.length, structure.keyValues], [1, []]);
  assert.deepEqual(withPairsOfTables(structure, ['tables', 'key-values']).keyValues, []);
  assert.deepEqual(withPairsOfTables(structure, ['key-values']).keyValues, [
    {
      form: 'table',
      pairs: [
        { name: 'Name', value: 'Anna' },
        { name: 'City', value: 'Husum' },
      ],
      offset: 0,
    },
  ]);
});

test('links end where the sentence goes on', () => {
  const text =
    'see https://a.example/x(y)., (https://b.example/) [one](https://c.example/a),[two](http://d.example) www.foo.de/bar! 见https://e.example/路径。';
  assert.deepEqual(
    linksIn(text).map((link) => [link.text, link.value, link.label]),
    [
      ['https://a.example/x(y)', 'https://a.example/x(y)', null],
      ['https://b.example/', 'https://b.example/', null],
      ['https://c.example/a', 'https://c.example/a', 'one'],
      ['http://d.example', 'http://d.example/', 'two'],
      ['www.foo.de/bar', 'https://www.foo.de/bar', null],
      // A letter in front of a scheme belongs to another word, in every script.
    ],
  );
  assert.deepEqual(
    linksIn('：https://e.example/路径。').map(({ text: shown }) => shown),
    ['https://e.example/路径'],
  );
  for (const none of ['http://', 'https://.', 'javascript:alert(1)', 'file:///etc/passwd', 'xhttps://a.example', 'www.'])
    assert.deepEqual(linksIn(none), [], none);
});

test('no sign is looked at for more than one link', (t) => {
  let steps = 0;
  const plain = RegExp.prototype.test;
  t.mock.method(RegExp.prototype, 'test', function (this: RegExp, text: string) {
    steps += 1;
    return plain.call(this, text);
  });
  for (const unit of ['http://,', 'https://a.example;', '[a](http://b.example)', 'www.,', '](http://a ']) {
    const text = unit.repeat(2_000);
    steps = 0;
    linksIn(text);
    assert.ok(steps < 3 * text.length, `${steps} for ${text.length} of ${unit}`);
  }
});

test('mail addresses are found, but not in links', () => {
  const text = 'mailto:x@y.org, Foo.Bar+1@Sub.Example.co.uk. https://u@h.example/ @me a@b ü@bücher.example a..b@c.de';
  const links = linksIn(text);
  assert.deepEqual(
    addressesIn(text, links).map((address) => [address.text, address.value]),
    [
      ['x@y.org', 'x@y.org'],
      ['Foo.Bar+1@Sub.Example.co.uk', 'Foo.Bar+1@sub.example.co.uk'],
      ['ü@bücher.example', 'ü@bücher.example'],
    ],
  );
});

test('each link and address stands at its place, and the browser takes each link', () => {
  const part = fc.oneof(
    anyText({ maxLength: 8 }),
    fc.constantFrom('https://', 'www.', 'a.example', '/x', '(', ')', '](', '[', '@', '.', ',', ' '),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const links = linksIn(text);
      for (const { text: shown, offset, value } of [...links, ...addressesIn(text, links)]) {
        assert.equal(text.slice(offset ?? -1, (offset ?? -1) + shown.length), shown);
        assert.ok(value.includes('@') || ['http:', 'https:', 'ftp:'].includes(new URL(value).protocol));
      }
    }),
  );
});

test('dates and amounts in a link are part of it', () => {
  const { dates, amounts } = found('https://a.example/2026-11-26/5EUR and 2026-11-27 for 6 EUR');
  assert.deepEqual([dates.map(({ value }) => value), amounts.map(({ value }) => value)], [['2026-11-27'], ['6']]);
});

test('whatever a text is, what is found in it is bounded, well-formed and at its place', () => {
  const unit = fc.constantFrom(
    '- a\n',
    'x: y\n',
    '```\n',
    '| a | b |\n',
    '|---|---|\n',
    '\t',
    '\n',
    '\ud800',
    'https://a.example ',
    '5 € ',
    '1/2/2026 ',
    'a@b.de ',
    '  ',
    '"',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(unit, anyText({ maxLength: 5 })), { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const all = found(text);
      assert.ok(!all.isCut);
      assert.ok(JSON.stringify(all).isWellFormed());
      for (const { offset, text: shown } of [...all.links, ...all.addresses, ...all.dates, ...all.amounts])
        assert.equal(text.slice(offset ?? -1, (offset ?? -1) + shown.length), shown);
    }),
  );
  const many = found('- a\n'.repeat(200_000) + '5 € '.repeat(50_000) + 'https://a.example '.repeat(20_000) + 'a\tb\n'.repeat(100_000));
  assert.ok(many.isCut);
  assert.ok(many.links.length <= structureLimits.things && many.amounts.length <= structureLimits.things);
  assert.ok(many.tables.reduce((sum, { rows }) => sum + rows.length * 2, 0) <= structureLimits.cells + 2);
});

test('a block of names and values may have both signs, and lines with a gap between two that have one', () => {
  const pairsOf = (text: string): readonly (readonly string[])[] =>
    keyValuesIn(text).map(({ pairs }) => pairs.map(({ name, value }) => `${name}|${value}`));
  assert.deepEqual(pairsOf('Host: example.org\nPort = 8443\nUser\tdeploy\nRegion   eu-central\nTimeout: 30 s'), [
    ['Host|example.org', 'Port|8443', 'User|deploy', 'Region|eu-central', 'Timeout|30 s'],
  ]);
  assert.deepEqual(
    pairsOf('Host: example.org\nPort: 8443\nLamp   19.00\nDesk   249.00'),
    [['Host|example.org', 'Port|8443']],
    'a table follows',
  );
  assert.deepEqual(pairsOf('Lamp   19.00\nDesk   249.00'), []);
});

test('a link is shown as it is written, but not if it could look like another one', () => {
  const shown = (text: string): string => linkAsWritten({ text, value: new URL(text.replace(/^www/, 'https://www')).href });
  for (const text of [
    'https://münchen.example/straße',
    'https://пример.рф/привет',
    'https://例え.テスト/',
    'https://例え.jp/',
    'https://한국.kr/',
    'https://a.example/潮汐',
  ])
    assert.equal(shown(text), text);
  assert.equal(shown('www.bücher.example/a'), 'https://www.bücher.example/a');
  for (const [text, own] of [
    ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
    ['https://ıcloud.com/', 'https://xn--cloud-m4a.com/'],
    ['https://ɡoogle.com/', 'https://xn--oogle-qmc.com/'],
    ['https://www.ǃexample.com/', 'https://www.xn--example-3dc.com/'],
    ['https://a.exampleノb.jp/', 'https://a.xn--exampleb-b44g.jp/'],
    ['https://a.example/gpj.\u202efdp', 'https://a.example/gpj.%E2%80%AEfdp'],
    ['https://a.example/a\u200bb', 'https://a.example/a%E2%80%8Bb'],
    ['https://a.example/a\u034fb', 'https://a.example/a%CD%8Fb'],
    ['https://a.example/ä(b)', 'https://a.example/%C3%A4(b)'],
  ] as const)
    assert.equal(shown(text), own);
});
