import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { annotationsWithoutSecrets, decisiveRule } from './excluding-rule.ts';
import { type ImportItem, unknownSource } from './import-item.ts';

const token = secretExample('github_token', seeded(7));
const html = Buffer.from(`<p>${token.slice(0, 12)}<b>${token.slice(12)}</b></p>`);
const filter = contentFilterDocument.parse({});

test('a copy with HTML alone is searched as it reads, like one beside its text', () => {
  const item = (representations: ImportItem['representations']) =>
    decisiveRule({ kind: 'text', source: unknownSource, representations } as ImportItem, filter);
  assert.equal(item([{ mediaType: 'text/html', bytes: html }]), 'detect_secrets');
  const plain = { mediaType: 'text/plain', bytes: Buffer.from('a text') };
  assert.equal(item([plain, { mediaType: 'text/html', bytes: html }]), 'detect_secrets');
  assert.equal(item([plain]), null);
});

test('what was added to a copy comes without the title, the tags and the note that say a secret', () => {
  const given = { pinned: true, tags: ['work', token.toLowerCase()], title: `key ${token}`, note: 'a note' };
  assert.deepEqual(annotationsWithoutSecrets(given, filter), {
    annotations: { pinned: true, tags: ['work'], title: null, note: 'a note' },
    left: 2,
  });
  const off = contentFilterDocument.parse({ detect_secrets: false });
  assert.deepEqual(annotationsWithoutSecrets({ ...given, note: token }, off).left, 0);
});
