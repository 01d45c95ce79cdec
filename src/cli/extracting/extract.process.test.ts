import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { compoundOf, docxOf, paragraph } from '../../../test/harness/documents/office-documents.ts';
import { textPdf } from '../../../test/harness/documents/pdf-documents.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';

const hub = path.join(import.meta.dirname, '../../../bin/hub.ts');

interface Ran {
  readonly status: number | null;
  readonly printed: string;
  readonly complained: string;
}

/** In a folder with a PDF, a DOCX and a locked one. No Hub runs. */
function rig(t: TestContext): { readonly folder: string; readonly run: (words: readonly string[], input?: Buffer) => Ran } {
  const folder = temporaryHome(t);
  writeFileSync(path.join(folder, 'tides.pdf'), textPdf([['high water'], []]));
  writeFileSync(path.join(folder, 'notes.docx'), docxOf(paragraph('low water')));
  writeFileSync(path.join(folder, 'locked.docx'), compoundOf(['EncryptedPackage']));
  const env = { ...process.env, HUB_HOME: path.join(folder, 'home'), LC_ALL: 'C.UTF-8' };
  return {
    folder,
    run: (words, input) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [hub, 'extract', ...words], {
        cwd: folder,
        env,
        input: input ?? Buffer.alloc(0),
      });
      return { status, printed: stdout.toString(), complained: stderr.toString() };
    },
  };
}

test('the text of one document is printed alone, and pages without one are mentioned', (t) => {
  const { run } = rig(t);
  assert.deepEqual(run(['notes.docx']), { status: 0, printed: 'low water\n', complained: '' });
  assert.deepEqual(run(['tides.pdf']), { status: 0, printed: 'high water\n', complained: 'hub: tides.pdf: 1 of 2 pages has no text\n' });
});

test('standard input is a document too', (t) => {
  const { run, folder } = rig(t);
  const docx = readFileSync(path.join(folder, 'notes.docx'));
  for (const words of [['-'], []]) assert.deepEqual(run(words, docx), { status: 0, printed: 'low water\n', complained: '' });
  assert.deepEqual(run(['-', '-'], docx).status, 2);
});

test('of several each has a heading, and one that cannot be read does not keep the others from it', (t) => {
  const { run } = rig(t);
  const { status, printed, complained } = run(['locked.docx', 'notes.docx', 'gone.pdf']);
  assert.deepEqual([status, printed], [1, '==> notes.docx <==\nlow water\n']);
  assert.match(complained, /^hub: locked\.docx: it is protected by a password; .*\nhub: gone\.pdf: there is no such file; .*\n$/);
});

test('with --json one is an object and several are an array, with the reasons in words for programs', (t) => {
  const { run } = rig(t);
  const { text, format, pages } = JSON.parse(run(['--json', 'notes.docx']).printed);
  assert.deepEqual([text, format, pages], ['low water\n', 'docx', 1]);
  const several = JSON.parse(run(['--json', 'locked.docx', 'notes.docx']).printed);
  assert.deepEqual(
    several.map((one: Record<string, unknown>) => [one.path, one.error ?? one.format]),
    [
      ['locked.docx', 'encrypted'],
      ['notes.docx', 'docx'],
    ],
  );
  const failure = run(['--json', 'locked.docx']);
  assert.deepEqual([failure.status, JSON.parse(failure.printed).error], [1, 'encrypted']);
});

test('with --output each text is a file, and none is overwritten', (t) => {
  const { run, folder } = rig(t);
  const target = path.join('texts', 'notes.docx.txt');
  assert.deepEqual(run(['--output', 'texts', 'notes.docx']), { status: 0, printed: `${target}\n`, complained: '' });
  assert.equal(readFileSync(path.join(folder, target), 'utf8'), 'low water\n');
  writeFileSync(path.join(folder, target), 'mine');
  assert.equal(run(['--output', 'texts', 'notes.docx']).status, 1);
  assert.equal(readFileSync(path.join(folder, target), 'utf8'), 'mine');
  assert.ok(!existsSync(path.join(folder, 'home')), 'nothing is made for a Hub that does not run');
});

test('a document without text, and an empty name, are told of, and the others are read', (t) => {
  const { run, folder } = rig(t);
  writeFileSync(path.join(folder, 'empty.docx'), docxOf(paragraph('')));
  const nothing = 'there is no text in it';
  assert.deepEqual(run(['-'], Buffer.alloc(0)), { status: 0, printed: '', complained: `hub: standard input: ${nothing}\n` });
  const { status, printed, complained } = run(['', 'empty.docx', 'notes.docx']);
  assert.deepEqual([status, printed], [1, '==> empty.docx <==\n==> notes.docx <==\nlow water\n']);
  assert.match(complained, /^hub: "": there is no such file; .*\nhub: empty\.docx: there is no text in it\n$/);
});
