import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { programOf, programsOf, stagePackages } from './stage.ts';

const root = path.join(import.meta.dirname, '../../..');

/** By what the sources load them with, and from which of their files. */
const required = ['koffi', 'tesseract.js-core/tesseract-core-simd-lstm.js', 'x11', 'dbus-native'];

/** Which of these load for a program in this folder. */
const script = `const usesRequire = ${JSON.stringify(required)};
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url);
const loaded = [];
for (const name of process.argv.slice(2)) {
  try {
    await (usesRequire.includes(name) ? required(name) : import(name));
    loaded.push(name);
  } catch {}
}
console.log(JSON.stringify(loaded));
process.exit(0);
`;

test('a package that loads in the checkout loads in what is packed, although files are left out', (t) => {
  const folder = temporaryHome(t);
  stagePackages(folder, { root, packages: [root], system: { os: process.platform, cpu: process.arch } });
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  // Of zod the program has what it needs within its own files.
  const names = [...Object.keys(dependencies).filter((name) => name !== 'tesseract.js-core' && name !== 'zod'), ...required];
  // A folder of its own beside the packages; the one of the checkout is not one of its sources.
  const loadedIn = (packages: string): unknown => {
    const program = path.join(packages, 'loads.mjs');
    writeFileSync(program, script);
    t.after(() => spawnSync('rm', ['-f', program]));
    const ran = spawnSync(process.execPath, [program, ...names], { encoding: 'utf8', timeout: 60_000 });
    return JSON.parse(ran.stdout);
  };
  const expected = loadedIn(path.join(root, '.runtime'));
  assert.ok((expected as readonly string[]).includes('koffi'));
  assert.deepEqual(loadedIn(folder), expected);
});

test('of the real sources, what is started by its name is a program, and its file has all that it needs', async () => {
  const { lasting, brief } = programsOf(root, '1.2.3');
  assert.deepEqual(
    lasting.filter((name) => !/(?:^|[/-])(?:main|thread|program)\.js$/.test(name)),
    [],
  );
  assert.ok(lasting.length >= 25, String(lasting.length));
  assert.deepEqual(brief, [
    'bin/hub.js',
    'src/client/hub-client.js',
    'src/domain/language/message-format-on-node.js',
    'src/domain/language/message-format.js',
    'src/processes/extraction/main.js',
  ]);
  const program = await programOf(root, '1.2.3');
  const atOnce = /^import [^\n]{0,4000}? ?from ?["']([^."'][^"']*)["'];?$/gm;
  const imported = (name: string): readonly string[] =>
    [
      ...new Set([...(program.get(name) ?? '').matchAll(atOnce)].map(([, from = '']) => from).filter((from) => !from.startsWith('node:'))),
    ].toSorted();
  // What these start with, all others of their libraries are loaded when they are needed.
  assert.deepEqual(Object.fromEntries(lasting.map((name) => [name, imported(name)] as const).filter(([, names]) => names.length > 0)), {
    'src/processes/clipboard-monitor/offering/html-text-thread.js': ['htmlparser2'],
    'src/processes/settings-host/main.js': ['croner'],
    'src/processes/shell/main.js': ['eventsource-parser'],
    'src/processes/shell/verbs/export-thread.js': ['eventsource-parser', 'yazl'],
  });
  const unused = /^import ["']node:https?["']/m;
  assert.deepEqual(
    [...program].filter(([, code]) => unused.test(code)).map(([name]) => name),
    [],
  );
  const isWrong = /(?:from |import |import\(|\()["']zod(?:\/[\w./-]{1,40})?["']|hubPlaceOf\(/;
  assert.deepEqual(
    [...program].filter(([, code]) => isWrong.test(code)).map(([name]) => name),
    [],
  );
});
