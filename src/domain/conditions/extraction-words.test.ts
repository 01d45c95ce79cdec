import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutBy } from '../../contract/extraction.ts';
import { extractionFailures } from '../../contract/fragment-words.ts';
import { whyCut, whyNoText } from './extraction-words.ts';

test('what to do is only said of what it helps with', () => {
  const why = (name?: string): string => whyNoText('too-much-memory', { reader: 'command', ...(name !== undefined && { name }) });
  assert.equal(why('scan.PNG'), 'it took more than 500 MB of memory; make the picture smaller');
  assert.equal(why(''), why('scan.PNG'), 'a copied picture has no name');
  assert.equal(why('tides.pdf'), 'it took more than 500 MB of memory; split the file');
  assert.equal(why(), 'it took more than 500 MB of memory');
});

test('commands are named to those who called one, and to nobody else', () => {
  for (const reason of extractionFailures)
    assert.doesNotMatch(whyNoText(reason, { reader: 'window' }), /hub |chmod|standard input|folder you are in/, reason);
  assert.match(whyNoText('no-language', { reader: 'command' }), /hub ocr --install LANG$/);
  assert.match(whyNoText('not-found', { reader: 'command' }), /the folder you are in$/);
});

test('a picture that is too large is told both limits', () => {
  assert.match(
    whyNoText('too-many-pixels', { reader: 'window' }),
    /at most 20\.5 million pixels are read, of a PNG 67 million, and 65,535 in one direction/,
  );
});

test('each limit that cuts a text is named', () => {
  assert.equal(new Set(cutBy.map((by) => whyCut(by))).size, cutBy.length);
  assert.match(whyCut('entries'), /100,000 entries/);
});
