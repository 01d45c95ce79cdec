import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentKind } from '../../contract/fragment-words.ts';
import { fragmentReasons } from '../../contract/journal.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { fragmentOutcome } from './fragment-outcome.ts';
import { fragmentRow, listRow, type RowContext } from './fragment-row.ts';

const context: RowContext = {
  workspacePath: '/home/maria/WorkSpace',
  userHome: '/home/maria',
  minTextChars: 16,
  nowMs: Date.parse('2026-03-12T14:30:00Z'),
  timeZone: 'UTC',
};
const base: Fragment = {
  id: '2',
  kind: 'text',
  text: '{\n  "name": "hub",\n  "private": true\n}',
  bytes: 5,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-03-12T13:58:07.042Z',
  source: { type: 'local', name: 'Code', path: '/usr/bin/code', app: { name: 'Code', executable: null, pid: 7, windowTitle: null } },
  detection: { group: 'code', extension: '.json', typeId: 'json', mediaType: 'application/json', confidence: 0.9 },
  embeddedFilename: null,
  state: 'saved',
  reason: null,
  savedPath: '/home/maria/WorkSpace/code/package.json',
  sha256: 'ab',
};
const { text: _text, ...withoutText } = base;
const filesOf = (...files: readonly string[]): Fragment => ({
  ...withoutText,
  kind: 'files',
  files: [...files],
  detection: null,
  state: 'kept',
  reason: 'file_list',
  savedPath: null,
});
const rowOf = (changed: Partial<Fragment>) => fragmentRow({ ...base, ...changed }, context);
const fromWindow = (windowTitle: string | null, name = 'Code', type: 'web' | 'local' = 'local') =>
  rowOf({ source: { type, name, path: '', app: { name, executable: null, pid: null, windowTitle } } }).detail.split(' · ')[2];

test('a row shows its type, source, time and place', () => {
  const { title, detail, badge, symbol, outcome } = rowOf({});
  assert.deepEqual(
    { title, detail, badge, symbol, outcome },
    {
      title: '"name": "hub",',
      detail: 'code/package.json · 13:58 · Code',
      badge: 'JSON',
      symbol: 'code',
      outcome: { kind: 'saved', text: 'saved in code' },
    },
  );
});

test("the title of a window is shown without the program's name, which precedes it", () => {
  assert.equal(fromWindow('package.json - hub - Visual Studio Code'), 'Code — package.json - hub');
  assert.equal(fromWindow('maria@host: ~', 'xterm'), 'xterm — maria@host: ~');
  assert.equal(fromWindow('Code'), 'Code');
  assert.equal(fromWindow('A page — Mozilla Firefox', 'firefox.exe'), 'firefox.exe — A page');
  assert.equal(fromWindow('fish and chips', 'sh'), 'sh — fish and chips');
  assert.equal(fromWindow(null), 'Code');
  assert.equal(fromWindow('A page — Browser', 'A page', 'web'), 'A page');
});

test('the title of a text is its first meaningful line, and a blank text is called blank', () => {
  assert.equal(rowOf({ text: '\n\n  \t import   os\nx' }).title, 'import os');
  assert.equal(rowOf({ text: '---\n***' }).title, '---');
  assert.equal(rowOf({ text: ' \n\t' }).title, 'Blank text');
  assert.equal(rowOf({ text: `${'long '.repeat(20_000)}` }).title.length, 200);
  assert.equal(rowOf({ text: `${' '.repeat(60_000)}after` }).title, 'after');
});

test('no title and no line of a list says a secret that the text has among others', () => {
  const titles = (text: string): readonly string[] => {
    const { title, preview, toolTip } = listRow({ ...base, text }, context);
    return [title, preview, toolTip];
  };
  assert.deepEqual(titles('the password is tigerlily\nsee you on Friday'), ['see you on Friday', '', 'see you on Friday']);
  assert.deepEqual(titles('my password is tigerlily'), ['Text that may be a secret', '', 'Text that may be a secret']);
  assert.deepEqual(titles('Notes\nuser maria, password: tigerlily9\nMore'), ['Notes', 'Notes\nMore', 'Notes']);
  assert.deepEqual(titles('---\ntitle: "password: tigerlily9 of Tom"\n---\n\nTides')[0], 'Tides');
  assert.equal(titles('Password: Enter your password')[0], 'Password: Enter your password');
});

