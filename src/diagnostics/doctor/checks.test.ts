import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { done, failed } from '../../base/outcome.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { saveCondition } from '../../domain/saving/save-condition.ts';
import { locatePlaces, pipeNames } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import type { CheckFacts, CheckFinding } from './check.ts';
import { checks, chosenChecks } from './checks.ts';
import { isOfDesktop, judgeLibraries, judgeOthers } from './desktop-checks.ts';
import { judgeRoom } from './folders/folder-findings.ts';
import { flawOf, homeChecks, judgeClock, judgeHomeWritability } from './home-checks.ts';
import { extensionCheck, hubChecks, judgeComponent, judgeVersions } from './hub-checks.ts';
import { judgeUnreadable } from './journal-checks.ts';
import { anotherPort, portChecks } from './port-checks.ts';
import { runChecks, withSkipped } from './run-checks.ts';
import { judgeNode, judgePackages } from './runtime-checks.ts';

const places = locatePlaces({
  env: { HUB_HOME: '/nowhere' },
  platform: 'linux',
  userHome: '/',
  workingFolder: '/',
  temporaryFolder: '/',
  userId: '1',
});
const facts: CheckFacts = { places, env: {}, status: failed('absent'), nowMs: 0 };
const component = { id: 'clipboard', state: 'running', pid: 1, restarts: 0, reason: null, uptimeSeconds: 1 } as const;
const day = 86_400_000;
const now = Date.UTC(2026, 6, 1);

test('of a Hub whose supervisor does not answer, only one check says what to do', async () => {
  const silent = { ...facts, status: failed('no-answer') } as const;
  for (const check of [...portChecks, ...hubChecks].filter(({ id }) => id !== 'hub'))
    for (const { word, mend } of await check.run(silent)) assert.deepEqual([word, mend], ['see-hub', undefined], check.id);
  const hub = hubChecks.find(({ id }) => id === 'hub');
  assert.equal((await hub?.run(silent))?.[0]?.mend, 'hub stop --force');
});

test('a check that is named and finds nothing says why', async () => {
  const named = await runChecks(chosenChecks(['clipboard', 'services', 'components', 'versions']), facts);
  assert.deepEqual(
    withSkipped(named).map(({ check, findings }) => [check.id, findings[0]?.says]),
    [
      ['components', 'skipped: no Hub is running that answers'],
      ['versions', 'skipped: no Hub is running that answers'],
      ['clipboard', 'skipped: there is no display here'],
      ['services', 'skipped: there is no display here'],
    ],
  );
});

test('a home that cannot be is told in a sentence, with the variable that names it', async () => {
  const home = homeChecks.find(({ id }) => id === 'home');
  const nowhere = { ...facts, places: { ...places, home: '/dev/null/x' } };
  assert.deepEqual(await home?.run(nowhere), [
    {
      verdict: 'failure',
      word: 'unusable',
      says: '/dev/null/x cannot be used: its folder does not exist, or is a file',
      mend: 'set HUB_HOME to a folder of your own, or unset it',
    },
  ]);
});

test('a home that can not be written to is told, with why', () => {
  assert.equal(judgeHomeWritability('/hub', 'folder'), null);
  const readOnly = judgeHomeWritability('/hub', 'read-only');
  assert.deepEqual([readOnly?.verdict, readOnly?.says], ['failure', '/hub is on a read-only disk']);
  assert.match(String(readOnly?.mend), /make the disk writable, or set HUB_HOME/);
  assert.equal(judgeHomeWritability('/hub', 'closed')?.word, 'closed');
  assert.equal(judgeHomeWritability('/hub', null)?.word, 'no-answer');
});

