import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { savedOverBridge } from '../../contract/fragment-words.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { profileFields } from '../profile/user-profile.ts';
import { rawDictionaries } from './diagnostics/raw-dictionaries.ts';
import { type RowContext, sourceName } from './fragment-row.ts';
import { windowViewModel } from './window-rows.ts';
import { windowSnapshot } from './window-snapshot.ts';

const context: RowContext = {
  workspacePath: '/home/maria/WorkSpace',
  userHome: '/home/maria',
  minTextChars: 16,
  nowMs: Date.parse('2026-03-12T14:30:00Z'),
  timeZone: 'UTC',
};
const nobody = { reveal: () => '' };
const profile = profileFields({
  known: { displayName: nobody, accountName: nobody, emailOrUpn: nobody },
  pictureUrl: null,
  blocked: new Set(),
});
const app = { name: 'Code', executable: '/usr/bin/code', pid: 7, windowTitle: null };
const text: Fragment = {
  id: '2',
  kind: 'text',
  text: '# walk_sizes.py\nimport os\n\tprint()\n',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-12T13:58:07.042Z',
  source: { type: 'web', name: 'os', path: 'https://docs.example/os', app },
  detection: { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.97 },
  embeddedFilename: 'walk_sizes.py',
  state: 'saved',
  reason: null,
  savedPath: '/home/maria/WorkSpace/code/walk_sizes.py',
  sha256: 'ab',
};
const { text: _text, detection: _detection, embeddedFilename: _name, ...bare } = text;
const image: Fragment = {
  ...bare,
  id: '3',
  kind: 'image',
  imageUrl: '/api/fragments/3/content',
  width: 1920,
  height: 1080,
  detection: null,
  embeddedFilename: null,
};
const files: Fragment = { ...bare, id: '4', kind: 'files', files: ['/a/b c.txt', '/a/d'], detection: null, embeddedFilename: null };

function snapshotOf(fragments: readonly unknown[], more: object = {}): HubWindowSnapshot {
  const snapshot = windowSnapshot({ lblSourceName: 'os', lblPath: '', clipboardFragments: fragments, ...more }, '1.0.0');
  assert.ok(snapshot !== null);
  return snapshot;
}

const viewOf = (snapshot: HubWindowSnapshot | null, more: object = {}) =>
  windowViewModel({ snapshot, profile, railIsOpen: false, busy: false, context, ...more });

test('the icon of a page is a globe, of a program apps, and of anything else a warning', () => {
  const seen = ['web', 'local', 'other', 'satellite'].map((sourceType) => {
    const view = viewOf(snapshotOf([], { sourceType }));
    return [view.Bar0IsWeb, view.Bar0IsLocal, view.Bar0IsOther, view.Bar0Symbol];
  });
  assert.deepEqual(seen, [
    [true, false, false, 'globe'],
    [false, true, false, 'apps'],
    [false, false, true, 'warning'],
    [false, false, true, 'warning'],
  ]);
});

test('the rows show source, place and text of the current clipboard content', () => {
  const more = { lblSourceName: 'Directory walking', lblPath: 'https://www.docs.example/3/os.html#walk', sourceType: 'web' };
  const view = viewOf(snapshotOf([image, text], more));
  assert.deepEqual(
    [view.Bar0Text, view.Bar1Text, view.Bar1Symbol, view.Bar2Symbol],
    ['Directory walking', 'docs.example/3/os.html#walk', 'link', 'clipboard'],
  );
  assert.equal(view.Bar2Text, '# walk_sizes.py\nimport os\n\tprint()');
  assert.equal(view.Bar2ToolTip, text.text);
  const all = 'heron '.repeat(100_000);
  assert.equal(viewOf(snapshotOf([image, text], more), { wholeText: all }).Bar2ToolTip, all, 'all of a long one');
  assert.deepEqual([view.Bar2Image, view.Bar2ImageVisibility], ['/content/3', 'Visible']);
  assert.deepEqual(
    view.ClipboardFragments.map(({ id }) => id),
    ['2', '3'],
    'what represents the copy comes first, as the picker pastes the first one',
  );
  const order = (...fragments: readonly Fragment[]) => viewOf(snapshotOf(fragments)).ClipboardFragments.map(({ kind }) => kind);
  const files: Fragment = { ...text, id: '4', kind: 'files', files: ['/a'] };
  assert.deepEqual(order(image, files, text), ['text', 'image', 'files']);
  assert.deepEqual(order(image, files), ['files', 'image']);
  assert.deepEqual(order(image), ['image']);
});

