import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentFlaw, documentCondition, type UnusedDocument } from './document-condition.ts';

const broken: UnusedDocument = { file: 'content-filter.json', fault: { reason: 'not-json', line: 3 }, instead: 'last-good' };

test('if all documents are used there is no condition', () => {
  assert.equal(documentCondition([]), null);
});

test('a document that is not used is named with its line or field, and with what is in force', () => {
  assert.equal(
    documentCondition([broken]),
    'content-filter.json is not valid JSON (line 3); the last valid version applies until you fix it',
  );
  const invalid: UnusedDocument = { file: 'hub.json', fault: { reason: 'not-valid', field: 'save.policy' }, instead: 'defaults' };
  assert.equal(
    documentCondition([invalid]),
    'hub.json is not valid (at save.policy; to see why: hub config validate); the defaults apply until you fix it',
  );
  const holds: UnusedDocument = { file: 'legal-hold.json', fault: { reason: 'not-valid', field: 'f'.repeat(45) }, instead: 'last-holds' };
  assert.match(
    documentCondition([holds]) ?? '',
    /^legal-hold\.json is not valid \(at f+; to see why.{1,120}$/,
    'with the longest field, it fits',
  );
  const closed: UnusedDocument = { ...broken, fault: { reason: 'unreadable' }, instead: 'no-capture' };
  assert.equal(documentCondition([closed]), 'content-filter.json cannot be read; nothing is captured until you fix it');
});

test('several are all named, in a sentence that fits a condition', () => {
  const files = ['content-filter.json', 'hub.json', 'cache.json', 'workspaces.json', 'python-core-logging.json'];
  const reasons: readonly DocumentFlaw['reason'][] = [
    'not-a-file',
    'foreign',
    'too-large',
    'not-utf-8',
    'not-json',
    'not-valid',
    'unreadable',
  ];
  assert.match(documentCondition([broken, { ...broken, file: 'hub.json' }]) ?? '', / \(also not valid: hub\.json\)$/);
  for (const reason of reasons)
    for (const field of [undefined, 'a'.repeat(45), 'a'.repeat(10_000)]) {
      const all = files.map((file): UnusedDocument => ({ file, fault: { reason, ...(field && { field }) }, instead: 'last-good' }));
      for (let count = 1; count <= all.length; count++) {
        const said = documentCondition(all.slice(0, count)) ?? '';
        assert.ok(said.length <= 200 && said.startsWith('content-filter.json '), said);
      }
    }
});
