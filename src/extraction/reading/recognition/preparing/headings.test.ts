import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StandardFont, sizedTextPdf } from '../../../../../test/harness/documents/pdf-documents.ts';
import { drawnPage } from '../../../../../test/harness/documents/pictures-of-text.ts';
import { withoutBlockCursors } from '../block-cursors.ts';
import { withDarkLabels } from './light-labels.ts';
import { preparedPicture } from './prepared-picture.ts';

const fonts: readonly StandardFont[] = ['Helvetica', 'Helvetica-Bold', 'Times-Bold', 'Courier-Bold'];
const sizes = [18, 21, 24, 28, 32, 40];

test('no letter, digit or sign of a heading is taken for a label or a cursor, whatever its size', async () => {
  for (const font of fonts) {
    const body = Array.from({ length: 8 }, () => ['and so the usual text goes on and on below it', 10] as const);
    const headings = sizes.flatMap((size) => [['45% z B 8 0 & @ HILL', size] as const, ['Prize E F # = D O Q', size] as const]);
    const { picture } = preparedPicture(await drawnPage(sizedTextPdf([...headings, ...body], font), 96));
    assert.ok(withDarkLabels(picture) === picture, `${font}: a label`);
    assert.ok(withoutBlockCursors(picture) === picture, `${font}: a cursor`);
  }
});