test('without a name the source is its program, without that a sentence says so; an empty clipboard has no source', () => {
  const named = (more: object, fragments: readonly Fragment[] = [text]): string =>
    viewOf(snapshotOf(fragments, { lblSourceName: '', ...more })).Bar0Text;
  assert.equal(named({ appIdentity: { name: 'Editor' } }), 'Editor');
  assert.equal(named({ lblSourceName: '/usr/lib/editor/editor' }), 'editor');
  assert.equal(named({}), 'Unknown program');
  assert.equal(named({}, []), '');
  assert.equal(viewOf(null).Bar0Text, '');
  assert.equal(viewOf(null).Bar0IsOther, true);
});

test('a text that Hub read in a copy of an unknown program is its own, and no warning', () => {
  const own = { ...text, state: 'kept', reason: 'extracted' } as const;
  const view = (more: object) => viewOf(snapshotOf([own], { lblSourceName: '', ...more }));
  assert.deepEqual([view({}).Bar0Text, view({}).Bar0Symbol], ['Text extracted from another copy', 'apps']);
  assert.equal(view({ appIdentity: { name: 'Editor' } }).Bar0Text, 'Editor');
  assert.equal(viewOf(snapshotOf([text], { lblSourceName: '', sourceType: 'other' })).Bar0Symbol, 'warning');
});

test('a local source shows its path with ~ and a folder; an address of another kind shows a link', () => {
  const place = (lblPath: string) => {
    const { Bar1Symbol, Bar1Text } = viewOf(snapshotOf([], { lblPath, sourceType: 'local' }));
    return [Bar1Symbol, Bar1Text];
  };
  assert.deepEqual(place('/home/maria/notes/a.md'), ['folder', '~/notes/a.md']);
  assert.deepEqual(place('file:///home/maria/a%20b.md'), ['folder', '~/a b.md']);
  assert.deepEqual(place('sftp://host/x'), ['link', 'sftp://host/x']);
  assert.deepEqual(place(''), ['folder', '']);
});

test('without a text the row shows the names of the files, the size of the picture, or why there is nothing', () => {
  assert.equal(viewOf(snapshotOf([files])).Bar2Text, 'b c.txt\nd');
  assert.equal(viewOf(snapshotOf([image])).Bar2Text, 'Picture 1920 × 1080');
  assert.equal(viewOf(snapshotOf([image])).Bar2ToolTip, '');
  assert.equal(viewOf(snapshotOf([])).Bar2Text, '');
  const filtered = { ...files, state: 'filtered', reason: 'excluded_dir', files: undefined };
  assert.equal(viewOf(snapshotOf([filtered])).Bar2Text, 'not kept: your filter excludes its folder');
});

test('a picture without content, or with an id that is not a number, is not shown', () => {
  for (const changed of [{ state: 'filtered' as const }, { id: '../../etc' }, { id: '' }]) {
    const view = viewOf(snapshotOf([{ ...image, ...changed }]));
    assert.deepEqual([view.Bar2Image, view.Bar2ImageVisibility], [null, 'Collapsed']);
  }
});

test('type and name are those of the text, otherwise those of the snapshot', () => {
  const view = viewOf(snapshotOf([image, text], { detection: { typeId: 'png' } }));
  assert.deepEqual(
    [view.Bar3DetectedTypeId, view.Bar3DetectedExtension, view.Bar3DetectedGroup, view.Bar3DetectedConfidence],
    ['python', '.py', 'code', 0.97],
  );
  assert.deepEqual([view.Bar3EmbeddedFilename, view.Bar3HasEmbeddedFilename], ['walk_sizes.py', true]);
  const said = viewOf(snapshotOf([], { detection: { typeId: 'json', new: 1 }, embeddedFilename: 'x/../a.json' }));
  assert.deepEqual(
    [said.Bar3HasDetectedFiletype, said.Bar3DetectedTypeId, said.Bar3DetectedConfidence, said.Bar3EmbeddedFilename],
    [true, 'json', 0, 'a.json'],
  );
});