test('a file in the place of a folder is what is wrong, and nothing that would be in it', async (t) => {
  const home = temporaryHome(t);
  const own = locatePlaces(readSurroundings({ HUB_HOME: home }));
  const words = async () => {
    const results = await runChecks(chosenChecks(['home', 'journal', 'large-contents', 'retention']), {
      ...facts,
      places: own,
      nowMs: now,
    });
    return results.flatMap(({ findings }) => findings.map(({ word, mend }) => [word, mend]));
  };
  const data = path.join(home, 'data');
  writeFileSync(data, '', { mode: 0o600 });
  const hidden = ['see-home', undefined];
  assert.deepEqual(await words(), [
    ['no-folder', `while Hub is not running, move that file away: mv '${data}' '${data}.aside'`],
    hidden,
    hidden,
  ]);
  rmSync(home, { recursive: true });
  writeFileSync(home, '', { mode: 0o600 });
  assert.deepEqual(await words(), [
    ['no-folder', `while Hub is not running, move that file away: mv '${home}' '${home}.aside'`],
    hidden,
    hidden,
  ]);
});

test('each check has its own id, and what does something runs only if it is named', () => {
  const ids = checks.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  assert.ok(!chosenChecks([]).some(({ id }) => id === 'bridge'));
  assert.deepEqual(
    chosenChecks(['bridge', 'node']).map(({ id }) => id),
    ['node', 'bridge'],
  );
});

test('Node must be new enough', () => {
  assert.equal(judgeNode('26.10.0', 24).verdict, 'ok');
  assert.equal(judgeNode('22.18.0', 24).word, 'too-old');
});

test('each package must be there, in its version', () => {
  assert.equal(judgePackages({ zod: { wanted: '4.6.7', found: '4.6.7' } }).verdict, 'ok');
  assert.match(judgePackages({ zod: { wanted: '4.6.7', found: null }, ws: { wanted: '1', found: '2' } }).says, /zod, ws/);
  assert.equal(judgePackages({}).verdict, 'failure');
});

const nowMs = Date.UTC(2026, 2, 1, 9);

test('a component that runs is fine; one that does not is told with its reason, and how to start it', () => {
  assert.deepEqual(judgeComponent(component, nowMs), []);
  const [given] = judgeComponent({ ...component, state: 'failed', reason: 'it ended' }, nowMs);
  assert.deepEqual([given?.verdict, given?.mend], ['failure', 'hub restart clipboard']);
  assert.match(given?.says ?? '', /clipboard: failed, it ended/);
  assert.equal(judgeComponent({ ...component, state: 'degraded', reason: 'there is no display' }, nowMs)[0]?.verdict, 'failure');
  const taken = 'port 5001 is taken by another program: python3 (process 4711); end it, or set another port with HUB_BRIDGE_PORT';
  assert.deepEqual(
    judgeComponent({ ...component, state: 'degraded', reason: taken }, nowMs).map(({ verdict, word }) => [verdict, word]),
    [['note', 'port']],
    'its port is what is wrong, and one thing',
  );
  assert.equal(judgeComponent({ ...component, state: 'starting' }, nowMs)[0]?.verdict, 'note');
  assert.deepEqual(judgeComponent({ ...component, restarts: 3 }, nowMs), [], 'restarts that somebody asked for are no failures');
  const lastFailure = { count: 2, at: new Date(nowMs).toISOString(), because: 'ended by SIGKILL' };
  const [failed] = judgeComponent({ ...component, restarts: 3, lastFailure }, nowMs);
  assert.equal(failed?.word, 'restarted');
  assert.match(failed?.says ?? '', /^clipboard: failed 2 times since Hub started, last at \d\d:\d\d \(ended by SIGKILL\); /);
  const [ofDisplay] = judgeComponent({ ...component, id: 'hub', lastFailure: { ...lastFailure, because: 'ended with code 1' } }, nowMs);
  assert.deepEqual(
    [ofDisplay?.mend, ofDisplay?.says.endsWith('; with this code it also ends when its display goes away')],
    [undefined, true],
  );
  assert.equal(judgeComponent({ ...component, state: 'stopped' }, nowMs)[0]?.mend, 'hub restart clipboard');
  const why = 'there is no display; start Hub in a desktop session';
  assert.equal(judgeComponent({ ...component, state: 'stopped', reason: why }, nowMs)[0]?.mend, undefined, 'a restart would not start it');
});

