/** The command as people and scripts use it: its output, and its exit status (0 done, 1 failed, 2 wrong usage, 3 not running). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { actionVerbs } from '../../src/contract/action-verbs.ts';
import { fragment as fragmentForm } from '../../src/contract/source-snapshot.ts';
import { hubStatus } from '../../src/contract/supervisor.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { type CommandResult, isAlive, TestHub } from '../harness/hub.ts';

/** Checks that it succeeded without an error message. */
function assertDone(result: CommandResult): string {
  assert.deepEqual({ status: result.status, stderr: result.stderr }, { status: 0, stderr: '' });
  return result.stdout;
}

/** Checks that it ended with this status and one line that says why. */
function assertRefused(result: CommandResult, status: number, why: RegExp): void {
  assert.equal(result.status, status, result.stderr);
  assert.match(result.stderr, /^[^\n]+\n$/, 'not one line');
  assert.match(result.stderr, why);
}

const json = (result: CommandResult) => JSON.parse(assertDone(result));

/** What `--json` says of an exit status, where it is always the same. */
const wordFor: Readonly<Record<number, RegExp>> = { 2: /^wrong_usage$/, 3: /^not_running$/ };

describe('hub, where no Hub runs,', () => {
  let hub: TestHub;
  before(() => {
    hub = new TestHub();
  });
  after(() => hub[Symbol.asyncDispose]());

  const refusals: readonly (readonly [words: readonly string[], status: number, why: RegExp])[] = [
    [['stop'], 3, /not running/],
    [['status'], 3, /not running/],
    [['restart', 'clipboard'], 3, /not running/],
    [['action', 'restore'], 3, /not running/],
    [['action', 'no-such-verb'], 3, /not running/],
    [['action'], 2, /name a verb: restore, .*open-picker, /],
    [['action', 'restore', 'toggle'], 2, /too many arguments/],
    [['save', '-'], 3, /not running/],
    [['copy', '1'], 3, /not running/],
    [['delete', '1'], 1, /no journal/],
    [['history'], 1, /no journal/],
    [['search', 'word'], 1, /no journal/],
    [['show', '1'], 1, /no journal/],
    [['save', '/no/such/file'], 1, /no file/],
    [['save', '/dev/null'], 1, /not a file/],
    [['detect', '/no/such/file'], 1, /no file/],
    [['detect', '/'], 1, /is a folder/],
    [['frobnicate'], 2, /^hub: unknown command 'frobnicate';/m],
    [['frobnicate', '--json'], 2, /^hub: unknown command 'frobnicate';/m],
    [['help', 'frobnicate', '--json'], 2, /^hub: unknown command 'frobnicate';/m],
    [['status', '--frobnicate'], 2, /unknown option/],
    [['run', '--frobnicate'], 2, /unknown option/],
    [['run', 'twice'], 2, /too many arguments/],
    [['--frobnicate'], 2, /unknown option/],
    [['show'], 2, /missing required argument/],
    [['show', '1', '2'], 2, /too many arguments/],
    [['history', '--limit', 'x'], 2, /whole number/],
    [['history', '--limit', '0'], 2, /whole number/],
  ];
  for (const [words, status, why] of refusals) {
    it(`${words.join(' ')} ends with ${status} and one line`, async () => assertRefused(await hub.command(words, 'input'), status, why));
  }

  for (const [words, status] of refusals) {
    it(`${words.join(' ')} --json ends with ${status} and one JSON value`, async () => {
      const result = await hub.command([...words, '--json'], 'input');
      assert.equal(result.status, status);
      const { ok, error } = JSON.parse(result.stdout);
      assert.equal(ok, false);
      assert.match(error, wordFor[status] ?? /^[a-z_]+$/);
    });
  }

  it('every command refuses a home that is relative, and creates nothing', async () => {
    await using other = new TestHub({ HUB_HOME: 'relative-home' });
    for (const word of ['run', 'start', 'status', 'history', 'stop'])
      assertRefused(await other.command([word]), 1, /^hub: HUB_HOME must be an absolute path$/m);
    assert.equal(existsSync('relative-home'), false);
  });

  it('run and start refuse a WorkSpace that is relative', async () => {
    await using other = new TestHub({ HUB_WORKSPACE: 'ws' });
    for (const word of ['run', 'start']) assertRefused(await other.command([word]), 1, /^hub: HUB_WORKSPACE must be an absolute path$/m);
  });

  it('status --json is JSON all the same', async () => {
    const result = await hub.command(['status', '--json']);
    assert.equal(result.status, 3);
    assert.deepEqual(JSON.parse(result.stdout), { ok: false, error: 'not_running', home: hub.places.home });
  });

  it('detect tells type and name of a file or of its input', async () => {
    const file = path.join(hub.root, 'a.py');
    writeFileSync(file, 'import os\n\n\ndef main() -> None:\n    print(os.name)\n');
    const ofFile = json(await hub.command(['detect', file, '--json']));
    assert.deepEqual([ofFile.detection.typeId, ofFile.detection.group, ofFile.detection.extension], ['python', 'code', '.py']);
    const ofInput = json(await hub.command(['detect', '--json'], '// src/main.ts\nexport const a: number = 1;\n'));
    assert.deepEqual([ofInput.detection.typeId, ofInput.embeddedFilename], ['typescript', 'main.ts']);
    assert.match(assertDone(await hub.command(['detect', '-'], '{"a": 1}')), /^json \(code, application\/json\), \d+ % sure\n$/);
  });

  it('detect handles many files, reports which can not be read, and continues', async () => {
    const [one, other] = ['b.py', 'c.json'].map((name) => path.join(hub.root, name));
    writeFileSync(one ?? '', 'import os\n\n\ndef main() -> None:\n    print(os.name)\n');
    writeFileSync(other ?? '', '{"a": 1}');
    const shown = await hub.command(['detect', one ?? '', '/no/such/file', other ?? '', '-'], '# notes/plan.md\n\n- one\n- two\n');
    assert.equal(shown.status, 1);
    assert.match(shown.stderr, /there is no file \/no\/such\/file/);
    const lines = shown.stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ %/, 'n %').replace(/^(.*?): +/, '$1: ')),
      [
        `${one}: python (code, text/x-python), n % sure`,
        `${other}: json (code, application/json), n % sure`,
        'standard input: markdown (text, text/markdown), n % sure; embedded name plan.md',
      ],
    );
    const document = JSON.parse((await hub.command(['detect', '--json', one ?? '', '/no/such/file'])).stdout);
    assert.deepEqual([document[0].path, document[0].detection.typeId, document[1].path], [one, 'python', '/no/such/file']);
    assert.match(document[1].error, /there is no file/);
  });

  it('detect --why shows the evidence for the answer', async () => {
    const why = assertDone(await hub.command(['detect', '--why', '-'], '{"a": 1}'));
    assert.match(why, /\n {2}a rule says json\n$/);
    const document = json(await hub.command(['detect', '--why', '--json'], 'def f(x):\n    return x + 1\n\nprint(f(2))\n'));
    assert.ok(
      document.reasons.some(
        (reason: { by: string; typeId: string; decided: boolean }) => reason.by === 'model' && reason.typeId === 'python' && reason.decided,
      ),
    );
  });

  it('--help and --version are no mistakes', async () => {
    for (const words of [['--help'], ['status', '--help'], ['run', '--help']]) {
      assert.match(assertDone(await hub.command(words)), /^Usage: hub/, words.join(' '));
    }
    const help = assertDone(await hub.command(['action', '--help']));
    for (const verb of actionVerbs) assert.ok(help.includes(`\n  ${verb} `), verb);
    assert.match(assertDone(await hub.command(['--version'])), /^\d+\.\d+\.\d+\n$/);
  });
});