test('a document that gives itself a title is shown by that, and not by its head', () => {
  const article = { ...base, text: '---\ntitle: "Tides: an introduction"\nurl: "https://a.example/"\n---\n\n# Tides\n\nTwice a day.' };
  const row = listRow(article, context);
  assert.deepEqual([row.title, row.preview], ['Tides: an introduction', 'Tides: an introduction\n# Tides\nTwice a day.']);
  const page = listRow({ ...base, text: '<!doctype html>\n<!-- x -->\n<title>Tides \u202eand winds</title><p>x' }, context);
  assert.equal(page.preview, '', 'the title says as much');
  assert.ok(page.title.startsWith('Tides ') && !page.title.includes('\u202e'));
});

test('HTML that was copied without its text is shown as it reads, and as it is where it says nothing or has a title', () => {
  const htmlOf = (text: string, mediaTypes = ['text/html']): readonly string[] => {
    const { title, preview } = listRow({ ...base, mediaTypes, text }, context);
    return [title, preview];
  };
  const list =
    '<meta charset="utf-8"><ul><li>Low tide &amp; wind</li><li>High tide, which comes six hours and twelve minutes later</li></ul>';
  const words = ['Low tide & wind', 'High tide, which comes six hours and twelve minutes later'];
  assert.deepEqual(htmlOf(list), [words[0], words.join('\n')]);
  assert.equal(htmlOf(list, ['text/html', 'text/plain'])[0], list);
  assert.equal(htmlOf('<img src="a.png">')[0], '<img src="a.png">');
  assert.equal(htmlOf('<html><head><title>Tides</title></head><body>Low</body></html>')[0], 'Tides');
  const divided = htmlOf('<p>Tides</p>\n<p>Password: <b>Watvogel3</b></p>').join();
  assert.ok(!divided.includes('Watvogel3'), divided);
});

test('what the user added is shown, made harmless; a list has no notes', () => {
  const row = rowOf({ text: 'the text', pinned: true, tags: ['work'], title: 'My\u202e title', note: 'one\ntwo\u202e' });
  assert.deepEqual([row.title, row.isPinned, row.tags, row.canAnnotate], [row.ownTitle, true, ['work'], true]);
  assert.ok(!`${row.title}${row.note}`.includes('\u202e'));
  assert.equal(row.note.split('\n').length, 2);
  const bare = rowOf({ text: 'the text' });
  assert.deepEqual([bare.title, bare.ownTitle, bare.isPinned, bare.tags, bare.note], ['the text', '', false, [], '']);
  assert.equal(rowOf({ text: 'the text', state: 'filtered' }).canAnnotate, false);
});

test('below a title of the user’s own a list shows what was copied', () => {
  const listed = (change: Partial<Fragment>): readonly string[] => {
    const { title, preview } = listRow({ ...base, title: 'My title', ...change } as Fragment, context);
    return [title, preview];
  };
  assert.deepEqual(listed({ text: '\n  first\n\nsecond\nthird\nfourth' }), ['My title', '  first\nsecond\nthird']);
  assert.deepEqual(listed({ text: 'https://example.org/tides', contentKind: 'link' }), ['My title', 'https://example.org/tides']);
  assert.deepEqual(listed({ ...filesOf('/a/b.txt', '/c/d.md') })[1], fragmentRow(filesOf('/a/b.txt', '/c/d.md'), context).title);
  const secret = listed({ text: 'the words', secret: 'github_token' } as Partial<Fragment>);
  assert.ok(!secret.join().includes('the words'), secret.join());
  assert.deepEqual(listed({ text: 'My title' }), ['My title', ''], 'the title says as much');
});

