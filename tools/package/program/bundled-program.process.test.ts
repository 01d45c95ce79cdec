import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { bundledProgram, programsIn, type Sources } from './bundled-program.ts';
import { put } from './folder.ts';

const root = path.join(import.meta.dirname, '../../..');

const sources: Sources = new Map([
  [
    'bin/hub.js',
    `#!/usr/bin/env node
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Kind, folder } from '../src/kind.js';
const says = [];
const { later, isSame } = await import('../src/later/later.js');
says.push(later, isSame(new Kind()), path.join(import.meta.dirname, '../languages'), import.meta.filename, folder);
const { waited } = createRequire(import.meta.url)('../src/waited.js');
says.push(waited(new Kind()));
const thread = new Worker(new URL('../src/deep/er/answers-thread.js', import.meta.url));
thread.once('message', (said) => {
  says.push(said, fileURLToPath(new URL('x.weights', import.meta.url)));
  console.log(JSON.stringify(says));
});
`,
  ],
  ['src/kind.js', `export class Kind {}\nexport const folder = import.meta.dirname;\n`],
  [
    'src/later/later.js',
    `import { z } from 'zod';
import { Kind } from '../kind.js';
export const later = z.string().parse(import.meta.url.split('/').slice(-3).join('/'));
export const isSame = (one) => one instanceof Kind;
`,
  ],
  ['src/waited.js', `import { Kind } from './kind.js';\nexport const waited = (one) => one instanceof Kind;\n`],
  [
    'src/deep/er/answers-thread.js',
    `import { parentPort } from 'node:worker_threads';\nimport { folder } from '../../kind.js';\nparentPort.postMessage([import.meta.filename, folder]);\n`,
  ],
]);

test('programs are what is started by its name, not what is imported', () => {
  const more = new Map([
    ...sources,
    [
      'src/processes/supervisor/components.js',
      `const rows = [{ program: 'core/main.js' }, { title: 'none.js' }];\nawait import('./loaded.js');\n`,
    ],
    ['src/processes/supervisor/loaded.js', ''],
    ['src/processes/core/main.js', `export { Kind } from '../../kind.js';\nimport '../../waited.js';\n`],
    ['src/client.js', ''],
  ]);
  assert.deepEqual(programsIn(more, ['bin/hub.js', 'src/client.js', 'bin/absent.js']), {
    lasting: ['src/deep/er/answers-thread.js', 'src/processes/core/main.js'],
    brief: ['bin/hub.js', 'src/client.js'],
  });
});

test('in one file each, programs and threads say what they say in many', async (t) => {
  const inParts = await bundledProgram(sources, { lasting: ['src/deep/er/answers-thread.js'], brief: ['bin/hub.js'] }, root);
  assert.deepEqual([...inParts.keys()].toSorted(), [
    'bin/hub.js',
    'src/chunks/bin-hub/kind.js',
    'src/chunks/bin-hub/later.js',
    'src/deep/er/answers-thread.js',
  ]);
  const whole = await bundledProgram(sources, { lasting: ['bin/hub.js', 'src/deep/er/answers-thread.js'], brief: [] }, root);
  assert.deepEqual([...whole.keys()].toSorted(), ['bin/hub.js', 'src/deep/er/answers-thread.js']);
  const said = [sources, inParts, whole].map((files) => {
    const folder = temporaryHome(t);
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    put(folder, 'package.json', '{"type":"module"}');
    for (const [name, code] of files) put(folder, name, code);
    return execFileSync(process.execPath, [path.join(folder, 'bin/hub.js')], { encoding: 'utf8', timeout: 60_000 }).replaceAll(folder, '');
  });
  assert.deepEqual(said.slice(1), [said[0], said[0]]);
  assert.match(said[0] ?? '', /"src\/later\/later\.js",true,"\/languages"/);
});

test('what the supervisor lets go at its end is let go, also where the command becomes it', async (t) => {
  const ending = new Map([
    ['bin/hub.js', `if (process.argv.length > 2) console.log('a command');\nelse await import('../src/processes/supervisor/main.js');\n`],
    [
      'src/processes/supervisor/main.js',
      `await using parts = new AsyncDisposableStack();\nparts.defer(() => console.log('gone'));\nconsole.log('ends');\n`,
    ],
  ]);
  const folder = temporaryHome(t);
  put(folder, 'package.json', '{"type":"module"}');
  for (const [name, code] of await bundledProgram(ending, programsIn(ending, ['bin/hub.js']), root)) put(folder, name, code);
  assert.equal(execFileSync(process.execPath, [path.join(folder, 'bin/hub.js')], { encoding: 'utf8', timeout: 60_000 }), 'ends\ngone\n');
});

test('a source that is imported and not there is named', async () => {
  await assert.rejects(
    bundledProgram(new Map([['bin/hub.js', `import './gone.js';`]]), { lasting: [], brief: ['bin/hub.js'] }, root),
    /bin\/hub\.js.*\.\/gone\.js/,
  );
});

test('what a bundle would change without a word ends the build', async () => {
  const bundled = (...files: readonly (readonly [string, string])[]) => {
    const all = new Map(files);
    return async (): Promise<unknown> => await bundledProgram(all, programsIn(all, ['bin/hub.js']), root);
  };
  const main = (code: string) => ['bin/hub.js', code] as const;
  await assert.rejects(
    bundled(main(`await import('../src/later.js');`), ['src/later.js', `using parts = new DisposableStack();\nexport const x = 1;\n`]),
    /src\/later\.js has a `using`/,
  );
  await assert.rejects(
    bundled(main(`const load = () => require('../src/a.js');`), ['src/a.js', 'export const a = 1;']),
    /write createRequire/,
  );
  await assert.rejects(bundled(main('console.log(1);'), ['src/left.js', 'export const a = 1;']), /nothing imports or starts src\/left\.js/);
  await bundled(main('console.log(1);'), ['src/types.js', '/** A type. */\n\n// no more\nexport {};\n'])();
});
