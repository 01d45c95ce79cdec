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

test('what is not to be seen is marked', () => {
  const html = '<p>Pay <span style="color:red; DISPLAY: none">not</span> <b hidden>13</b><i style=visibility:hidden>7</i>10</p>';
  assert.equal(bareHtml(html), '<p>Pay <span hidden>not</span> <b hidden>13</b><i hidden>7</i>10</p>');
  assert.equal(bareHtml('<p title="hidden" data-hidden style="display:block">10</p>'), '<p>10</p>');
});

test('what is long before the words does not use up their length', () => {
  const words = 'word '.repeat(20);
  assert.equal(bareHtml(`<style>${'p{}'.repeat(20_000)}</style><p>${words}</p>`, 200), `<p>${words}</p>`);
  const long = bareHtml('<p>word</p>'.repeat(1_000), 200);
  assert.ok(long.length >= 200 && long.length < 220);
});
