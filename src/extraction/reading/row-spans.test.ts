import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMarkupText } from './markup-text.ts';
import { TextParts } from './text-parts.ts';

function textOf(markup: string): string {
  const text = new TextParts();
  addMarkupText(markup, text);
  return text.toString();
}

test('a cell that reaches down or to the side leaves those beside and below it in their columns', () => {
  const rows = ['<td rowspan=2>a<td>b<td>c', '<td>d<td>e', '<td colspan=2>f<td>g', '<td>h<td rowspan=0>i<td>j', '<td>k<td>l', '<td><td>m'];
  assert.equal(textOf(`<table>${rows.map((row) => `<tr>${row}`).join('')}</table>`), 'a\tb\tc\n\td\te\nf\t\tg\nh\ti\tj\nk\t\tl\n\t\tm\n');
  assert.equal(textOf('<table><tr><td rowspan=9>a<td>b</table><table><tr><td>c<td>d</table>'), 'a\tb\n\nc\td\n', 'of its own table alone');
});

test('empty cells at the beginning of a row have their tabs, and a table in a cell is words of that cell', () => {
  assert.equal(textOf('<table><tr><td></td><td>a</td></tr></table>'), 'a\n'.padStart(3, '\t'));
  assert.match(textOf('<table><tr><td><table><tr><td rowspan=2>x<td>y<tr><td>z</table><td>b</table>'), /x\s+y\s+z\s+b/);
});

test('spans of any size take time by the length of the page', () => {
  const row = `<tr>${'<td rowspan=65534 colspan=1000>'.repeat(100)}`;
  const markup = `<table>${row}${'<tr><td>x'.repeat(20_000)}</table>`;
  const startMs = performance.now();
  textOf(markup);
  const once = performance.now() - startMs;
  textOf(markup + markup);
  const twice = performance.now() - startMs - once;
  assert.ok(twice < 20 * Math.max(once, 50), `${once} ms, twice of it ${twice} ms`);
});
