import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { unjudgeable } from './unjudgeable.ts';

const text = { kind: 'text', mediaType: 'text/plain', asked: false } as const;
const image = { kind: 'image', mediaType: 'image/png', asked: false } as const;
const files = { kind: 'files', mediaType: 'text/uri-list', asked: false } as const;
const none = contentFilterDocument.parse({});
const extensions = contentFilterDocument.parse({ excluded_extensions: ['.env'] });
const folders = contentFilterDocument.parse({ excluded_dirs: ['Private'] });

test('an unjudgeable fragment is kept without a file: a text as plain text, a picture as declared', () => {
  const typed = [text, image, files].map((facts) => unjudgeable(facts, none));
  assert.deepEqual(
    typed.map(({ verdict, detection }) => [verdict, detection?.typeId]),
    [
      [{ kind: 'keep', because: 'unjudgeable' }, 'txt'],
      [{ kind: 'keep', because: 'unjudgeable' }, 'png'],
      [{ kind: 'keep', because: 'file_list' }, undefined],
    ],
  );
  assert.equal(unjudgeable({ ...image, mediaType: 'text/html' }, none).detection, null);
});

test('it stays hidden if a rule of the filter might match it', () => {
  const held = (filter: typeof none): readonly boolean[] =>
    [text, image, files].map((facts) => unjudgeable(facts, filter).verdict.kind === 'hold');
  assert.deepEqual(held(extensions), [true, true, true]);
  assert.deepEqual(held(folders), [false, false, true]);
});

test('a save requested by name is done', () => {
  assert.equal(unjudgeable({ ...text, asked: true }, extensions).verdict.kind, 'save');
});
