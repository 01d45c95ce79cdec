import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a command loads, relative to the checkout, in a home where no Hub runs. */
function loadedBy(t: Parameters<typeof temporaryHome>[0], ...words: readonly string[]): readonly string[] {
  const home = temporaryHome(t);
  const list = path.join(home, 'loaded');
  const hook = `import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });`;
  const run = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, path.join(root, 'bin/hub.ts'), ...words],
    { env: { ...process.env, HUB_HOME: home, XDG_RUNTIME_DIR: home, LANG: 'de_DE.UTF-8', LC_ALL: '' }, encoding: 'utf8', timeout: 60_000 },
  );
  assert.notEqual(run.status, null, run.stderr);
  const start = pathToFileURL(root).href;
  return readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((url) => (url.startsWith(start) ? [url.slice(start.length)] : []));
}

const inSources = (folder: string) => (file: string) => file.startsWith(`src/${folder}/`);
const ofPackage = (name: string) => (file: string) => file.startsWith(`node_modules/${name}/`);
/** A command without a journal, documents and answers to check. */
const never = [
  inSources('journal'),
  inSources('file-index'),
  inSources('extraction'),
  inSources('diagnostics'),
  inSources('client'),
  inSources('domain/secrets'),
  inSources('contract/documents'),
  ofPackage('zod'),
  ofPackage('pino'),
  ofPackage('intl-messageformat'),
];

for (const words of [['--version'], ['no-such-command'], ['history', '--no-such-option']])
  test(`hub ${words.join(' ')} loads the table of the commands, and nothing of any command`, (t) => {
    const loaded = loadedBy(t, ...words);
    assert.ok(loaded.includes('src/cli/program.ts'));
    assert.deepEqual(
      loaded.filter((file) => never.some((isOf) => isOf(file))),
      [],
    );
    const tables = /^src\/cli\/(?:[\w-]+\/commands|[\w-]+)\.ts$/;
    assert.deepEqual(
      loaded.filter((file) => file.startsWith('src/cli/') && !tables.test(file)),
      ['src/cli/logs/wanted-lines.ts'],
    );
  });

test('a command loads what it needs itself', (t) => {
  const foreign = (loaded: readonly string[], ...isForeign: readonly ((file: string) => boolean)[]): readonly string[] =>
    loaded.filter((file) => isForeign.some((isOf) => isOf(file)));
  const asking = [
    inSources('journal/search'),
    inSources('extraction'),
    inSources('contract/documents'),
    inSources('domain/secrets'),
    ofPackage('pino'),
  ];
  const action = loadedBy(t, 'action', 'toggle');
  assert.ok(action.includes('src/client/ask-pipes.ts'));
  assert.deepEqual(foreign(action, ...asking, inSources('journal')), []);
  assert.deepEqual(foreign(loadedBy(t, 'stop'), ...asking, inSources('journal')), []);
  const status = loadedBy(t, 'status');
  assert.ok(status.includes('src/cli/running/status.ts'));
  assert.deepEqual(foreign(status, inSources('journal/search'), inSources('extraction'), inSources('cli/import'), ofPackage('pino')), []);
  const history = loadedBy(t, 'history');
  assert.deepEqual(foreign(history, inSources('extraction'), inSources('client'), inSources('cli/import'), ofPackage('pino')), []);
});

test('hub ocr starts the process that reads before it loads the schemas of documents and answers', (t) => {
  const loaded = loadedBy(t, 'ocr', path.join(root, 'package.json'));
  // The first that is loaded after the start.
  const start = loaded.indexOf('src/extraction/heard-messages.ts');
  assert.ok(start >= 0);
  const before = loaded.slice(0, start);
  assert.deepEqual(
    before.filter((file) =>
      [
        inSources('journal'),
        inSources('contract/documents'),
        inSources('domain/secrets'),
        inSources('configuration/reading'),
        ofPackage('zod'),
      ].some((isOf) => isOf(file)),
    ),
    [],
  );
});
