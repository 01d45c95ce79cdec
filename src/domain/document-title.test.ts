import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/harness/any-text.ts';
import { titledDocument } from './document-title.ts';

test('front matter gives its title, in any of the ways that a line of YAML can be written', () => {
  const head = (title: string): string => `---\nauthor: x\ntitle: ${title}\nurl: "https://a.example/"\n---\n\n# Other\n\nText.\n`;
  for (const written of ['A walk: by the sea', '"A walk: by the sea"', "'A walk: by the sea'"])
    assert.equal(titledDocument(head(written))?.title, 'A walk: by the sea', written);
  assert.equal(titledDocument(head("'it''s'"))?.title, "it's");
  assert.equal(titledDocument(head('A walk # a draft'))?.title, 'A walk');
  assert.equal(titledDocument(head('"a \\"quoted\\" word"'))?.title, 'a "quoted" word');
  assert.equal(titledDocument(head('x').replaceAll('\n', '\r\n'))?.title, 'x');
  assert.equal(titledDocument(head('x'))?.rest, '\n# Other\n\nText.\n');
});

test('front matter without an end, a title, or a value on one line gives none', () => {
  for (const text of [
    '---\ntitle: never ends\n\nText',
    '---\nauthor: x\n---\ntitle: below\n',
    '---\ntitle: |\n  two\n  lines\n---\n',
    '---\ntitle: "broken\n---\n',
    '---\ntitle:\n---\n',
    '---\ntitle: null\n---\n',
    "---\ntitle: 'a' and 'b'\n---\n",
    'title: x\n---\n',
    '',
  ])
    assert.equal(titledDocument(text), null, text);
});

test('a whole page gives its title, and a piece of HTML none', () => {
  const page = (title: string): string =>
    `<!DOCTYPE html>\n<!-- from a page -->\n<html><head><meta charset=utf-8><TITLE>${title}</TITLE></head><body>x</body></html>`;
  assert.deepEqual(titledDocument(page('\n  Tides &amp; winds &#8212; Brest &unknown;\n')), {
    title: 'Tides & winds — Brest &unknown;',
    rest: '',
  });
  assert.equal(titledDocument(page('&#55296; &#9999999;'))?.title, '&#55296; &#9999999;');
  assert.equal(titledDocument(page('İstanbul &mdash; &#x27;x&#x27;'))?.title, "İstanbul — 'x'");
  assert.equal(titledDocument(page('a').replace('<!--', '<!-- İİİİ'))?.title, 'a');
  assert.equal(titledDocument(page('  ')), null);
  assert.equal(titledDocument('<title>x</title>'), null);
  assert.equal(titledDocument(`<!doctype html>${' '.repeat(9_000)}<title>x</title>`), null);
});

test('any text is answered', () => {
  fc.assert(fc.property(anyText(), (text) => void titledDocument(`---\ntitle: ${text}`)));
  fc.assert(fc.property(anyText(), (text) => void titledDocument(`<!doctype html><title>${text}`)));
});