test('a text is shown from its first visible line on, and is not changed', () => {
  const text = '  indented\nmore';
  for (const before of ['\n'.repeat(50), ' \t\r\n', '\u200b\n\ufeff \u00a0\n', '\u0085\u2028 \u2029', '\u2800\n', '\u3164\n'.repeat(9)]) {
    const row = rowOf({ text: before + text });
    assert.deepEqual([row.preview, row.toolTip, row.title], [text, text, 'indented'], JSON.stringify(before));
  }
  const hidden = rowOf({ text: '\u200b\n\u2060' });
  assert.deepEqual([hidden.title, hidden.preview, hidden.toolTip], ['Blank text', '', '']);
  assert.equal(rowOf({ text: '\u202e\nx' }).preview, '\ufffd\nx', 'control characters are made visible');
});

test('the preview is the beginning, with its indentation, and ends in … if there is more', () => {
  const { preview } = rowOf({ text: `\n\n\tif x:\r\n\t\tdo()\n${'y\n'.repeat(30)}` });
  const lines = preview.split('\n');
  assert.deepEqual([lines[0], lines[1], lines.length, lines.at(-1)], ['\tif x:', '\t\tdo()', 20, '…']);
  const long = rowOf({ text: 'x'.repeat(65_536) }).preview;
  assert.deepEqual([long.length, long.at(-1)], [400, '…']);
  assert.equal(rowOf({ text: 'a\nb\n\n\n' }).preview, 'a\nb');
});

test('plain text is marked with the word for what it is, and never with the name of a file format', () => {
  const plain = { group: 'text', extension: '.txt', typeId: 'txt', mediaType: 'text/plain', confidence: 0.4 };
  const badge = (of: Partial<Fragment>) => rowOf({ detection: plain, ...of }).badge;
  assert.deepEqual(
    [
      badge({ contentKind: 'prose' }),
      badge({ contentKind: 'code' }),
      badge({ contentKind: 'table' }),
      badge({ contentKind: 'link' }),
      badge({}),
    ],
    ['Text', 'Code', 'Table', 'Link', 'Text'],
  );
  const python = (confidence: number) => ({ ...plain, extension: '.py', typeId: 'python', group: 'code', confidence });
  const badges = [0.7, 0.69].map((confidence) => rowOf({ contentKind: 'code', detection: python(confidence) }).badge);
  assert.deepEqual(badges, ['PY', 'Code'], 'a doubtful type is no more than its kind');
  assert.equal(rowOf({ contentKind: 'prose', detection: python(0.69) }).badge, 'Text');
});

test('files are shown by their names, a picture by its size', () => {
  const one = fragmentRow(filesOf('/home/maria/Down loads/report.PDF'), context);
  assert.deepEqual([one.title, one.badge, one.symbol, one.toolTip], ['report.PDF', 'PDF', 'files', '~/Down loads/report.PDF']);
  const three = fragmentRow(filesOf('/a/b', 'sftp://h/c.txt', 'C:\\d\\e.md'), context);
  assert.deepEqual([three.title, three.preview, three.badge], ['3 files: b, c.txt, e.md', 'b\nc.txt\ne.md', '']);
  const pictures = filesOf('/a/b.png', '/a/c.PNG', 'sftp://h/d.png');
  assert.equal(fragmentRow(pictures, context).badge, 'PNG', 'all of one type');
  assert.equal(fragmentRow({ ...pictures, filesTruncated: true }, context).badge, '', 'of the others nothing is known');
  assert.equal(fragmentRow(filesOf('/a/b.png', '/a/c'), context).badge, '');
  const many = fragmentRow(filesOf(...Array.from({ length: 50 }, (_, index) => `/f${index}`)), context);
  assert.equal(many.preview.split('\n').at(-1), '… and 30 more');
  const picture = fragmentRow({ ...withoutText, kind: 'image', width: 1920, height: 1080 }, context);
  assert.deepEqual([picture.title, picture.imageUrl, picture.symbol], ['Picture 1920 × 1080', '/content/2', 'image']);
  assert.equal(fragmentRow({ ...withoutText, kind: 'image' }, context).title, 'Picture, 5 bytes');
});

test('a file name that reverses its direction is shown with the control character made visible', () => {
  assert.equal(fragmentRow(filesOf('/a/invoice\u202efdp.exe'), context).title, 'invoice\ufffdfdp.exe');
  assert.equal(rowOf({ text: '\u001b[31mred\u0007' }).preview, '\ufffd[31mred\ufffd');
});

