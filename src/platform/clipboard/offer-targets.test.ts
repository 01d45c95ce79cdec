import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferedRepresentation } from './interface.ts';
import { forAnybody, mayHavePicture, offeredTargets } from './offer-targets.ts';

const inline = (text: string): OfferedRepresentation['content'] => ({ bytes: text.length, inline: Buffer.from(text) });
const cells: readonly OfferedRepresentation[] = [
  { mediaType: 'text/plain', content: inline('Brest') },
  { mediaType: 'text/rtf', content: inline('{\\rtf1 Brest}') },
  { mediaType: 'image/png', content: inline('drawn'), isOfText: true },
];

test('the picture of a text is told apart from everything else that is offered', () => {
  const ofText = offeredTargets(cells).filter(({ isOfText }) => isOfText);
  assert.deepEqual(
    ofText.map(({ target }) => target),
    ['image/png'],
  );
  assert.deepEqual(forAnybody(cells), cells.slice(0, 2));
});

test('an office program gets no picture of a text, nor does a program that nobody knows', () => {
  const may = ['/usr/bin/gimp-2.10', '/usr/lib/libreoffice/program/soffice.bin', null].map(mayHavePicture);
  assert.deepEqual(may, [true, false, false]);
});