test('a monitor that holds copies in memory must not be restarted: what stores them is told instead', () => {
  const full = 'the journal cannot be written to now: the disk is full; copies are held in memory';
  const locked =
    'the journal cannot be written to now (its disk is slow or reports an error, or another program has locked it); copies are held in memory';
  const mendOf = (reason: string): string => judgeComponent({ ...component, state: 'degraded', reason }, nowMs)[0]?.mend ?? '';
  assert.match(mendOf(full), /^free some space .*: hub status$/);
  for (const reason of [full, locked]) assert.doesNotMatch(mendOf(reason), /hub restart/);
  assert.match(mendOf('no display: neither is set'), /: hub start$/, 'a restarted one would look for the same display');
});

test('a folder of the home that its owner may not write to is found, unless root asks', () => {
  const folder = (mode: number) => ({ mode: 0o040_000 | mode, uid: 1_000, isDirectory: () => true, isSymbolicLink: () => false });
  for (const mode of [0o500, 0o600, 0o300, 0]) assert.equal(flawOf(folder(mode), 'folder', 1_000), 'closed');
  assert.equal(flawOf(folder(0o700), 'folder', 1_000), null);
  assert.equal(flawOf(folder(0o570), 'folder', 1_000), 'writable-by-others', 'what others can do comes first');
  assert.equal(flawOf({ ...folder(0o500), uid: 0 }, 'folder', 0), null);
});

test('what another check finds too is wrong once: there where it does, and here where it does not', async () => {
  const failing = { id: 'x', title: () => 'x' };
  const told: readonly (readonly [string, string, string])[] = [
    ['save_worker', saveCondition('not-writable', [{ reason: 'no_permission', fragments: 1 }]) ?? '', 'workspace'],
    ['save_worker', saveCondition('full', []) ?? '', 'workspace'],
    ['clipboard', 'no display: neither is set', 'display'],
    ['clipboard', 'the journal cannot be written to now: the disk is full; copies are held in memory', 'room'],
  ];
  for (const [id, reason, other] of told)
    for (const says of ['failure', 'ok'] as const) {
      const own = judgeComponent({ ...component, id: id as ComponentStatus['id'], state: 'degraded', reason }, nowMs, '/ws');
      const found = await runChecks(
        [
          { ...failing, id: 'components', run: async () => own },
          { ...failing, id: other, run: async () => [{ verdict: says, word: 'w', says: 's', mend: 'm' }] },
        ],
        facts,
      );
      const wrong = found.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'failure'));
      assert.equal(wrong.length, 1, `${reason} beside ${says}`);
    }
});

test('for a folder within the WorkSpace, a command finds it', () => {
  const closed = saveCondition(null, [{ reason: 'no_permission', fragments: 1 }]) ?? '';
  const [found] = judgeComponent({ ...component, id: 'save_worker', state: 'degraded', reason: closed }, nowMs, "/my w's");
  assert.deepEqual(
    [found?.verdict, found?.mend?.includes(String.raw`find '/my w'\''s' -type d ! -writable`)],
    ['failure', process.platform === 'linux'],
  );
});

test('a check that waits for a display that does not respond says so, once', async () => {
  const never = () => new Promise<never>(() => {});
  const waits = ['display', 'clipboard'].map((id) => ({ id, title: () => id, asksDisplay: () => true, withinMs: 20, run: never }));
  const found = await runChecks([...waits, { id: 'other', title: () => 'other', withinMs: 20, run: never }], facts);
  assert.deepEqual(
    found.map(({ findings: [one] }) => [one?.verdict, one?.says.includes('display')]),
    [
      ['failure', true],
      ['note', true],
      ['failure', false],
    ],
  );
  assert.equal((await runChecks(waits.slice(1), facts))[0]?.findings[0]?.verdict, 'failure');
});

