import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { capture, inlineContent, spooledContent, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { makeFifo, withoutFifo } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { changesSince, lastChangeNumber } from '../../journal/fragment-changes.ts';
import { readEarlierCopies } from '../../journal/fragments/earlier-copies.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { contentPlaces, readHead } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import { annotate, readAnnotations } from '../../journal/keeping/annotations.ts';
import { runCommand } from '../program.ts';
import { openHubExport } from './hub-export.ts';
import { mostContentBytes } from './import-item.ts';

interface Home {
  readonly journal: Journal;
  readonly folder: string;
  readonly printed: string[];
  readonly complained: string[];
  readonly run: (...words: string[]) => Promise<number>;
  readonly document: (name: string, value: object) => void;
}

function home(t: TestContext): Home {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed, complained } = rememberingSurface(places);
  const document = (name: string, value: object): void => {
    const file = places.document(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  return {
    journal,
    folder: path.dirname(places.journal),
    printed,
    complained,
    document,
    run: (...words) => runCommand(words, surface, 'hub'),
  };
}

const kept = { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'keep', because: 'too_short' } } as const;

/** All that an export carries of the copies of a journal, newest first. */
function facts(journal: Journal): readonly unknown[] {
  return listFragments(journal, { limit: 1_000 }).map(({ id, kind, copiedAtMs, source, givenName, copies, firstCopiedAtMs }) => ({
    ...{ kind, copiedAtMs, source, givenName, copies, firstCopiedAtMs },
    annotations: readAnnotations(journal, id),
    earlier: readEarlierCopies(journal, id),
    contents: contentPlaces(journal, id).map((place) => [place.mediaType, Buffer.from(readHead(place, 1e9)).toString('base64')]),
  }));
}

function judgeAll(journal: Journal): void {
  for (const { id } of listFragments(journal, { limit: 1_000 })) recordJudgement(journal, id, kept);
}

const anyCopy = fc.record({
  text: anyText({ maxLength: 60 }).filter((text) => text !== ''),
  html: fc.option(anyText({ maxLength: 60 }).filter((text) => text !== '')),
  isLarge: fc.boolean(),
  app: fc.option(fc.constantFrom('Editor', 'Mail')),
  tags: fc.subarray(['work', 'old', 'ü']),
  pinned: fc.boolean(),
  title: fc.option(fc.constantFrom('A title', 'Ein Titel')),
  note: fc.option(fc.constantFrom('a note\nof two lines', '…')),
});

test('what is exported and imported again is the same in all that an export carries, and twice is no more', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCopy, { minLength: 1, maxLength: 8 }), async (copies) => {
      const [one, other] = [home(t), home(t)];
      one.document('config/content-filter.json', { detect_secrets: false });
      other.document('config/content-filter.json', { detect_secrets: false });
      for (const [at, { text, html, isLarge, app, tags, pinned, title, note }] of copies.entries()) {
        const content = isLarge ? spooledContent(one.journal, text.padEnd(140_000, '.')) : inlineContent(text);
        const formats = [
          { mediaType: 'text/plain', content },
          ...(html === null ? [] : [{ mediaType: 'text/html', content: inlineContent(html) }]),
        ];
        const identity = { name: app, executable: app === null ? null : `/usr/bin/${app}`, pid: null, windowTitle: app };
        const source = { type: app === null ? 'other' : 'local', name: app ?? '', path: '', app: identity } as const;
        const copy = capture([{ kind: 'text', representations: formats }], { copiedAtMs: 1_600_000_000_000 + at * 60_000, source });
        const [id = 0] = recordCapture(one.journal, copy).fragmentIds;
        recordJudgement(one.journal, id, kept);
        annotate(one.journal, id, { tags, pinned, title, note });
      }
      const folder = path.join(one.folder, 'export');
      assert.equal(await one.run('export', '--output', folder), 0);
      assert.equal(await other.run('import', folder), 0, other.complained.join());
      assert.deepEqual(facts(other.journal), facts(one.journal));
      judgeAll(other.journal);
      assert.equal(await other.run('import', path.join(folder, 'fragments.jsonl'), '--json'), 0);
      const [again] = JSON.parse(other.printed.at(-1) ?? '').files;
      assert.deepEqual([again.added, again.joined, again.known], [0, 0, listFragments(one.journal, { limit: 100 }).length]);
      assert.deepEqual(facts(other.journal), facts(one.journal));
      assert.equal(await one.run('import', folder, '--json'), 0);
      assert.equal(JSON.parse(one.printed.at(-1) ?? '').files[0].known, again.known);
      const spooled = readdirSync(other.journal.blobs).filter((name) => name.startsWith('.~hub-'));
      assert.deepEqual(spooled, [], 'no temporary file is left');
    }),
    { numRuns: runs(30) },
  );
});

