import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareHtml } from '../../../src/processes/shell/page/formatted/bare-html.ts';

test('no attribute is left but the address of a link and the description of a picture, letter by letter', () => {
  assert.equal(
    bareHtml('<a class=x href="https://style.example/x" style="color: red">A style</a>'),
    '<a href="https://style.example/x">A style</a>',
  );
  assert.equal(bareHtml(`<img onerror=run() alt='A "style" guide' src=x>`), '<img alt="A &quot;style&quot; guide">');
  assert.equal(bareHtml('<p title="a > b" style=x/onclick=y>One &amp; two</p >'), '<p>One &amp; two</p>');
  assert.equal(bareHtml('<a HREF=first href=second>x</A>'), '<a href="first">x</a>');
});

test('words stay, and what is no tag is words', () => {
  assert.equal(bareHtml('1 < 2 <3 <b>x</b><!-- a <b> --> y <font color=red>z</font>'), '1 &lt; 2 &lt;3 <b>x</b> y z');
  assert.equal(bareHtml('a<script>if (1 <b && "x) </scripted></script >b<style>p{}</STYLE>c'), 'abc');
  assert.equal(bareHtml('<style>a <i class=x>'), '<style>a <i>');
});

test('a text that ends within a tag loses nothing else, and none takes more than linear time', () => {
  assert.equal(bareHtml('a<p title="'), 'a');
  const length = 200_000;
  for (const piece of [
    '<',
    '<style>',
    '<script></style>',
    '<a href="',
    '<b a=\'">',
    '<!',
    '<!--',
    '</',
    '<b =',
    '<a/ ',
    '<title></titles>',
  ]) {
    const before = process.cpuUsage();
    bareHtml(piece.repeat(length / piece.length));
    assert.ok(process.cpuUsage(before).user < 2_000_000, piece);
  }
});