test('a component that listens and does not answer is wrong once, among the components', async (t) => {
  const hung = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  t.after(() => hung.close());
  await once(hung, 'listening');
  const { port } = hung.address() as net.AddressInfo;
  const status = done({ components: [component], ports: { bridge: port, web: port }, workspace: '/ws' } as unknown as HubStatus);
  const asked = [...hubChecks, extensionCheck].filter(({ id }) => ['components', 'versions', 'extension'].includes(id));
  const found = await runChecks(asked, { ...facts, status });
  const told = found.flatMap(({ check, findings }) => findings.map(({ verdict, says }) => [check.id, verdict, says]));
  assert.deepEqual(
    told.filter(([, verdict]) => verdict === 'failure'),
    [
      ['components', 'failure', 'core (python_core): listens but does not answer'],
      ['components', 'failure', 'web_listener: listens but does not answer'],
    ],
  );
  assert.deepEqual(new Set(told.map(([id]) => id)), new Set(['components', 'versions', 'extension']));
});

test('what runs must be of the version that is installed', () => {
  assert.equal(
    judgeVersions('1.0.0', [
      ['python_core', '1.0.0'],
      ['web_listener', null],
    ])[0]?.verdict,
    'ok',
  );
  assert.equal(judgeVersions('1.0.0', [['python_core', '0.9.0']])[0]?.word, 'another-version');
  const unknown = judgeVersions('1.0.0', [['python_core', '']])[0];
  assert.deepEqual([unknown?.verdict, unknown?.failsIn], ['note', ['components']]);
});

test('there must be room', () => {
  const verdicts = [10_000, 500, 50].map((mib) => judgeRoom(mib * 1_048_576, 'x').verdict);
  assert.deepEqual([...verdicts, judgeRoom(null, 'x').verdict], ['ok', 'note', 'failure', 'ok']);
});

test('of a journal that can not be opened its permissions are blamed only where its disk is neither full nor read-only', () => {
  const found = (writability: 'folder' | 'read-only', freeBytes: number | null) => {
    const { verdict, word, failsIn } = judgeUnreadable('/home/hub.db', { writability, freeBytes });
    return [verdict, word, failsIn];
  };
  assert.deepEqual(found('folder', 20_480), ['note', 'see-room', ['room']]);
  assert.equal(judgeRoom(20_480, '').verdict, 'failure', 'where it says what is wrong');
  assert.deepEqual(found('read-only', 0), ['note', 'see-home', undefined]);
  for (const free of [null, 10 * 1_048_576]) assert.deepEqual(found('folder', free), ['failure', 'unreadable', undefined]);
  assert.equal(judgeUnreadable('/home/hub.db', null).word, 'unreadable');
});

test('a clock is compared with the time that Hub saw last', () => {
  assert.equal(judgeClock(now - day, now).verdict, 'ok');
  assert.equal(judgeClock(null, now).verdict, 'ok');
  assert.equal(judgeClock(now + 2 * day, now).word, 'set-back');
  assert.equal(judgeClock(now - 30 * day, now).word, 'ahead');
  assert.equal(judgeClock(null, Date.UTC(2001, 0)).word, 'behind');
});

test('other clipboard managers are noted by their names', () => {
  assert.equal(judgeOthers(new Map([[1, 'init']]))[0]?.verdict, 'ok');
  assert.match(judgeOthers(new Map([[7, 'copyq']]))[0]?.mend ?? '', /kill 7$/);
  const both = new Map([
    [7, 'copyq'],
    [8, 'parcellite'],
    [9, 'copyq'],
  ]);
  assert.deepEqual(
    judgeOthers(both).map(({ says, mend }) => [says.slice(0, says.indexOf(':')), mend?.slice(mend.lastIndexOf(': '))]),
    [
      ['copyq is running too, processes 7 and 9', ': kill 7 9'],
      ['parcellite is running too, process 8', ': kill 8'],
    ],
  );
});