// biome-ignore format: a list
const kept: ReadonlySet<string> = new Set([
  'policy_off', 'no_document', 'too_large', 'too_short', 'untyped', 'file_list', 'unjudgeable', 'too_many', 'imported', 'command_output', 'extracted', 'selected', 'workspace_lost',
]);

test('every reason has its own sentence, which begins with the outcome', () => {
  const begins = { filtered: /^not kept: /, kept: /^in the history only: /, failed: /^not saved( yet)?: / } as const;
  const texts = fragmentReasons.map((reason) => {
    const state = reason.startsWith('excluded') || reason.startsWith('secret_') ? 'filtered' : kept.has(reason) ? 'kept' : 'failed';
    const outcome = fragmentOutcome({ state, reason, savedPath: null }, context);
    assert.equal(outcome.kind, state);
    assert.match(outcome.text, begins[state]);
    return outcome.text;
  });
  assert.equal(new Set(texts).size, fragmentReasons.length);
});

test('a fragment that stays hidden because it is unjudgeable is not shown as in progress, and its row says why', () => {
  const outcome = fragmentOutcome({ state: 'captured', reason: 'unjudgeable', savedPath: null }, context);
  assert.equal(outcome.kind, 'kept');
  assert.match(outcome.text, /^held back: /);
});

test('the outcome of a short text names the limit', () => {
  const kept = { state: 'kept', reason: 'too_short', savedPath: null } as const;
  assert.equal(fragmentOutcome(kept, context).text, 'in the history only: shorter than 16 characters');
  assert.equal(fragmentOutcome(kept, { ...context, minTextChars: null }).text, 'in the history only: it is too short');
});

test('what is too brief for the policy `documents` is told with its limit', () => {
  const outcome = (contentKind: ContentKind) =>
    fragmentOutcome({ state: 'kept', reason: 'no_document', savedPath: null, contentKind }, context).text;
  assert.equal(outcome('prose'), 'not saved automatically: 80 characters or fewer');
  assert.equal(outcome('table'), 'not saved automatically: a table of 80 characters or fewer');
});

test('an unknown reason is shown if it is a single word, and otherwise left out', () => {
  const textOf = (reason: string) => fragmentOutcome({ state: 'failed', reason, savedPath: null }, context).text;
  assert.equal(textOf('quota_used_up'), 'not saved: quota used up');
  assert.equal(textOf('<b>'), 'not saved');
  assert.equal(textOf('toString'), 'not saved');
});

test('the place of a file is its folder below the WorkSpace, or its path', () => {
  const savedAt = (savedPath: string | null, workspacePath = context.workspacePath) =>
    fragmentOutcome({ state: 'saved', reason: null, savedPath }, { ...context, workspacePath }).text;
  assert.equal(savedAt('/home/maria/WorkSpace/code/a.py'), 'saved in code');
  assert.equal(savedAt('/home/maria/WorkSpace/a.py'), 'saved in the WorkSpace');
  assert.equal(savedAt('/home/maria/Other/code/a.py'), 'saved in ~/Other/code');
  assert.equal(savedAt('/home/maria/WorkSpace2/a.py'), 'saved in ~/WorkSpace2');
  assert.equal(savedAt('C:\\Users\\M\\WorkSpace\\code\\a.py', 'c:\\users\\m\\workspace'), 'saved in code');
  assert.equal(savedAt(null), 'saved');
});

test('the actions of a row are those that its state allows', () => {
  const can = (changed: Partial<Fragment>) => {
    const { canCopy, canSave, canOpen } = rowOf({ savedPath: null, ...changed });
    return [canCopy, canSave, canOpen];
  };
  assert.deepEqual(can({ state: 'saved', savedPath: '/x/a' }), [true, false, true]);
  assert.deepEqual(can({ state: 'kept', reason: 'untyped' }), [true, true, false]);
  assert.deepEqual(can({ state: 'kept', reason: null }), [true, false, false]);
  assert.deepEqual(can({ state: 'failed', reason: 'disk_full' }), [true, true, false]);
  assert.deepEqual(can({ state: 'filtered', reason: 'excluded_dir' }), [false, false, false]);
  assert.deepEqual(can({ state: 'kept', reason: 'untyped', id: 'x' }), [false, false, false]);
  assert.equal(fragmentRow(filesOf('/a'), context).canOpen, true);
});

