import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { type RememberingSurface, rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { capture, inlineContent, spooledContent, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { blobPath } from '../../journal/blobs.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import type { Journal } from '../../journal/journal.ts';
import { annotate } from '../../journal/keeping/annotations.ts';
import { runCommand } from '../program.ts';

interface Rig extends RememberingSurface {
  readonly journal: Journal;
  readonly folder: string;
  readonly run: (...words: string[]) => Promise<number>;
}

const large = 'large '.repeat(40_000);

/** Two copies, one in two formats and one large, and one that is not judged yet. */
function rig(t: TestContext): Rig {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const formats = { 'text/plain': 'small', 'text/html': '<b>small</b>' };
  const representations = Object.entries(formats).map(([mediaType, text]) => ({ mediaType, content: inlineContent(text) }));
  recordCapture(journal, capture([{ kind: 'text', representations }]));
  recordCapture(
    journal,
    capture([{ kind: 'text', representations: [{ mediaType: 'text/plain', content: spooledContent(journal, large) }] }]),
  );
  recordCapture(journal, textCapture('CANARY not judged'));
  journal.statement("UPDATE fragments SET state = 'kept' WHERE id < 3").run();
  annotate(journal, 1, { pinned: true, addTags: ['work'], title: 'mine', note: 'a note' });
  const remembered = rememberingSurface(places);
  return {
    journal,
    ...remembered,
    folder: path.join(temporaryHome(t), 'out'),
    run: (...words) => runCommand(words, remembered.surface, 'hub'),
  };
}

test('an export has each judged copy with all of its formats, for its user alone', async (t) => {
  const { run, folder, printed } = rig(t);
  assert.equal(await run('export', '--output', folder), 0);
  assert.match(printed[0] ?? '', /^2 copies are in /);
  const text = readFileSync(path.join(folder, 'fragments.jsonl'), 'utf8');
  const [head, second, first, ...rest] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([head, rest], [{ hubExport: 1 }, []]);
  assert.deepEqual([first.id, first.pinned, first.tags, first.title, first.note], [1, true, ['work'], 'mine', 'a note']);
  assert.deepEqual(
    first.representations.map(({ mediaType, file }: Record<string, string>) => [
      mediaType,
      readFileSync(path.join(folder, file ?? ''), 'utf8'),
    ]),
    [
      ['text/plain', 'small'],
      ['text/html', '<b>small</b>'],
    ],
  );
  const [{ file, sha256 }] = second.representations;
  const bytes = readFileSync(path.join(folder, file));
  assert.deepEqual([bytes.toString(), createHash('sha256').update(bytes).digest('hex')], [large, sha256]);
  assert.ok(!text.includes('CANARY'));
  assert.equal(readdirSync(path.join(folder, 'contents')).length, 3);
  for (const name of ['fragments.jsonl', file]) assert.equal(statSync(path.join(folder, name)).mode & 0o077, 0, name);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('an export goes into no folder with other files, and says what is missing', async (t) => {
  const { run, journal, folder, complained, printed } = rig(t);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'other'), '');
  assert.equal(await run('export', '--output', folder), 1);
  assert.match(complained[0] ?? '', /new or an empty folder/);
  assert.equal(await run('export', path.join(folder, 'other')), 1);
  assert.match(complained[1] ?? '', /other is a file; an export needs a folder$/);
  assert.equal(await run('export', path.join(folder, 'other', 'below')), 1);
  assert.match(complained[2] ?? '', /below cannot be made: its folder does not exist, or is a file$/);
  rmSync(path.join(folder, 'other'));
  const sha256 = String(journal.statement('SELECT sha256 FROM representations WHERE fragment_id = 2').get()?.sha256);
  rmSync(blobPath(journal, sha256));
  assert.equal(await run('export', '--output', folder, '--json'), 0);
  assert.deepEqual(JSON.parse(printed.at(-1) ?? ''), { ok: true, folder, fragments: 2, missing: 1 });
});

test('an export makes its own folder alone; a folder above that is missing is refused, and so is one that takes no names', async (t) => {
  const { run, folder, complained } = rig(t);
  assert.equal(await run('export', path.join(folder, 'a', 'b')), 1);
  assert.match(complained.splice(0).join(), /^hub: the folder .*a does not exist; make it first, or choose another one$/);
  assert.equal(existsSync(folder), false);
  if (process.platform !== 'linux') return;
  assert.equal(await run('export', '/proc/nowhere'), 1);
  assert.match(complained.splice(0).join(), /^hub: the folder \/proc\/nowhere cannot be made: the system keeps this folder for itself/);
});
