import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { linux } from '../program/copy-program.ts';
import { filesIn } from '../program/folder.ts';
import { stagePackages } from '../program/stage.ts';
import { writeBom } from './sbom.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the list of parts has the packages that are in the program and its page, each complete, and nothing that only builds them', async (t) => {
  const output = temporaryHome(t);
  const list = await writeBom({ root, output, version: '1.2.3', date: 0 });
  const { components } = JSON.parse(readFileSync(list, 'utf8')) as {
    readonly components: readonly {
      readonly 'bom-ref': string;
      readonly scope?: string;
      readonly purl?: string;
      readonly hashes?: readonly unknown[];
      readonly licenses?: readonly unknown[];
      readonly properties: readonly { readonly value: string }[];
    }[];
  };
  for (const { 'bom-ref': ref, scope, purl, hashes = [], licenses = [] } of components)
    assert.deepEqual([scope, purl?.startsWith('pkg:npm/'), hashes.length, licenses.length], ['required', true, 1, 1], ref);
  const listed = (where: string): readonly string[] =>
    components
      .filter(({ 'bom-ref': ref, properties }) => ref.startsWith('node_modules/') && properties.some(({ value }) => value === where))
      .map(({ 'bom-ref': ref }) => ref.slice(0, ref.lastIndexOf('@')))
      .sort();

  const folder = path.join(output, 'program');
  stagePackages(folder, { root, packages: [root], system: linux });
  const staged = filesIn(folder).flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  assert.deepEqual(listed('linux-x64'), [...new Set(staged)].sort());

  const page = listed('page');
  const built = ['page', 'colours-worker', 'markdown-worker'].map((name) =>
    readFileSync(path.join(root, `.runtime/page/${name}.js`), 'utf8'),
  );
  for (const [name, word] of Object.entries(wordsOf)) {
    assert.ok(
      built.some((code) => code.includes(word)),
      `${name} is in the page`,
    );
    assert.ok(page.includes(`node_modules/${name}`), name);
  }
  for (const tool of ['vite', 'rolldown', '@vitejs/plugin-react', 'postcss', 'lightningcss', '@biomejs/biome', 'csstype'])
    assert.ok(!components.some(({ purl }) => purl?.includes(`/${tool.replace('@', '%40')}@`)), tool);
});

/** Words that only the code of this package has. */
const wordsOf = { 'react-dom': '__reactFiber$', 'markdown-it': 'blockquote', 'highlight.js': 'hljs' } as const;