test('a document is named by its file, and without one by its type', () => {
  const pdf = { group: 'document', extension: '.pdf', typeId: 'pdf', mediaType: 'application/pdf', confidence: 1 };
  const document = { ...withoutText, kind: 'document', detection: pdf, mediaTypes: ['application/pdf'] } as const;
  const shown = fragmentRow(
    { ...document, mediaTypes: [...document.mediaTypes], savedPath: '/home/maria/WorkSpace/document/plan.pdf' },
    context,
  );
  assert.deepEqual(
    [shown.title, shown.toolTip, shown.symbol, shown.badge, shown.imageUrl, shown.canCopy, shown.canCopyPlain, shown.canOpen],
    ['plan.pdf', 'plan.pdf', 'document', 'PDF', null, true, false, true],
  );
  assert.equal(fragmentRow({ ...document, mediaTypes: ['application/pdf'], state: 'kept', savedPath: null }, context).title, 'PDF');
  assert.equal(
    fragmentRow({ ...document, mediaTypes: ['x/x'], detection: null, state: 'kept', savedPath: null }, context).title,
    'Document',
  );
});

test('only what was copied can be kept all the same; of what the browser saved the mend is told', () => {
  const left = { state: 'filtered', reason: 'secret_github_token', savedPath: null } as const;
  assert.equal(rowOf(left).canKeep, true);
  assert.equal(rowOf(left).outcome.text, 'not kept: looks like a GitHub token');
  for (const origin of ['web', 'import', 'command'] as const) assert.equal(rowOf({ ...left, origin }).canKeep, false, origin);
  assert.equal(rowOf({ ...left, selection: 'primary' }).canKeep, false);
  assert.match(
    rowOf({ ...left, origin: 'web' }).outcome.text,
    /^not kept: looks like a GitHub token; add this kind in Settings, .* save it again/,
  );
  assert.equal(rowOf({ origin: 'web' }).outcome.text, 'saved in code');
});

test('a row for a text of 64 KiB costs only a few times as much as one for a short text', () => {
  // CPU time, whatever else the machine does: a quadratic row would take minutes.
  const before = process.threadCpuUsage();
  for (const text of ['x'.repeat(65_536), '\n'.repeat(65_536), ' '.repeat(65_536), '\u202e'.repeat(65_536), 'a '.repeat(32_768)])
    for (let times = 0; times < 20; times += 1) rowOf({ text });
  assert.ok(process.threadCpuUsage(before).user < 20_000_000);
});

test('a part in a right-to-left script does not reorder its neighbours', () => {
  const app = { name: 'Word', executable: null, pid: null, windowTitle: 'שלום' };
  const { detail } = rowOf({ source: { type: 'local', name: 'Word', path: '', app } });
  assert.equal(detail, 'code/package.json · 13:58 · Word — \u2068שלום\u2069');
});

test('the heading of a row is that of its time', () => {
  const groups = ['2026-03-12T13:58:07Z', '2026-03-11T23:59:59Z', '2026-03-08T12:00:00Z', '2026-01-01T12:00:00Z'].map(
    (capturedAt) => rowOf({ capturedAt }).group,
  );
  assert.deepEqual(groups, ['Today', 'Yesterday', 'Sunday 8 March', 'Thursday 1 January']);
});

test('a picture with too many pixels for a window has no thumbnail', () => {
  const urlOf = (width: number, height: number) => fragmentRow({ ...withoutText, kind: 'image', width, height }, context).imageUrl;
  assert.equal(urlOf(7_680, 4_320), '/content/2');
  assert.equal(urlOf(50_000, 50_000), null);
  assert.equal(fragmentRow({ ...withoutText, kind: 'image' }, context).imageUrl, null, 'of which nobody knows the size');
});

