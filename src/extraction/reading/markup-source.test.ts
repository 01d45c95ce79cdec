import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { collect } from '../../base/memory.ts';
import { LeanMarkup, MarkupSource } from './markup-source.ts';
import { addMarkupText } from './markup-text.ts';
import { openSource } from './source-file.ts';
import { TextParts } from './text-parts.ts';

function lean(...pieces: readonly string[]): string {
  const markup = new LeanMarkup();
  return pieces.map((piece, at) => markup.write(piece, at === pieces.length - 1)).join('');
}

function textOf(markup: string): string {
  const text = new TextParts();
  addMarkupText(markup, text);
  return text.toString();
}

const long = 'A'.repeat(100_000);

test('scripts, styles and the rest of long attributes and comments are left out of a page, and nothing else', () => {
  for (const [markup, left] of [
    ['<p title="a>b" class=c>x < y && "z"</p>', '<p title="a>b" class=c>x < y && "z"</p>'],
    ['a<script src="x">let a = "</p>" < 3;</SCRIPT >b', 'a<script src="x"></SCRIPT >b'],
    ['<script src="x"/><p>a</p><style>p { }</style>', '<script src="x"/><p>a</p><style></style>'],
    ['<!-- saved from url=(0020)https://a.example/ --><!--><p>a', '<!-- saved from url=(0020)https://a.example/ --><!--><p>a'],
    [`<img src="data:image/png;base64,${long}" alt=a>b`, `<img src="data:image/png;base64,${long.slice(0, 4_074)}" alt=a>b`],
    [`<img src=data:${long} alt='b'>c`, `<img src=data:${long.slice(0, 4_092)} alt='b'>c`],
    [`<!--${long}-->a<p ${long}>b`, `<!--${long.slice(0, 4_094)}-->a<p ${long.slice(0, 4_097)}>b`],
    [`<pre>${long}</pre>`, `<pre>${long}</pre>`],
    ['<script>never closed', '<script>'],
    ['a <', 'a <'],
  ] as const)
    assert.equal(lean(markup), left);
});

test('what looks like markup in elements that are text, and after declarations, hides nothing', () => {
  for (const [markup, text] of [
    ['<!doctype html><title>The <script> element</title><p>All the text of the page', 'The <script> element\n\nAll the text of the page\n'],
    ['<textarea><script src=x> here</textarea><p>rest', '<script src=x> here\n\nrest\n'],
    ['<xmp><style></xmp><p>rest', '<style>\n\nrest\n'],
    ['<![CDATA[ > <script> ]]><p>rest', 'rest\n'],
    ['<!><script>a</script><p>rest', 'a\n\nrest\n'],
    ['<!->-<script>a</script><p>rest', 'a\n\nrest\n'],
    ['<script></script/><style></script>rest', 'rest\n'],
    [`<a${long}><p>a</a${long}>b`, 'a\n\nb\n'],
    [`</p a="x>${long}`, `${long}\n`],
    [`<!doctype "x>${long}`, `${long}\n`],
    [`<?xml "x>${long}`, `${long}\n`],
    [`<p ="x>${long}`, `${long}\n`],
  ] as const)
    assert.deepEqual([textOf(lean(markup)), textOf(markup)], [text, text]);
  assert.equal(textOf(lean('<script src="x"/', '><p>rest')), textOf('<script src="x"/><p>rest'));
  assert.equal(lean('<script src="x"/', '><p>rest'), '<script src="x"/><p>rest');
});

test('however a page is split into pieces, the same is left of it, and its text is the same', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '!',
    '?',
    '!--',
    '-->',
    '<script',
    '</script>',
    '<script type="application/ld+json">',
    '<style>',
    '</style ',
    '<title>',
    '</title',
    '<textarea>',
    '</textarea>',
    '<xmp ',
    '</xmp>',
    '<![CDATA[',
    ']]>',
    '/',
    '=',
    '"',
    "'",
    ' ',
    '<p',
    '</',
    'b',
    '<b>',
    '&lt;',
    'a'.repeat(5_000),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (parts, length) => {
      const markup = parts.join('');
      const pieces = markup.match(new RegExp(`a{1,3000}|[^a]{1,${length}}`, 'g')) ?? [];
      assert.equal(lean(...pieces), lean(markup));
      assert.equal(textOf(lean(markup)), textOf(markup));
    }),
    { numRuns: runs(4_000) },
  );
});

test('what a page says of itself in JSON-LD is kept, up to 64 KiB', () => {
  const data = '{"headline":"Tides"}';
  const type = 'type="application/ld+json"';
  for (const tag of [`<script ${type}>`, `<script id=a ${type} >`, '<SCRIPT TYPE=application/ld+json>'])
    for (const split of [1, 9, 20, 1_000]) {
      const markup = `<p>a${tag}${data}</script>b`;
      assert.equal(lean(markup.slice(0, split), markup.slice(split)), markup);
    }
  assert.equal(lean(`<script ${type}>${long}</script>b`), `<script ${type}>${long.slice(0, 65_536)}</script>b`);
  assert.equal(lean(`<script title="a > b" ${'a '.repeat(600)}>let a</script>b`), `<script title="a > b" ${'a '.repeat(600)}></script>b`);
});

test('what is left of a page holds none of the rest in memory', () => {
  const megabytes = 48;
  const content = Buffer.alloc(megabytes * 1024 * 1024, `<p>${'tides '.repeat(10)}</p><script>${'b'.repeat(1024 * 1024 - 84)}</script>`);
  using source = openSource(null, content);
  const used = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  const markup = new MarkupSource(source).upTo(1024 * 1024);
  const held = used() - before;
  assert.equal(markup?.match(/<p>/g)?.length, megabytes);
  assert.ok(held < 4 * 1024 * 1024, `${held} bytes`);
});

test('a page is read in its encoding, and more than once', () => {
  using source = openSource(null, Buffer.from(`<meta charset="iso-8859-1">mar\xe9e<script>${long}</script>`, 'latin1'));
  const page = new MarkupSource(source);
  assert.deepEqual([page.upTo(1_000), [...page].join('')], Array(2).fill('<meta charset="iso-8859-1">marée<script></script>'));
  assert.deepEqual([page.upTo(10), page.isCut], [null, false]);
});