test('a clipboard manager of another desktop is none of our business', () => {
  const at = (environment: Record<string, string>): string =>
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\0`)
      .join('');
  const env = { DISPLAY: ':1', WAYLAND_DISPLAY: 'wayland-0' };
  assert.equal(isOfDesktop(at({ HOME: '/root', DISPLAY: ':1.0' }), env), true);
  assert.equal(isOfDesktop(at({ DISPLAY: ':7', WAYLAND_DISPLAY: 'wayland-0' }), env), true);
  assert.equal(isOfDesktop(at({ DISPLAY: ':11' }), env), false);
  assert.equal(isOfDesktop('', env), false, 'it can not be read');
  assert.equal(isOfDesktop(at({ DISPLAY: '' }), { DISPLAY: '' }), false);
  assert.equal(isOfDesktop(at({ HOME: '/root' }), {}), false);
});

test('libraries that are missing are told with their packages', () => {
  assert.equal(judgeLibraries(new Set(['libwebkit2gtk-4.1.so.0', 'libxdo.so.3']), 'apt-get').verdict, 'ok');
  assert.match(judgeLibraries(new Set(['libxdo.so.3']), 'apt-get').mend ?? '', /apt install libwebkit2gtk-4\.1-0$/);
});

test('instead of a port that is taken one is named that is a port', () => {
  assert.deepEqual([5_001, 65_435, 65_436, 65_535].map(anotherPort), [5_101, 65_535, 65_336, 65_435]);
});

test('a Hub that runs and does not listen is not well, and stops before it starts at another port', async (t) => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const port = String((taken.address() as net.AddressInfo).port);
  const running = { ...facts, status: done({ ports: { bridge: null, web: null }, components: [] as ComponentStatus[] } as HubStatus) };
  const [bridge] = portChecks;
  const look = async (facts: CheckFacts): Promise<CheckFinding | undefined> => (await bridge?.run(facts))?.[0];
  const env = { HUB_BRIDGE_PORT: port };
  assert.match((await look({ ...running, env }))?.mend ?? '', /: hub stop && HUB_BRIDGE_PORT=\d+ hub start$/);
  assert.match((await look({ ...facts, env }))?.mend ?? '', /: HUB_BRIDGE_PORT=\d+ hub start$/);
  taken.close();
  await once(taken, 'close');
  assert.equal((await look({ ...running, env }))?.word, 'not-listening');
  const down = done({
    ports: { bridge: null, web: null },
    components: [{ ...component, id: 'python_core', state: 'failed' }],
  } as HubStatus);
  assert.deepEqual((await look({ ...facts, status: down, env }))?.word, 'see-components');
  assert.equal((await look({ ...facts, env }))?.word, 'free');
});

test('a pipe answers only if its process does: one that was halted has its connections all the same', async (t) => {
  const peers = startPeers(t);
  const look = async (components: readonly Pick<ComponentStatus, 'id' | 'state'>[] = []) => {
    const pipes = hubChecks.find(({ id }) => id === 'pipes');
    const status = done({ ports: { bridge: null, web: null }, components } as unknown as HubStatus);
    return (await pipes?.run({ ...facts, places: peers.places, status }))?.map(({ word, mend }) => [word, mend]);
  };
  for (const name of pipeNames) if (name !== 'web-listener') await peers.pipe(name, { ok: false, error: 'bad_request' });
  await peers.pipe('web-listener', (socket) => void setTimeout(() => socket.destroy(), 20)); // as when it is killed
  assert.deepEqual(await look([{ id: 'web_listener', state: 'running' }]), [['no-answer', 'hub restart web_listener']]);
  assert.deepEqual(await look([{ id: 'web_listener', state: 'failed' }]), [['one-down', 'hub doctor components']]);
  assert.deepEqual(await look([{ id: 'web_listener', state: 'backoff' }]), [['one-down', undefined]], 'it is on its way');
  assert.deepEqual(
    peers.asked,
    [...pipeNames, ...pipeNames, ...pipeNames].map(() => ({})),
    'asked for nothing',
  );
});