test('one that is found by a name is marked where its detail has that, or shows it before the detail', () => {
  type Of = NonNullable<NonNullable<Parameters<typeof listRow>[0]['match']>['of']>;
  const detailOf = (of: Of, text: string, ...marks: [number, number][]): string =>
    (listRow({ ...base, tags: ['tide'], match: { text, marks, of } }, context).foundDetail ?? [])
      .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
      .join('');
  const { detail, title } = listRow(base, context);
  const segments = detail.split(' · ');
  const [first = '', last = ''] = [segments.at(0), segments.at(-1)];
  assert.equal(detailOf('note', 'none of it', [0, 4]), `[none] of it · ${detail}`);
  assert.equal(
    detailOf('note', segments[1] ?? '', [0, 2]),
    `[${segments[1]?.slice(0, 2)}]${segments[1]?.slice(2)} · ${detail}`,
    'never in the time',
  );
  assert.equal(detailOf('file', first, [0, 3]), `[${first.slice(0, 3)}]${detail.slice(3)}`);
  assert.equal(detailOf('source', last, [0, 2]), `${detail.slice(0, -last.length)}[${last.slice(0, 2)}]${last.slice(2)}`);
  assert.equal(detailOf('address', 'elsewhere', [0, 4]), `[else]where · ${detail}`);
  const twice = {
    ...base,
    copyCount: 3,
    firstCapturedAt: base.capturedAt,
    source: { ...base.source, name: '', app: { ...base.source.app, name: null } },
  };
  const bare = listRow({ ...twice, match: { text: '3', marks: [[0, 1]], of: 'address' } }, context);
  assert.equal(bare.foundDetail?.[0]?.text, '3', 'never in the number of times');
  assert.equal(detailOf('title', title, [0, title.length]), detail, 'its title says it already');
  assert.equal(detailOf('tag', 'tide', [0, 4]), detail);
  assert.equal(listRow({ ...base, secret: 'other', match: { text: 'none', marks: [[0, 4]], of: 'note' } }, context).foundDetail, undefined);
});

test('a found fragment shows the line of its match, harmless and in parts', () => {
  const match = { text: 'a\t\u202eword here', marks: [[3, 7] as [number, number]] };
  const row = listRow({ ...base, match }, context);
  assert.deepEqual(row.match, [
    { text: 'a \ufffd', isMatch: false },
    { text: 'word', isMatch: true },
    { text: ' here', isMatch: false },
  ]);
  assert.equal(row.title, 'a \ufffdword here');
  assert.equal(listRow(base, context).match, undefined);
  const titled = listRow({ ...base, title: 'Own', match }, context);
  assert.deepEqual([titled.title, titled.match], ['Own', row.match], 'with a title of the user, both');
});

test('a content that was copied more than once says how often and when, in a list in short', () => {
  const source = { type: 'local', name: 'Mail', path: '', app: { name: 'Mail', executable: null } } as const;
  const repeated = {
    copyCount: 3,
    firstCapturedAt: '2025-11-12T08:15:00Z',
    earlierCopies: [
      { capturedAt: '2026-03-11T09:00:00Z', source },
      { capturedAt: '2025-11-12T08:15:00Z', source },
    ],
  };
  const { times, earlier, detail } = rowOf(repeated);
  assert.deepEqual([times, earlier], ['3 times, first on 12 Nov 2025', ['Yesterday 09:00 · Mail', '12 Nov 2025 · Mail']]);
  assert.equal(detail, 'code/package.json · 13:58 · 3 times · Code');
  assert.deepEqual(listRow({ ...base, ...repeated }, context).earlier, []);
  assert.equal(rowOf({ copyCount: 2, firstCapturedAt: '2026-03-12T08:15:00Z' }).times, '2 times, first at 08:15');
  assert.equal(rowOf({ copyCount: 2, firstCapturedAt: '2026-03-11T08:15:00Z' }).times, '2 times, first yesterday at 08:15');
  assert.deepEqual([rowOf({}).times, rowOf({}).earlier], ['', []]);
});