describe('hub, in the background,', () => {
  it('starts in the background, is started once, and stops with all of its processes', async () => {
    await using hub = new TestHub();
    assert.match(assertDone(await hub.command([])), /^Hub is ready\.\n/);
    assert.match(assertDone(await hub.command([])), /^Hub is running\. Hub has no window: .+\n$/);
    assert.match(assertDone(await hub.command(['start'])), /^Hub is already running\.\n(?:.*\n)*? +python_core +running/);
    const status = hubStatus.parse(json(await hub.command(['start', '--headless', '--json'])));
    const told = hubStatus.parse(json(await hub.command(['status', '--json'])));
    assert.deepEqual(told.ports, status.ports);
    assert.ok(Number(told.ports.bridge) > 0 && Number(told.ports.web) > 0, 'port 0 is a free one, which is told');
    assert.deepEqual([told.home, told.workspace], [hub.places.home, hub.workspace]);
    assert.match(assertDone(await hub.command(['run'])), /^Hub is already running/);
    assert.deepEqual(json(await hub.command(['stop', '--json'])), { ok: true });
    const pids = told.components.flatMap(({ pid }) => pid ?? []);
    assert.ok(pids.length >= 6);
    assert.deepEqual(pids.filter(isAlive), []);
    assertRefused(await hub.command(['stop']), 3, /not running/);
  });

  it('is one Hub however many start it at once, and each start returns once it is up', async () => {
    await using hub = new TestHub();
    const words = Array.from({ length: 8 }, (_, position) => (position % 2 === 0 ? [] : ['start']));
    const results = await Promise.all(words.map((one) => hub.command(one)));
    for (const result of results) assert.match(assertDone(result), /^Hub is (?:ready|running|already running)/);
    assert.equal(results.filter(({ stdout }) => stdout.startsWith('Hub is ready.')).length, 1, 'one of them started it');
    const { components } = await hub.until(() => true);
    assert.ok(components.every(({ id, state }) => id === 'hub' || state === 'running' || state === 'degraded'));
    const stops = await Promise.all([hub.command(['stop']), hub.command(['stop'])]);
    for (const result of stops) if (result.status !== 0) assertRefused(result, 3, /not running/);
    assert.ok(stops.some(({ status }) => status === 0));
    assert.deepEqual(
      components.filter(({ pid }) => pid !== null && isAlive(pid)),
      [],
    );
  });

  it('is started again by a start during its stop', async () => {
    await using hub = new TestHub();
    assertDone(await hub.command(['start']));
    const first = (await hub.until(() => true)).components[0]?.pid;
    assertDone(await hub.command(['action', 'exit']));
    assert.match(assertDone(await hub.command(['start'])), /^Hub is ready\.\n/);
    assert.notEqual((await hub.until(() => true)).components[0]?.pid, first);
  });

  it('outlives the command that started it, whatever its components print', async () => {
    await using hub = new TestHub({ HUB_DEBUG: 'true', NODE_DEBUG: 'timer' });
    const { status } = await hub.command(['start']);
    assert.equal(status, 0);
    const { components } = await hub.until(() => true);
    const pid = components.find(({ id }) => id === 'web_listener')?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await hub.until((now) =>
      now.components.some(({ id, state, restarts }) => id === 'web_listener' && state === 'running' && restarts === 1),
    );
    assert.equal((await hub.until(() => true)).components[0]?.pid, components[0]?.pid);
  });

  it('that is halted is reported as running and not answering', { skip: process.platform === 'win32' && 'needs signals' }, async () => {
    await using hub = new TestHub();
    await hub.start();
    process.kill(hub.supervisorPid, 'SIGSTOP');
    try {
      const commands = [['status'], ['stop'], ['restart', 'clipboard'], ['action', 'save-now'], ['save', '-'], ['start'], []];
      const results = await Promise.all(commands.map((words) => hub.command(words, 'input')));
      for (const result of results) assertRefused(result, 1, /(?:does|did) not answer/);
      const asJson = await hub.command(['status', '--json']);
      assert.deepEqual([asJson.status, JSON.parse(asJson.stdout).error], [1, 'no_answer']);
    } finally {
      process.kill(hub.supervisorPid, 'SIGCONT');
    }
    assertDone(await hub.command(['status']));
  });

  it('reports which component was given up, and how to try again', async () => {
    await using hub = new TestHub();
    mkdirSync(path.join(hub.places.logs, 'web_listener.log'), { recursive: true, mode: 0o700 });
    const result = await hub.command(['start']);
    assertRefused(result, 1, /^hub: Hub has given up on web_listener: .*Logs\/web_listener\.failed\.log.*hub restart web_listener/);
    assert.match(result.stdout, /\n {2}web_listener +failed: .+\n/);
    assert.match(result.stdout, /\n {2}python_core +running\n/);
  });

  it('meets no Hub of another home', async () => {
    await using one = new TestHub();
    await using other = new TestHub();
    const [first, second] = await Promise.all([one.start(), other.start()]);
    assert.notEqual(first.ports.bridge, second.ports.bridge);
    assertDone(await one.command(['save', '-', '--name', 'one.txt'], 'of the first Hub'));
    assert.equal(json(await one.command(['history', '--json'])).items.length, 1);
    assert.equal(json(await other.command(['history', '--json'])).items.length, 0);
    assert.deepEqual(other.savedFiles(), []);
    assertDone(await one.command(['stop']));
    assertDone(await other.command(['status']));
  });

  it('names the holder of a port in use, and takes the port when it becomes free', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    await using hub = new TestHub({ HUB_BRIDGE_PORT: String(port) });
    const taken = await hub.start();
    const core = taken.components.find(({ id }) => id === 'python_core');
    assert.equal(core?.state, 'degraded');
    assert.match(core?.reason ?? '', new RegExp(`port ${port} is taken by .+ \\(process ${process.pid}\\)`));
    assert.equal(taken.ports.bridge, null);
    assertRefused(await hub.command(['save', '-'], 'a text without a bridge'), 1, new RegExp(`port ${port}`));
    holder.close();
    await hub.until(
      ({ ports, components }) => ports.bridge === port && components.some(({ id, state }) => id === 'python_core' && state === 'running'),
    );
    assertDone(await hub.command(['save', '-'], 'a text with a bridge'));
  });

  it('says that another Hub has its ports, saves nothing there, and takes them when that one stops', async () => {
    await using first = new TestHub();
    const { ports, components } = await first.start();
    const pidOf = (wanted: string) => components.find(({ id }) => id === wanted)?.pid;
    await using second = new TestHub({ HUB_BRIDGE_PORT: String(ports.bridge), HUB_WEB_PORT: String(ports.web) });
    const taken = await second.start();
    const reasonOf = (wanted: string) => taken.components.find(({ id, state }) => id === wanted && state === 'degraded')?.reason;
    const refusal = (port: number | null, pid: number | null | undefined, variable: string) =>
      `port ${port} is taken by another Hub (process ${pid}); end it, or set another port with ${variable}`;
    const ofBridge = refusal(ports.bridge, pidOf('python_core'), 'HUB_BRIDGE_PORT');
    assert.equal(reasonOf('python_core'), ofBridge);
    assert.equal(reasonOf('web_listener'), refusal(ports.web, pidOf('web_listener'), 'HUB_WEB_PORT'));
    assert.deepEqual(taken.ports, { bridge: null, web: null });
    for (const line of [ofBridge, 'Bridge        not listening', 'Web listener  not listening'])
      assert.ok(second.output.includes(line), line);
    const refused = await second.command(['save', '-'], 'a text for the second Hub');
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.ok(refused.stderr.includes(ofBridge), refused.stderr);
    assert.deepEqual([first.savedFiles(), second.savedFiles()], [[], []]);
    await first.stop();
    await second.until((status) => status.ports.bridge === ports.bridge && status.ports.web === ports.web);
    assertDone(await second.command(['save', '-'], 'a text for the second Hub'));
  });
});