test('a malformed detection counts as none', () => {
  const malformed = [
    {},
    { typeId: 5 },
    { typeId: ' ' },
    { typeId: 'json', confidence: '1' },
    { typeId: 'json', confidence: 7 },
    { typeId: 'a', group: [] },
    { extension: '.x' },
  ];
  for (const detection of malformed) {
    const view = viewOf(snapshotOf([], { detection, embeddedFilename: 7 }));
    assert.deepEqual([view.Bar3HasDetectedFiletype, view.Bar3DetectedTypeId, view.Bar3HasEmbeddedFilename], [false, '', false]);
  }
});

test('the window is busy while a fragment is being judged or is queued for its file, and during a request', () => {
  const busy = (changed: Partial<Fragment>, asked = false): boolean =>
    viewOf(snapshotOf([{ ...text, savedPath: null, ...changed }]), { busy: asked }).Busy;
  assert.equal(busy({ state: 'captured' }), true);
  assert.equal(busy({ state: 'kept', reason: null }), true);
  assert.equal(busy({ state: 'kept', reason: 'too_short' }), false);
  assert.equal(busy({ state: 'failed', reason: 'disk_full' }), false);
  assert.equal(busy({ state: 'saved' }), false);
  assert.equal(busy({ state: 'saved' }, true), true);
});

test('the commands are the actions of their names', () => {
  const { ExitCommand, RestoreCommand, ToggleLeftRailPaneCommand, IsLeftRailPaneOpen } = viewOf(null, { railIsOpen: true });
  assert.deepEqual(
    [ExitCommand, RestoreCommand, ToggleLeftRailPaneCommand, IsLeftRailPaneOpen],
    [{ kind: 'act', verb: 'exit' }, { kind: 'act', verb: 'restore' }, { kind: 'toggle-rail' }, true],
  );
});

