import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fragment, fragment } from '../../contract/source-snapshot.ts';
import { nextSnapshot } from '../next-snapshot.ts';
import { windowSnapshot } from './window-snapshot.ts';

const text: Fragment = {
  id: '2',
  kind: 'text',
  text: 'x = 1',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-01T09:05:07.042+01:00',
  source: { type: 'web', name: 'A page', path: 'https://a.example', app: { name: 'Browser', executable: null, pid: 7, windowTitle: null } },
  detection: { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 },
  embeddedFilename: 'a.py',
  state: 'kept',
  reason: null,
  savedPath: null,
  sha256: 'ab',
};
const image: Fragment = { ...text, id: '1', kind: 'image', imageUrl: '/api/fragments/1/content' };
delete image.text;
const files: Fragment = { ...text, kind: 'files', files: ['/a b', '/c'] };
delete files.text;

const documentOf = (...fragments: readonly Fragment[]) =>
  nextSnapshot({ fragments, origin: 'clipboard', changedAt: fragments[0]?.capturedAt ?? null, changedAtMs: 5, absence: null });
const legacy = { lblSourceName: 'Editor', lblPath: '/e', clipboardFragments: [] };

test("the snapshot has its 13 values, in order, from the core's answer", () => {
  const document = documentOf(image, text);
  assert.deepEqual(Object.entries(windowSnapshot(document, '1.2.3') ?? {}), [
    ['sourceName', 'A page'],
    ['sourcePath', 'https://a.example'],
    ['clipboardText', 'x = 1'],
    ['sourceType', 'web'],
    ['appName', 'Browser'],
    ['fragments', [image, text]],
    ['sourceData', document.sourceData],
    ['appIdentity', document.appIdentity],
    ['detection', document.detection],
    ['raw', document],
    ['snapshotId', document.snapshotId],
    ['coreVersion', '1.2.3'],
    ['capturedAt', '2026-03-01T09:05:07.042+01:00'],
  ]);
});

test('a fragment keeps all that the core says of it, the words of its user too', () => {
  const { source, capturedAt } = text;
  const whole: Fragment = {
    ...image,
    text: 'x = 1',
    textTruncated: true,
    contentKind: 'code',
    linkTitle: 'A link',
    width: 2,
    height: 1,
    files: ['/a'],
    filesTruncated: true,
    extracted: [{ file: 0, state: 'read', text: 'seen' }],
    selection: 'primary',
    origin: 'import',
    textOf: { id: '7', kind: 'image' },
    textCopy: '9',
    copyCount: 2,
    firstCapturedAt: capturedAt,
    earlierCopies: [{ capturedAt, source: { ...source, app: { name: 'Browser', executable: null } } }],
    pinned: true,
    tags: ['work'],
    title: 'My title',
    note: 'a note',
  };
  assert.deepEqual(windowSnapshot(documentOf(whole), '')?.fragments, [whole]);
  const secret: Fragment = { ...image, secret: 'aws_access_key' };
  assert.deepEqual(windowSnapshot(documentOf(secret), '')?.fragments, [secret]);
  // Whatever is added to a fragment has to be here too.
  assert.deepEqual(new Set([...Object.keys(whole), 'secret']), new Set(Object.keys(fragment.shape)));
});

test('an empty clipboard, and a document with only the legacy keys, are snapshots with empty values', () => {
  const empty = windowSnapshot(documentOf(), '');
  assert.deepEqual([empty?.sourceName, empty?.clipboardText, empty?.detection, empty?.capturedAt], ['', '', {}, null]);
  const { raw, ...rest } = windowSnapshot(legacy, '') ?? {};
  assert.deepEqual(raw, legacy);
  assert.deepEqual(Object.values(rest), ['Editor', '/e', '', 'other', '', [], {}, {}, {}, '', '', null]);
});

test('unknown keys are in raw, and an unknown source type becomes other', () => {
  const snapshot = windowSnapshot({ ...legacy, sourceType: 'satellite', later: { deep: [1] } }, '');
  assert.equal(snapshot?.sourceType, 'other');
  assert.deepEqual(snapshot?.raw.later, { deep: [1] });
});

test('a fragment of an unknown kind is left out, and the others remain', () => {
  const video = { ...text, id: '3', kind: 'video' };
  const snapshot = windowSnapshot({ ...documentOf(text), clipboardFragments: [video, text, 'x', null, { id: '4' }, image] }, '');
  assert.deepEqual(snapshot?.fragments, [text, image]);
  assert.equal(Array.isArray(snapshot?.raw.clipboardFragments) && snapshot.raw.clipboardFragments.length, 6);
});

