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

/** The least of several: other programs share the processor. */
function cpuMs(markup: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage().user;
    textOf(markup);
    return (process.cpuUsage().user - before) / 1_000;
  });
  return Math.min(...times);
}

test('rows below a cell that spans a thousand of them take no more time than rows below one that does not', () => {
  const rows = (first: string): string => `<table>${`${first}${'<tr>'.repeat(999)}`.repeat(40)}</table>`;
  const [usual, spanned] = [cpuMs(rows('<tr><td>')), cpuMs(rows('<tr><td rowspan=1000 colspan=1000>'))];
  assert.ok(spanned < 5 * Math.max(usual, 20), `${usual} ms, and ${spanned} ms below spans`);
});

test('spans of any size take time by the length of the page', () => {
  const markup = `<table>${`<tr>${'<td rowspan=65534 colspan=1000>'.repeat(100)}${'<tr><td>x'.repeat(500)}`.repeat(10)}</table>`;
  const [once, eightTimes] = [cpuMs(markup), cpuMs(markup.repeat(8))];
  assert.ok(eightTimes < 24 * Math.max(once, 20), `${once} ms, eight times of it ${eightTimes} ms`);
});
