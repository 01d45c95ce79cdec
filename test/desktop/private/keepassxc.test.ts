/** A real KeePassXC, worked by keyboard: the passwords that it copies and clears again are neither kept nor counted as missed. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { canariesBelow } from '../../harness/canaries.ts';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const [manager, managerCommand] = ['keepassxc', 'keepassxc-cli'] as const;
const opensIt = 'opens it';
const password = 'Gen3rated-PW_77xyz';
const clearsAfterS = 2;
/** No question at the start, and nothing but the rule that clears the clipboard. */
const settings = `[General]
ConfigVersion=2
UpdateCheckMessageShown=true

[GUI]
CheckForUpdates=false

[Security]
ClearClipboard=true
ClearClipboardTimeout=${clearsAfterS}
`;

describe('KeePassXC', { skip: withoutDesktop() || missingPrograms(manager, managerCommand, 'xclip') }, () => {
  let desktop: Desktop;
  let hub: TestHub;
  let database: string;

  before(async () => {
    desktop = await Desktop.start();
    hub = new TestHub(desktop.place);
    await hub.start();
    database = path.join(hub.root, 'passwords.kdbx');
    writeFileSync(path.join(hub.root, 'keepassxc.ini'), settings);
    await cli(['db-create', '-p', database], `${opensIt}\n${opensIt}\n`);
    await cli(['add', '-p', '-u', 'somebody', database, 'entry'], `${opensIt}\n${password}\n`);
  });
  after(async () => {
    await hub?.[Symbol.asyncDispose]();
    await desktop?.[Symbol.asyncDispose]();
  });

  async function cli(words: readonly string[], input: string): Promise<void> {
    const child = spawn(managerCommand, words, { env: { ...env(), QT_QPA_PLATFORM: 'offscreen' }, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(input);
    assert.deepEqual(await once(child, 'close'), [0, null]);
  }

  function env(): NodeJS.ProcessEnv {
    return { ...desktop.env, HOME: hub.root, XDG_CONFIG_HOME: path.join(hub.root, 'config'), XDG_CACHE_HOME: path.join(hub.root, 'cache') };
  }

  async function opened(): Promise<ChildProcess> {
    const words = [
      '--config',
      path.join(hub.root, 'keepassxc.ini'),
      '--localconfig',
      path.join(hub.root, 'local.ini'),
      '--pw-stdin',
      database,
    ];
    const program = spawn(manager, words, { env: env(), stdio: ['pipe', 'ignore', 'ignore'] });
    program.stdin?.end(`${opensIt}\n`);
    const window = await until('open database', async () => (await desktop.windows('passwords.*KeePassXC'))[0], 20_000);
    await run('xdotool', ['windowactivate', '--sync', String(window)], { env: desktop.env });
    return program;
  }

  async function pasted(): Promise<string | null> {
    return run('xclip', ['-selection', 'clipboard', '-o'], { env: desktop.env, timeout: 5_000 }).then(
      ({ stdout }) => stdout,
      () => null,
    );
  }

  /** Opens the database, copies the password, and quits after `work`. */
  async function copiedAndQuit(work: () => Promise<unknown>): Promise<void> {
    const program = await opened();
    await until(
      'password',
      async () => {
        // Its list of entries may not have the keyboard yet.
        await desktop.key('Tab', 'Home', 'ctrl+c');
        return (await pasted()) === password;
      },
      20_000,
    );
    await work();
    await desktop.key('ctrl+q');
    await once(program, 'exit');
  }

  const cleared = (): Promise<unknown> => until('clearing', async () => (await pasted()) !== password, 20_000);

  it('counts as one private copy, also when it clears it after a while and when it quits', async () => {
    await copiedAndQuit(cleared);
    await until('an empty clipboard', async () => (await pasted()) === null, 20_000);
    const { stdout } = await hub.command(['status', '--json']);
    const { concealed } = (JSON.parse(stdout) as { copies: { concealed: number } }).copies;
    assert.equal(concealed, 1);
  });

  it('leaves neither a missed copy nor a trace, however it ends', async () => {
    await copiedAndQuit(cleared);
    await copiedAndQuit(async () => {
      await desktop.key('ctrl+c', 'ctrl+c');
      await cleared();
    });
    await copiedAndQuit(async () => {});
    // Whatever was announced before this one is over, too.
    await using owner = await ClipboardOwner.start(desktop.display);
    await owner.own({ UTF8_STRING: { content: { text: 'and something else' } } });
    await hub.fragment(({ text }) => text === 'and something else');
    const { stdout } = await hub.command(['missed', '--json']);
    assert.deepEqual(JSON.parse(stdout), { missed: 0, gone: 0, dismissed: 0, uncounted: 0, items: [] });
    assert.ok((await hub.fragments()).every(({ text }) => text !== password));
    assert.deepEqual(canariesBelow(path.dirname(hub.places.journal), [password]), []);
  });
});