describe('hub, where one runs,', { skip: withoutXvfb() }, () => {
  const parts = new AsyncDisposableStack();
  const copied = '\u001b]0;title\u0007\u001b[31mred \u202eafter it\u009b2J\n\tsecond line\r\nthird\n';
  let hub: TestHub;
  let id: string;
  before(async () => {
    const { owner, ...desk } = parts.use(await startHubDesk());
    ({ hub } = desk);
    await owner.showWindow({ title: 'evil \u001b[2J title', className: 'Evil\u001b[1mApp' });
    await owner.own({ UTF8_STRING: { content: { text: copied } } });
    ({ id } = await hub.fragment(({ state }) => state === 'saved'));
  });
  after(() => parts.disposeAsync());

  it('save prints the path, for a file and for its input, and refuses what it cannot save', async () => {
    const file = path.join(hub.root, 'notes.md');
    writeFileSync(file, '# Notes\n\nwhat was noted\n');
    const saved = assertDone(await hub.command(['save', file])).trimEnd();
    assert.equal(readFileSync(saved, 'utf8'), '# Notes\n\nwhat was noted\n');
    assert.equal(path.basename(saved), 'notes.md');
    const receipt = json(await hub.command(['save', '-', '--json'], 'First line of a text\n'));
    assert.equal(path.basename(receipt.path), 'first-line-of-a-text.txt');
    // Named as a copy of the same text would be.
    const names = { '# harbour.md\n\nAll about it.\n': 'harbour.md', '{"harbours": [1, 2]}\n': 'harbours-1-2.json' };
    for (const [text, name] of Object.entries(names))
      assert.equal(path.basename(assertDone(await hub.command(['save', '-'], text)).trimEnd()), name);
    for (const name of ['../x.txt', ''])
      assertRefused(await hub.command(['save', '-', '--name', name], 'text'), 1, /--name has to be a plain file name/);
    assertRefused(await hub.command(['save', hub.root]), 1, /is a folder; name a file in it$/m);
    const long = `${'harbour-'.repeat(12)}log.txt`;
    assertDone(await hub.command(['save', '-', '--name', long], 'A text with a long name.\n'));
    assert.ok(assertDone(await hub.command(['history'])).includes(`/${long}\n`), 'a path that another program reads is whole');
    const binary = path.join(hub.root, 'binary');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00]));
    assertRefused(await hub.command(['save', binary]), 1, /UTF-8/);
  });

  it('history, search and show return the same fragments as the bridge', async () => {
    const { items } = json(await hub.command(['history', '--json']));
    assert.deepEqual(items, await hub.fragments());
    assert.equal(json(await hub.command(['history', '--limit', '1', '--json'])).items.length, 1);
    assert.deepEqual(
      json(await hub.command(['search', 'second', 'third', '--json'])).items.map((item: { id: string }) => item.id),
      [id],
    );
    assert.deepEqual(json(await hub.command(['search', 'nowhere', '--json'])).items, []);
    assert.equal(fragmentForm.parse(json(await hub.command(['show', id, '--json']))).text, copied);
    assertRefused(await hub.command(['show', '999999']), 1, /no copy 999999/);
    assertRefused(await hub.command(['show', '../x']), 1, /no copy/);
    for (const word of ['show', 'copy', 'delete']) {
      const { ok, error, detail } = JSON.parse((await hub.command([word, '999999', '--json'])).stdout);
      assert.deepEqual([ok, error], [false, 'not_found']);
      assert.match(detail, /^there is no copy 999999/);
    }
  });

  it('control characters of a copy are made visible, and have no effect', async () => {
    for (const words of [['history'], ['search', 'second'], ['show', id], ['status']]) {
      const printed = assertDone(await hub.command(words));
      assert.doesNotMatch(printed, /[^\P{Control}\n\t]|[\u202a-\u202e\u2066-\u2069]/u, words.join(' '));
    }
    assert.match(assertDone(await hub.command(['show', id])), /\\x1b\[31mred/);
  });

  it('show --content prints the bytes and nothing else', async () => {
    assert.equal(assertDone(await hub.command(['show', id, '--content'])), copied);
    const long = `${'ä'.repeat(3_000_000)}\n`;
    const saved = await hub.request('POST', '/api/save/test', { content: long, filename: 'long.txt' });
    assert.equal(saved.status, 200);
    const [newest] = await hub.fragments();
    assert.equal(assertDone(await hub.command(['show', newest?.id ?? '', '--content'])), long);
  });

  it('copy and delete do it, once', async () => {
    assert.deepEqual(json(await hub.command(['copy', id, '--json'])), { ok: true });
    const { undoUntil, ...deleted } = json(await hub.command(['delete', id, '--json'])) as {
      readonly ok: boolean;
      readonly undoUntil: string;
    };
    assert.deepEqual(deleted, { ok: true });
    assert.ok(Date.parse(undoUntil) > Date.now());
    for (const word of ['delete', 'copy']) {
      assertRefused(await hub.command([word, id]), 1, /no copy/);
      assertRefused(await hub.command([word, 'x/../1']), 1, /is a number/);
    }
  });

  it('action sends its verb, and prints the result', async () => {
    assert.equal(assertDone(await hub.command(['action', 'pause-capture'])), '');
    assert.deepEqual(json(await hub.command(['action', 'resume-capture', '--json'])), { ok: true });
    assertRefused(await hub.command(['action', 'toggle']), 1, /Hub has no window: started without a window/);
    assertRefused(await hub.command(['action', 'extract-clipboard-text']), 1, /no text was extracted: |not extracted: /);
    const unknown = await hub.command(['action', 'RESTORE', '--json']);
    const detail =
      'unknown verb RESTORE; for a list of verbs: hub action --help; a saved command is run by: hub command NAME (Did you mean restore?)';
    assert.deepEqual([unknown.status, JSON.parse(unknown.stdout)], [1, { ok: false, error: 'unknown_verb', detail }]);
    const restarted = await hub.command(['restart', 'nope', '--json']);
    const { error, detail: why } = JSON.parse(restarted.stdout);
    assert.deepEqual([restarted.status, error], [1, 'unknown_component']);
    assert.match(why, /^unknown component 'nope'; there are /);
  });

  it('action with an unknown verb names it, shortened and without control characters, and does not log it', async () => {
    assertRefused(
      await hub.command(['action', 'nothing']),
      1,
      /^hub: unknown verb nothing; for a list of verbs: hub action --help; a saved command is run by: hub command NAME$/m,
    );
    const strange = [
      '__proto__',
      'canary-'.repeat(10),
      '\u001b[31mcanary-red\u001b[0m',
      'canary line\nsecond',
      '$(touch canary-file)',
      'canary'.repeat(20_000),
    ];
    for (const verb of strange) {
      const result = await hub.command(['action', '--', verb]);
      assertRefused(result, 1, /unknown verb .*hub action --help|different version/);
      assert.doesNotMatch(result.stderr, /[^\P{Control}\n]|(canary.*){10}/u);
    }
    assert.doesNotMatch(hub.logs(), /canary/);
    assert.match(hub.logs(), /"event":"unknown verb"/);
  });

  it('restart gives a component another process, and reports an unknown one', async () => {
    const before = (await hub.until(() => true)).components.find(({ id: component }) => component === 'save_worker');
    const restarted = json(await hub.command(['restart', 'save_worker', '--json']));
    assert.equal(restarted.ok, true);
    assert.notEqual(restarted.pid, before?.pid);
    assertRefused(await hub.command(['restart', '__proto__']), 1, /unknown component '__proto__'; there are /);
    assertRefused(await hub.command(['restart', 'supervisor']), 1, /hub stop, then hub start/);
    assert.deepEqual(await hub.stop(), []);
  });
});