test('a copy that the history has in fewer formats gets the others, and an RTF with a secret is not among them', async (t) => {
  const [one, other] = [home(t), home(t)];
  const gate = { 'text/plain': 'the gate', 'text/html': '<b>the gate</b>' };
  const copyOf = (contents: Readonly<Record<string, string | Uint8Array>>): NewCapture => {
    const representations = Object.entries(contents).map(([mediaType, content]) => ({
      mediaType,
      content: content.length > 100_000 ? spooledContent(one.journal, content) : inlineContent(content),
    }));
    return capture([{ kind: 'text', representations }], { copiedAtMs: 1_600_000_000_000 });
  };
  const typesIn = ({ journal }: Home): readonly string[] =>
    listFragments(journal, { limit: 9 }).flatMap(({ id }) => contentPlaces(journal, id).map(({ mediaType }) => mediaType));
  const drawn = Buffer.alloc(140_000, 7);
  recordCapture(one.journal, copyOf({ ...gate, 'text/rtf': '{\\rtf1 the gate}', 'image/png': drawn }));
  recordCapture(other.journal, copyOf(gate));
  for (const { journal } of [one, other]) judgeAll(journal);
  const folder = path.join(one.folder, 'export');
  assert.equal(await one.run('export', '--output', folder), 0);
  const before = lastChangeNumber(other.journal);
  for (const [joined, known] of [
    [1, 0],
    [0, 1],
  ]) {
    assert.equal(await other.run('import', folder, '--json'), 0);
    const [result] = JSON.parse(other.printed.at(-1) ?? '').files;
    assert.deepEqual([result.added, result.joined, result.known], [0, joined, known]);
    assert.deepEqual(typesIn(other), ['text/plain', 'text/html', 'text/rtf', 'image/png']);
  }
  assert.deepEqual(facts(other.journal), facts(one.journal));
  assert.equal(changesSince(other.journal, before).fragments?.size, 1, 'the window is told');

  const [secret, third] = [secretExample('github_token', seeded(7)), home(t)];
  recordCapture(third.journal, copyOf(gate));
  judgeAll(third.journal);
  const hidden = home(t);
  recordCapture(hidden.journal, copyOf({ ...gate, 'text/rtf': `{\\rtf1 ${secret}}` }));
  judgeAll(hidden.journal);
  assert.equal(await hidden.run('export', '--output', path.join(hidden.folder, 'export')), 0);
  assert.equal(await third.run('import', path.join(hidden.folder, 'export')), 0);
  assert.deepEqual(typesIn(third), ['text/plain', 'text/html']);
  assert.equal(third.printed.at(-1), '  not kept: a secret was found in 1 copy');
});

/** A folder with an export of these texts, newest first. */
async function exported(t: TestContext, ...texts: readonly string[]): Promise<string> {
  const { journal, run, folder } = home(t);
  for (const [at, text] of texts.toReversed().entries()) {
    const copy = capture([{ kind: 'text', representations: [{ mediaType: 'text/plain', content: inlineContent(text) }] }]);
    const [id = 0] = recordCapture(journal, { ...copy, copiedAtMs: Date.now() - 10 * 86_400_000 + at * 60_000 }).fragmentIds;
    recordJudgement(journal, id, kept);
  }
  assert.equal(await run('export', '--output', path.join(folder, 'export')), 0);
  return path.join(folder, 'export');
}

const texts = (journal: Journal): readonly string[] =>
  listFragments(journal, { limit: 100 }).map(({ id }) =>
    Buffer.from(contentPlaces(journal, id).map((place) => readHead(place, 100))[0] ?? []).toString(),
  );

test('a secret is counted and not kept, and nothing of it comes near the journal', async (t) => {
  const secret = secretExample('github_token', seeded(7));
  const place = await exported(t, 'a tide table', secret);
  const { run, journal, printed, folder } = home(t);
  assert.equal(await run('import', place), 0);
  assert.deepEqual(texts(journal), ['a tide table']);
  assert.deepEqual(printed, ['Imported from Hub: 1 new, 0 in the history already.', '  not kept: a secret was found in 1 copy']);
  for (const file of ['hub.db', 'hub.db-wal']) assert.ok(!readFileSync(path.join(folder, file)).includes(secret), file);
});

test('a trial run changes nothing, and says the same', async (t) => {
  const place = await exported(t, 'one', 'two');
  const { run, journal, printed } = home(t);
  assert.equal(await run('import', place, '--dry-run'), 0);
  assert.deepEqual([texts(journal), printed], [[], ['Would import from Hub: 2 new, 0 in the history already.']]);
});

test('what the limits of the history would remove is left out, the oldest first', async (t) => {
  const place = await exported(t, 'newest', 'middle', 'oldest');
  const few = home(t);
  few.document('config/hub.json', { history: { max_count: 2 } });
  assert.equal(await few.run('import', place), 0);
  assert.deepEqual(texts(few.journal), ['newest', 'middle']);
  const young = home(t);
  young.document('config/hub.json', { history: { max_age_days: 5 } });
  assert.equal(await young.run('import', place), 0);
  assert.deepEqual(texts(young.journal), []);
  assert.match(young.printed[1] ?? '', /limits of your history .* 3 copies/);
});