test('a fragment with few values is shown with these, and unknown words of a later version are left out', () => {
  const at = '2026-03-01T09:05:07+01:00';
  const bare = windowSnapshot({ ...legacy, clipboardFragments: [{ kind: 'text', text: 'hí' }, { kind: 'image' }], capturedAt: at }, '');
  assert.equal(bare?.clipboardText, 'hí');
  const app = { name: null, executable: null, pid: null, windowTitle: null };
  const unknown = { detection: null, embeddedFilename: null, state: 'kept', reason: null, savedPath: null, sha256: null };
  const rest = { mediaTypes: [], capturedAt: at, source: { type: 'other', name: '', path: '', app }, ...unknown };
  assert.deepEqual(bare?.fragments, [
    { id: '', kind: 'text', text: 'hí', bytes: 3, ...rest },
    { id: '', kind: 'image', bytes: 0, ...rest },
  ]);
  const later = {
    ...text,
    state: 'archived',
    bytes: -1,
    capturedAt: 5,
    detection: { typeId: 'x' },
    source: { ...text.source, type: 'satellite' },
  };
  const { source, ...kept } = windowSnapshot({ ...legacy, clipboardFragments: [later] }, '')?.fragments[0] ?? {};
  const { source: itsSource, ...itself } = text;
  assert.deepEqual(kept, { ...itself, detection: null, capturedAt: '' });
  assert.deepEqual(source, { ...itsSource, type: 'other' });
});

test('an additive key that is null or malformed counts as missing', () => {
  const empty = windowSnapshot(legacy, '');
  for (const wrong of [null, 1, [], 'x', { a: 1 }]) {
    const keys = { sourceData: wrong, appIdentity: wrong, detection: wrong, capturedAt: wrong, sourceType: wrong, snapshotId: wrong };
    const { raw, snapshotId, ...rest } = windowSnapshot({ ...legacy, ...keys }, '') ?? {};
    assert.deepEqual(raw, { ...legacy, ...keys });
    assert.equal(snapshotId, wrong === 'x' ? 'x' : '');
    if (wrong === null || typeof wrong !== 'object' || Array.isArray(wrong))
      assert.deepEqual({ raw: legacy, snapshotId: '', ...rest }, { ...empty });
  }
  const nameless = windowSnapshot({ lblSourceName: null, lblPath: null, clipboardFragments: null }, '');
  assert.deepEqual([nameless?.sourceName, nameless?.sourcePath, nameless?.fragments], ['', '', []]);
});

test('the text is the first text, or the paths of the files, or nothing', () => {
  assert.equal(windowSnapshot(documentOf(files, { ...text, text: 'second' }), '')?.clipboardText, 'second');
  assert.equal(windowSnapshot(documentOf(files), '')?.clipboardText, '/a b\n/c');
  assert.equal(windowSnapshot(documentOf(image), '')?.clipboardText, '');
});

test('all of it is frozen, and it shares nothing with the document', () => {
  const document = { ...documentOf(text), later: { deep: [{}] } };
  const snapshot = windowSnapshot(document, '');
  const parts: unknown[] = [snapshot];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    assert.ok(Object.isFrozen(part), JSON.stringify(part));
    parts.push(...Object.values(part));
  }
  assert.ok(parts.length > 40);
  document.lblPath = 'changed';
  document.later.deep.push({});
  assert.deepEqual(snapshot?.raw.later, { deep: [{}] });
});

test('anything that is not such a document becomes null, however deep, and nothing is thrown', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  const never = [undefined, null, 1, 'x', [], {}, [legacy], deep, { ...legacy, later: deep }];
  const wrong = [
    { lblSourceName: 1 },
    { lblPath: {} },
    { lblPath: undefined },
    { clipboardFragments: {} },
    { clipboardFragments: undefined },
  ];
  for (const document of [...never, ...wrong.map((key) => ({ ...legacy, ...key }))]) assert.equal(windowSnapshot(document, ''), null);
});

test('a key with the name of a property of all objects is an ordinary key', () => {
  const document: unknown = JSON.parse('{"lblSourceName":"a","lblPath":"b","clipboardFragments":[],"__proto__":{"sourceType":"web"}}');
  const snapshot = windowSnapshot(document, '');
  assert.equal(snapshot?.sourceType, 'other');
  assert.equal(({} as Record<string, unknown>).sourceType, undefined);
});

test('what a copy is for people is known of the present one too, except of a secret, which nothing opens', () => {
  const kindOf = (change: Partial<Fragment>) => windowSnapshot(documentOf({ ...text, ...change }), '')?.fragments[0]?.contentKind;
  assert.equal(kindOf({ contentKind: 'link' }), 'link');
  assert.equal(kindOf({ contentKind: 'link', secret: 'url' }), undefined);
  assert.equal(kindOf({ contentKind: 'kind of a later version' as never }), undefined);
});
