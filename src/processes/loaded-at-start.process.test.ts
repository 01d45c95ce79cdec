import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { openJournal } from '../journal/journal.ts';
import { locatePlaces } from '../platform/locations.ts';
import { readSurroundings } from '../platform/surroundings.ts';
import { prepareHome } from './supervisor/prepare-home.ts';

const source = path.join(import.meta.dirname, '..');

/** Tells, when the process says that it is ready, which modules it has loaded: of Hub, by their path below `src/`; of Node and of packages by their name. */
const hook = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => { loaded.add(url); return next(url, context); } });
  const { send } = process;
  process.send = (message, ...rest) => {
    if (message.kind === 'ready') send.call(process, { loaded: [...loaded], node: process.moduleLoadList });
    return send.call(process, message, ...rest);
  };`;

interface Loaded {
  readonly own: readonly string[];
  readonly packages: ReadonlySet<string>;
  readonly node: readonly string[];
}

/** What a component of a Hub that has run before has loaded when it is ready. */
async function loadedBy(t: TestContext, program: string): Promise<Loaded> {
  const home = temporaryHome(t);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HUB_HOME: home,
    HUB_WORKSPACE: path.join(home, 'WorkSpace'),
    HUB_BRIDGE_PORT: '0',
  };
  const places = locatePlaces(readSurroundings(env));
  assert.equal(prepareHome(places), null);
  openJournal({ file: places.journal, blobs: places.blobs })[Symbol.dispose]();
  const child = fork(path.join(source, 'processes', program), {
    env: { ...env, HUB_WEB_PORT: '0', HUB_RESTARTS: '0', DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    execArgv: [`--import=data:text/javascript,${encodeURIComponent(hook)}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const told = new Promise<{ loaded: readonly string[]; node: readonly string[] }>((resolve, reject) => {
    child.on('message', (message: { loaded?: readonly string[]; node: readonly string[] }) => {
      if (message.loaded !== undefined) resolve({ loaded: message.loaded, node: message.node });
    });
    void ended.then(() => reject(new Error(`${program} ended before it was ready`)));
  });
  try {
    const { loaded, node } = await told;
    const isPackage = (url: string): boolean => url.includes('/node_modules/');
    return {
      own: loaded.filter((url) => url.startsWith('file:') && !isPackage(url)).map((url) => path.relative(source, new URL(url).pathname)),
      packages: new Set(loaded.filter(isPackage).map((url) => url.split('/node_modules/').at(-1)?.split('/')[0] ?? '')),
      node,
    };
  } finally {
    if (child.connected) child.send({ kind: 'stop' });
    await ended;
  }
}

/** What no component needs for its start, although all or several of them use it later. */
const later = /^(?:journal\/migrations|journal\/writing\/write-table|domain\/structure\/table-forms|platform\/idle-time\/)/;
/** What names files knows secrets, because none is to be in a name; all others load that with the first document that may have one. */
const secrets = 'domain/secrets/find-secret.ts';

/** How many modules of Hub's own each may load: what it has now, and a few more. A start takes about a millisecond for each. */
const most: Readonly<Record<string, number>> = {
  'clipboard-monitor/main.ts': 215,
  'core/main.ts': 312,
  'save-worker/main.ts': 202,
  'settings-host/main.ts': 118,
  'web-listener/main.ts': 177,
};

for (const [program, limit] of Object.entries(most)) {
  test(`${program} is ready before it loads what it may need later`, async (t) => {
    const { own, packages, node } = await loadedBy(t, program);
    assert.deepEqual(
      own.filter((file) => later.test(file) || (file === secrets && program !== 'save-worker/main.ts')),
      [],
    );
    // `fetch`, which comes with an import of `node:http`.
    assert.ok(!node.some((name) => name.includes('undici')));
    assert.ok(node.includes('NativeModule fs'), 'nothing would have been seen');
    assert.deepEqual(
      [...packages].filter((name) => !['zod', 'croner', 'ws'].includes(name)),
      [],
    );
    assert.ok(own.length <= limit, `${own.length} modules`);
  });
}
