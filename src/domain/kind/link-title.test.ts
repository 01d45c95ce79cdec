import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTitle } from './link-title.ts';

const address = 'https://tides.example/brest?day=1&hour=2';
const href = address.replaceAll('&', '&amp;');
const titled = (html: string): string => linkTitle(html, address);
const link = (text: string): string => `<a href="${href}">${text}</a>`;

test('the text of the link is its title, without tags, references and blanks', () => {
  assert.equal(titled(link('Tides of Brest')), 'Tides of Brest');
  const marked = `<meta charset="utf-8"><A title='a > b' href=${href}>\n <b>Tides</b> &amp; <img alt="x>y">winds\n</A>`;
  assert.equal(titled(marked), 'Tides & winds');
  assert.equal(titled(link('&lt;b&gt;')), '<b>', 'it stays text');
  assert.equal(titled(link('<style>p > b {}</style><!-- a > b -->Tides<SCRIPT>1 > 0</SCRIPT>')), 'Tides');
  assert.equal(titled(link('İİİ<!-- x -->Tides')), 'İİİTides', 'letters that are longer in lower case');
  assert.equal(linkTitle('<a href="https://www.example.org/">Home</a>', 'www.example.org'), 'Home');
});

test('there is none for several or other links, without a text, or where the text is the address', () => {
  for (const html of [
    '',
    'Tides',
    '<abbr>Tides</abbr>',
    `<a href="${href}"`,
    `<a href="${href}>Tides</a>`,
    `<a href="${href}">Tides`,
    link(''),
    link('<img alt="Tides">'),
    link('<!-- Tides'),
    `${link('one')} ${link('two')}`,
    '<a name="top">Tides</a>',
    '<a href="https://other.example/">Tides</a>',
    '<a href="javascript:tides()">Tides</a>',
    link(href),
    link('tides.example/brest?day=1&amp;hour=2'),
  ])
    assert.equal(titled(html), '', html);
});

test('it is short, and no character is cut', () => {
  assert.equal(titled(link(`${'a'.repeat(299)}🌊`)), 'a'.repeat(299));
});
