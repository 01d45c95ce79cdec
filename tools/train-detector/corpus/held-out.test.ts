import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { CorpusFile } from './corpus-file.ts';
import { readHeldOutList } from './held-out-list.ts';
import { measuredBefore } from './measured-before.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'hub-held-out-'));
process.env.HUB_CORPUS = root;
const { chooseHeldOut } = await import('./held-out.ts');
after(() => rmSync(root, { recursive: true, force: true }));

/** Ruby texts of one held-out project, with their package in the cache. */
function project(name: string, texts: number): CorpusFile[] {
  mkdirSync(path.join(root, 'unpacked', 'debian', name), { recursive: true });
  return Array.from({ length: texts }, (_, place) => {
    const text = `class ${name}${place}\n  def add(book)\n    books << book\n  end\nend\n`;
    const sha256 = createHash('sha256').update(text).digest('hex');
    mkdirSync(path.join(root, 'texts', sha256.slice(0, 2)), { recursive: true });
    writeFileSync(path.join(root, 'texts', sha256.slice(0, 2), sha256), text);
    const file = {
      registry: 'debian',
      package: name,
      version: '1',
      licence: 'MIT',
      path: `${place}.rb`,
      sha256,
      bytes: text.length,
    } as const;
    return { type: 'ruby', project: name, passage: false, side: 'test', ...file };
  });
}

const perProject = (texts: readonly { readonly project: string }[]): number[] =>
  [...Map.groupBy(texts, (text) => text.project).values()].map((of) => of.length);

test('if several projects have a type, a few texts of each are listed', () => {
  assert.deepEqual(perProject(chooseHeldOut(['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].flatMap((name) => project(name, 10)))), [3, 3, 3, 3, 3]);
});

test('if only one project has a type, more of its texts are listed', () => {
  assert.deepEqual(perProject(chooseHeldOut(project('Gus', 10))), [8]);
});

test('a project used for an earlier measurement is not held out again', () => {
  const [before = ''] = measuredBefore();
  assert.deepEqual(chooseHeldOut(project('Hal', 10).map((text) => ({ ...text, project: before }))), []);
});

test('no listed text is from a project used for an earlier measurement', () => {
  const before = measuredBefore();
  const projects = readHeldOutList().map((text) => text.project);
  assert.ok(projects.length > 0 && before.size > 0);
  assert.deepEqual(
    projects.filter((name) => before.has(name)),
    [],
  );
});

test('the projects in the list are held out of every corpus', () => {
  const [first] = readHeldOutList();
  const corpus = project('Ida', 3).map((text): CorpusFile => ({ ...text, project: first?.project ?? '', side: 'train' }));
  assert.deepEqual(perProject(chooseHeldOut(corpus)), [3]);
});
