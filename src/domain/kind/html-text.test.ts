import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfHtml } from './html-text.ts';

const cases: readonly (readonly [html: string, text: string])[] = [
  ['a<b>b</b>c', 'abc'],
  ['<p>one</p><p>two</p>', '\none\n\ntwo\n'],
  ['one<br>two', 'one\ntwo'],
  ['<tr><td>Name</td><td>Tide</td></tr>', '\n\tName\t\tTide\t\n'],
  ['Name:\n    <b>Tide</b>', 'Name: Tide'],
  ['<pre>a\n  b</pre>\n c', '\na\n  b\n c'],
  ['1 < 2 &amp; 3 &#62; 2&#x21;', '1 < 2 & 3 > 2!'],
  ['a<!-- <b> > -->b<!-->c', 'abc'],
  ['a<style>p > b { }</style>b<SCRIPT>if (a < b) x()</SCRIPT >c', 'abc'],
  ['a<img alt="x > y" src=\'>\'>b', 'ab'],
  ['<!doctype html><?xml version="1.0"?><title>Tides</title>a</ >b', '\nTides\nab'],
  ['ab&shy;\u00adc\u200bd<wbr>e', 'ab&shy;cde'],
  ['a<b title="never ends>b', 'a'],
  ['a<style>b', 'a'],
];

test('HTML is read as on a page: tags in words leave nothing, blocks are lines, and nothing hidden is read', () => {
  for (const [html, text] of cases) assert.equal(textOfHtml(html), text, html);
});