test('HTML beside a text is worth a look, but not that of a link, of a secret, or of what is held back', () => {
  const rich = { ...base, text: 'a bold word', mediaTypes: ['text/plain', 'text/html'] };
  const hasHtml = (change: Partial<Fragment> = {}): boolean => rowOf({ ...rich, ...change }).hasHtml;
  assert.equal(hasHtml(), true);
  for (const change of [
    { mediaTypes: ['text/plain'] },
    { mediaTypes: ['text/html'] },
    { contentKind: 'link' as const },
    { secret: 'password' as const },
    { state: 'filtered' as const },
  ]) {
    assert.equal(hasHtml(change), false, JSON.stringify(change));
  }
});

test('a found copy has its first lines too, which the picker shows below its list', () => {
  const text = 'first line\nsecond line\nthird with tides';
  const row = listRow({ ...base, text, match: { text: 'third with tides', marks: [[11, 16]] } }, context);
  assert.deepEqual([row.title, row.preview], ['third with tides', text]);
});

test('a secret is named by what it is, whether it was kept or not, and never by its text', () => {
  const dropped = (reason: string): string => fragmentRow({ ...withoutText, state: 'filtered', reason, savedPath: null }, context).title;
  assert.deepEqual(['secret_cleared_password', 'secret_payment_card', 'secret_private_key', 'secret_github_token'].map(dropped), [
    'Password',
    'Card number',
    'Private key',
    'GitHub token',
  ]);
  const kept = { ...base, text: 'ghp_secret', match: { text: 'ghp_secret', marks: [[0, 4] as [number, number]] } };
  for (const [secret, title] of [
    ['github_token', 'GitHub token'],
    ['other', 'Private copy'],
    ['of another version', 'Private copy'],
  ] as const) {
    const row = listRow({ ...kept, secret }, context);
    assert.deepEqual([row.title, row.match, JSON.stringify(row).includes('ghp')], [title, undefined, false]);
  }
  assert.equal(rowOf({ ...kept, secret: 'github_token', title: 'of the build' }).title, 'of the build');
  assert.equal(fragmentRow({ ...filesOf('/home/maria/a.iso'), secret: 'other' }, context).title, 'a.iso');
});

test('a list shows the first three lines, unless the title says as much', () => {
  const preview = (change: Partial<Fragment>): string => listRow({ ...base, ...change }, context).preview;
  assert.equal(preview({ text: '\n  one\n\n  two\nthree\nfour' }), '  one\n  two\nthree');
  assert.equal(preview({ text: 'one\ntwo' }), 'one\ntwo');
  assert.equal(preview({ text: ' one \n' }), '');
  assert.equal(preview({ text: 'word '.repeat(20) }), 'word '.repeat(20).trimEnd(), 'one line that is wrapped');
  assert.equal(preview({ text: `https://bank.example@${'long.'.repeat(20)}example/`, contentKind: 'link' }), '');
  assert.equal(preview({ text: 'one\ntwo', title: 'My title' }), 'one\ntwo', 'below that title');
  assert.equal(preview({ text: 'one\ntwo', secret: 'private_key' }), '');
  assert.ok(preview({ text: `${'long '.repeat(2_000)}\nx` }).length <= 3 * 240);
});

test('a copy without a file does not say so in its row, and one that should have a file does', () => {
  const detail = (change: Partial<Fragment>): string => rowOf({ savedPath: null, ...change }).detail;
  assert.equal(detail({ state: 'kept', reason: 'untyped' }), '13:58 · Code');
  assert.equal(detail({ state: 'kept', reason: null }), 'being saved · 13:58 · Code');
  assert.match(detail({ state: 'failed', reason: 'disk_full' }), /^not saved yet: .+ · 13:58 · Code$/);
});

test('a long name of a file loses its middle, so that the time stays in sight', () => {
  const { detail } = rowOf({ savedPath: `/home/maria/WorkSpace/text/${'the-quarterly-figures-'.repeat(4)}end.txt` });
  assert.match(detail, /^text\/the-quarterly-figures-[a-z-]+…[a-z-]+-end\.txt · 13:58 · Code$/);
  assert.ok(detail.indexOf(' · ') <= 52);
});
