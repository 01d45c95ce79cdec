import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { CorpusFile } from './corpus-file.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'hub-corpus-'));
const unpacked = path.join(root, 'unpacked', 'debian', 'crystal-samples');
const outside = path.join(root, 'outside');
let corpus: readonly CorpusFile[] = [];

function write(folder: string, name: string, text: string | Buffer): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function collect(...options: readonly string[]): readonly CorpusFile[] {
  const words = [path.join(import.meta.dirname, '../main.ts'), 'collect', ...options];
  execFileSync(process.execPath, words, { env: { ...process.env, HUB_CORPUS: root }, timeout: 30_000 });
  const lines = readFileSync(path.join(root, 'corpus.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as CorpusFile);
}

const shared = { registry: 'debian', version: '1', project: 'github.com/a/b', licence: 'MIT', sha256: '' };

before(() => {
  const packages = [
    { ...shared, package: 'crystal-samples' },
    { ...shared, package: 'of-no-table' },
  ];
  write(root, 'manifest.jsonl', packages.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const ruby = 'class Shelf\n  def add(book)\n    books << book\n  end\nend\n';
  write(unpacked, 'lib/shelf.rb', ruby);
  write(unpacked, 'lib/copy.rb', ruby);
  write(unpacked, 'lib/wide.rb', Buffer.from('\uFEFFclass Wide\n  def add(book)\n    books << "ü"\n  end\nend\n', 'utf16le'));
  write(unpacked, 'README.md', '# Shelf\n\n```sql\nSELECT title, width\n  FROM books\n WHERE width < 80 AND title IS NOT NULL;\n```\n');
  write(path.join(root, 'unpacked', 'debian', 'of-no-table'), 'x.rb', ruby.replace('Shelf', 'Other'));
  write(outside, 'private.rb', ruby.replace('Shelf', 'Private'));
  symlinkSync(outside, path.join(unpacked, 'folder'));
  symlinkSync(path.join(outside, 'private.rb'), path.join(unpacked, 'file.rb'));
  write(path.join(root, 'texts', 'ab'), `ab${'0'.repeat(62)}`, 'of an earlier run');
  corpus = collect();
});
after(() => rmSync(root, { recursive: true, force: true }));

test('the files of a package and the passages in its documents are collected, each once', () => {
  const said = corpus.map(({ type, passage }) => `${type}${passage ? ' passage' : ''}`).sort();
  assert.deepEqual(said, ['markdown', 'ruby', 'ruby', 'sql passage']);
});

test('links in a package are not followed', () => {
  assert.ok(corpus.every((file) => !/private|folder|file\.rb/.test(file.path)));
});

test('a package that is no longer in a table is left out', () => {
  assert.ok(corpus.every((file) => file.package === 'crystal-samples'));
});

test('exactly the texts of the corpus are kept, as UTF-8 without a byte order mark', () => {
  const kept = readdirSync(path.join(root, 'texts'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.deepEqual(kept.map((entry) => entry.name).sort(), corpus.map((file) => file.sha256).sort());
  const wide = corpus.find((file) => file.path === 'lib/wide.rb')?.sha256 ?? '';
  assert.ok(
    readFileSync(path.join(root, 'texts', wide.slice(0, 2), wide), 'utf8').startsWith('class Wide\n  def add(book)\n    books << "ü"'),
  );
});

test('--added adds the packages fetched since, without duplicates, and keeps the texts of packages that are gone', () => {
  const added = path.join(root, 'unpacked', 'debian', 'crystal');
  appendFileSync(path.join(root, 'manifest.jsonl'), `${JSON.stringify({ ...shared, package: 'crystal', project: 'github.com/c/d' })}\n`);
  write(added, 'lib/copy.rb', 'class Shelf\n  def add(book)\n    books << book\n  end\nend\n');
  write(added, 'lib/lamp.rb', 'class Lamp\n  def switch\n    @lit = !@lit\n  end\nend\n');
  rmSync(unpacked, { recursive: true });
  const more = collect('--added');
  const contents = (files: readonly CorpusFile[]): string[] => files.map((file) => file.sha256).sort();
  const lamp = more.find((file) => file.path === 'lib/lamp.rb');
  assert.equal(lamp?.package, 'crystal');
  assert.deepEqual(contents(more.filter((file) => file !== lamp)), contents(corpus));
});