test('each copy that cannot be read is named, and the others are imported', async (t) => {
  const place = await exported(t, 'one', 'two', 'three');
  rmSync(path.join(place, 'contents', inlineContent('two').sha256));
  writeFileSync(path.join(place, 'contents', inlineContent('three').sha256), 'changed');
  const { run, journal, printed } = home(t);
  assert.equal(await run('import', place), 0);
  assert.deepEqual(texts(journal), ['one']);
  assert.deepEqual(printed.slice(1), [
    '  could not be read: 2 copies',
    '    line 4: one of its contents is missing, damaged or too large',
    '    line 3: one of its contents is missing, damaged or too large',
  ]);
});

test('of a file that is cut off, the whole lines are imported, and one sentence says so', async (t) => {
  const place = await exported(t, 'one', 'two');
  const file = path.join(place, 'fragments.jsonl');
  truncateSync(file, readFileSync(file).length - 5);
  const { run, journal, complained } = home(t);
  assert.equal(await run('import', file), 1);
  assert.deepEqual(texts(journal), ['one']);
  assert.match(complained.join('\n'), /fragments\.jsonl: it ends in the middle of a copy; what came before is imported$/);
});

test('what is no history is refused', async (t) => {
  const { run, complained, folder } = home(t);
  const other = path.join(folder, 'other.cpq');
  writeFileSync(other, 'PK\x03\x04 something else');
  const changed = path.join(folder, 'changed');
  mkdirSync(changed);
  writeFileSync(path.join(changed, 'fragments.jsonl'), '{"id": 1}\n');
  for (const file of [other, folder, changed, path.join(folder, 'nowhere')]) assert.equal(await run('import', file), 1);
  assert.deepEqual(
    complained.map((line) => line.slice(line.indexOf(': ', 6) + 2)),
    [
      'it is not a history that Hub can import: an export of Hub or CopyQ, or the database of Maccy or Ditto',
      'there is no fragments.jsonl of hub export in this folder',
      'fragments.jsonl in this folder does not begin as hub export writes it: it is damaged, or from another program',
      'there is no such file',
    ],
  );
  assert.ok(!existsSync(path.join(folder, 'nowhere')));
});

test('a link that the user names is followed, and what is not a file is refused with what it is', { skip: withoutFifo }, async (t) => {
  const one = home(t);
  recordCapture(one.journal, textCapture('linked'));
  judgeAll(one.journal);
  const exported = path.join(one.folder, 'export');
  assert.equal(await one.run('export', exported), 0);
  const links = [exported, path.join(exported, 'fragments.jsonl')].map((target, at) => {
    const link = path.join(one.folder, `link${at}`);
    symlinkSync(target, link);
    return link;
  });
  const other = home(t);
  for (const link of links) assert.equal(await other.run('import', link), 0, other.complained.join());
  assert.equal(listFragments(other.journal, { limit: 5 }).length, 1);
  const pipe = path.join(one.folder, 'pipe');
  makeFifo(pipe);
  symlinkSync(pipe, `${pipe}-link`);
  symlinkSync(path.join(one.folder, 'nowhere'), path.join(one.folder, 'dangling'));
  mkdirSync(path.join(one.folder, 'holding a link'));
  symlinkSync(path.join(exported, 'fragments.jsonl'), path.join(one.folder, 'holding a link', 'fragments.jsonl'));
  const refused: readonly (readonly [string, RegExp])[] = [
    [pipe, /it is a named pipe, a socket or a device, not a regular file$/],
    [`${pipe}-link`, /it is a named pipe/],
    ['/dev/null', /it is a named pipe, a socket or a device/],
    [path.join(one.folder, 'dangling'), /there is no such file$/],
    [path.join(one.folder, 'holding a link'), /there is no fragments\.jsonl of hub export in this folder$/],
  ];
  for (const [file, why] of refused) {
    assert.equal(await other.run('import', file), 1);
    assert.match(other.complained.at(-1) ?? '', why);
  }
});

test('an entry of an export whose formats would together fill the memory is left out', (t) => {
  const folder = temporaryHome(t);
  const content = Buffer.alloc(mostContentBytes / 2 + 1);
  const sha256 = createHash('sha256').update(content).digest('hex');
  mkdirSync(path.join(folder, 'contents'));
  writeFileSync(path.join(folder, 'contents', sha256), content);
  const app = { name: null, executable: null, pid: null, windowTitle: null };
  const source = { type: 'other', name: '', path: '', app };
  const representations = ['text/plain', 'text/html'].map((mediaType) => ({ mediaType, sha256 }));
  const line = JSON.stringify({ kind: 'text', capturedAt: '2026-01-01T00:00:00Z', source, representations });
  const lines = path.join(folder, 'fragments.jsonl');
  writeFileSync(lines, `{"hubExport":1}\n${line}\n`);
  using history = openHubExport(lines);
  const [item] = history.items();
  assert.ok(item !== undefined && 'unreadable' in item && /too large/.test(item.unreadable));
});