/** Texts with difficult parts: line ends, directions, halves of characters, marks, and length. */
const strange = fc.oneof(
  anyText(),
  fc.string(),
  fc.constantFrom(
    '\u202efdp.exe',
    '\ud800',
    'a\0b',
    '\r\n\r\n',
    'x'.repeat(70_000),
    '\n'.repeat(70_000),
    'é\u0301'.repeat(500),
    '👨‍👩‍👧‍👦'.repeat(400),
    '%E0%A4%A',
    'https://a:b@c/%E2%80%AE',
  ),
);
const anyFragment = fc.record(
  {
    id: fc.oneof(strange, fc.nat().map(String)),
    kind: fc.constantFrom('text', 'image', 'files'),
    text: strange,
    width: fc.integer(),
    height: fc.integer(),
    files: fc.array(strange),
    bytes: fc.nat(),
    mediaTypes: fc.array(strange, { maxLength: 2 }),
    capturedAt: fc.constantFrom('2026-03-12T13:58:07+01:00', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'),
    source: fc.record({
      type: fc.constantFrom('web', 'local', 'other'),
      name: strange,
      path: strange,
      app: fc.record({
        name: fc.option(strange),
        executable: fc.option(strange),
        pid: fc.option(fc.integer()),
        windowTitle: fc.option(strange),
      }),
    }),
    detection: fc.option(
      fc.record({
        group: strange,
        extension: strange,
        typeId: strange,
        mediaType: strange,
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    ),
    embeddedFilename: fc.option(strange),
    state: fc.constantFrom('captured', 'filtered', 'kept', 'saved', 'failed'),
    reason: fc.option(fc.oneof(strange, fc.constantFrom('too_short', 'disk_full', 'toString', '__proto__'))),
    savedPath: fc.option(
      fc.oneof(
        strange,
        strange.map((name) => `/home/maria/WorkSpace/code/${name}`),
      ),
    ),
    sha256: fc.option(strange),
  },
  {
    requiredKeys: [
      'id',
      'kind',
      'bytes',
      'mediaTypes',
      'capturedAt',
      'source',
      'detection',
      'embeddedFilename',
      'state',
      'reason',
      'savedPath',
      'sha256',
    ],
  },
);
const anyDictionary = fc.dictionary(fc.oneof(strange, fc.constantFrom('typeId', 'group', 'confidence', 'name')), fc.jsonValue());
const anyBody = fc.record(
  {
    lblSourceName: strange,
    lblPath: strange,
    clipboardFragments: fc.array(anyFragment, { maxLength: 4 }),
    sourceType: strange,
    sourceData: anyDictionary,
    appIdentity: anyDictionary,
    detection: anyDictionary,
    embeddedFilename: fc.jsonValue(),
    later: fc.jsonValue(),
  },
  { requiredKeys: ['lblSourceName', 'lblPath', 'clipboardFragments'] },
);

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test('no snapshot causes an exception; one source type is true, and every text is bounded and harmless', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const snapshot = windowSnapshot(body, '1');
      assert.ok(snapshot !== null);
      const view = viewOf(snapshot);
      assert.equal([view.Bar0IsWeb, view.Bar0IsLocal, view.Bar0IsOther].filter(Boolean).length, 1);
      assert.equal(view.Bar2ImageVisibility === 'Visible', view.Bar2Image !== null);
      for (const shown of stringsIn(view)) {
        assert.ok(shown.length <= 1_048_576);
        // The isolates around a part are the window's own, and end with the part.
        const plain = shown.replaceAll(/\u2068([^\u2066-\u2069]*)\u2069/gu, '$1');
        assert.doesNotMatch(plain, /[^\P{Control}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
        assert.ok(shown.isWellFormed());
      }
      const { Bar2ToolTip: _long, ClipboardFragments, ...rest } = view;
      for (const short of stringsIn(rest)) assert.ok(short.length <= 8_100);
      for (const { toolTip: _alsoLong, ...row } of ClipboardFragments) for (const short of stringsIn(row)) assert.ok(short.length <= 8_100);
      for (const { json } of rawDictionaries(snapshot)) assert.ok(json.length <= 65_536);
    }),
    { numRuns: runs(150) },
  );
});

test('the raw dictionaries are JSON with their keys in order', () => {
  const [first, , , raw] = rawDictionaries(snapshotOf([], { sourceData: { b: [1, { c: 'x' }], a: {}, n: null } }));
  assert.deepEqual(first, { title: 'sourceData', json: JSON.stringify({ a: {}, b: [1, { c: 'x' }], n: null }, null, 2) });
  assert.equal(raw?.title, 'raw');
  assert.deepEqual(rawDictionaries(null), []);
});

test('a long text in a dictionary is cut and does not hide the rest; a dictionary that is too long ends there', () => {
  const long = rawDictionaries(snapshotOf([], { sourceData: { a: 'x'.repeat(64_000), b: 1 } }))[0]?.json ?? '';
  assert.deepEqual(JSON.parse(long), { a: `${'x'.repeat(1_000)}… and 63000 more`, b: 1 });
  const many = Array.from({ length: 20_000 }, (_, index) => index);
  const cut = rawDictionaries(snapshotOf([], { sourceData: { many } }))[0]?.json ?? '';
  assert.ok(cut.length <= 65_536 && cut.length > 65_000 && cut.trimEnd().endsWith('…'));
});

test('a direction character in a dictionary is written as its number', () => {
  const json = rawDictionaries(snapshotOf([], { sourceData: { a: '\u202efdp\u0085' } }))[0]?.json ?? '';
  assert.match(json, /\\u202efdp\\u0085/);
  assert.deepEqual(JSON.parse(json), { a: '\u202efdp\u0085' });
});

test('what was saved over the bridge is from a program, and not from a bridge, unless that is the name of a program', () => {
  assert.equal(sourceName(savedOverBridge, ''), 'a program');
  assert.equal(sourceName(savedOverBridge, 'bridge'), 'bridge');
  assert.equal(sourceName('', 'bridge'), 'bridge');
});
