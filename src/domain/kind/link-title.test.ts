import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTitle } from './link-title.ts';

const address = 'https://tides.example/brest?day=1&hour=2';
const titled = (html: string): string => linkTitle(html, address);

test('the text of the link is its title, without tags, references and blanks', () => {
  assert.equal(titled(`<a href="${address}">Tides of Brest</a>`), 'Tides of Brest');
  assert.equal(
    titled(`<meta charset="utf-8"><A title='a > b' href="${address}">\n <b>Tides</b> &amp; <img alt="x>y">winds\n</A>`),
    'Tides & winds',
  );
  assert.equal(titled('<a href=x>&lt;b&gt;</a>'), '<b>', 'it stays text');
});

test('there is none for several links, without a text, or where the text is the address', () => {
  for (const html of [
    '',
    'Tides',
    '<abbr>Tides</abbr>',
    '<a href="x"',
    '<a href="x>Tides</a>',
    '<a href="x">Tides',
    '<a href="x"></a>',
    '<a href="x"><img alt="Tides"></a>',
    '<a href="x">one</a> <a href="y">two</a>',
    `<a href="x">${address.replaceAll('&', '&amp;')}</a>`,
    '<a href="x">tides.example/brest?day=1&amp;hour=2</a>',
  ])
    assert.equal(titled(html), '', html);
});

test('it is short, and no character is cut', () => {
  assert.equal(titled(`<a href="x">${'a'.repeat(299)}🌊</a>`), 'a'.repeat(299));
});
