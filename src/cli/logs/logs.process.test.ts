import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { addLines, logText, type TestLine } from '../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { openHubClient } from '../../client/hub-client.ts';

const hub = path.join(import.meta.dirname, '../../../bin/hub.ts');
const startMs = Date.UTC(2026, 2, 1, 9);
const line = (n: number, more: Partial<TestLine> = {}): TestLine => ({ atMs: startMs + n, event: `event ${n}`, ...more });

interface Rig {
  readonly logs: string;
  readonly env: NodeJS.ProcessEnv;
  readonly run: (words: readonly string[]) => { readonly status: number | null; readonly printed: string; readonly complained: string };
  readonly start: (words: readonly string[]) => { readonly child: ChildProcess; readonly printed: () => string };
}

/** No Hub runs. */
function rig(t: TestContext): Rig {
  const home = temporaryHome(t);
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
  const env = { ...rest, HUB_HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  return {
    logs: path.join(home, 'Logs'),
    env,
    run: (words) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [hub, 'logs', ...words], { env, maxBuffer: 1e9 });
      return { status, printed: stdout.toString(), complained: stderr.toString() };
    },
    start: (words) => {
      const child = spawn(process.execPath, [hub, 'logs', ...words], { env });
      t.after(() => child.kill('SIGKILL'));
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      return { child, printed: () => printed };
    },
  };
}

describe('hub logs', () => {
  test('prints lines in columns, or as one JSON value, and nothing in them steers the terminal', (t) => {
    const { logs, run } = rig(t);
    assert.equal(run([]).status, 1);
    addLines(logs, 'clipboard.log', [line(1, { fields: { bytes: 12, odd: '\u001b[31m\u202e' } })]);
    addLines(logs, 'hub.log', [line(1, { fields: { bytes: 12, odd: '\u001b[31m\u202e' } }), 'broken\n']);
    assert.deepEqual(run([]), {
      status: 0,
      printed: '2026-03-01 09:00:00.001  INFO      clipboard      event 1  bytes=12 odd=\\u001b[31m\\u202e\n',
      complained: 'hub: 1 damaged line of the logs was left out (hub.log: 1)\n',
    });
    const [told] = JSON.parse(run(['--json']).printed);
    const expected = { level: 'INFO', time: '2026-03-01T09:00:00.001Z', component: 'clipboard', pid: 7, event: 'event 1', bytes: 12 };
    assert.deepEqual(told, { ...expected, odd: '\u001b[31m\u202e' });
    assert.deepEqual(JSON.parse(run(['--json', '--level', 'error']).printed), []);
  });

  test('leaves out what is empty and clockMs, unless it is asked for, and writes control characters as JSON does', (t) => {
    const { logs, run } = rig(t);
    addLines(logs, 'clipboard.log', [line(1, { event: 'e', fields: { because: null, clockMs: 12.5, of: 'a\r\n\tb\u0007' } })]);
    assert.match(run([]).printed, /e {2}of=a\\r\\n\\tb\\u0007\n$/);
    assert.match(run(['--all-fields']).printed, /e {2}because=null clockMs=12\.5 of=a\\r\\n\\tb\\u0007\n$/);
    assert.deepEqual(JSON.parse(run(['--json']).printed)[0].because, null);
  });

  test('says that there are no logs yet, and makes no page of them, with the same status; that no line matches is an answer', (t) => {
    const { logs, run } = rig(t);
    addLines(logs, 'clipboard.log', ['']);
    for (const words of [[], ['--html'], ['--level', 'ERROR'], ['--json']]) {
      const { status, complained, printed } = run(words);
      assert.deepEqual([status, /there are no logs|no_logs/.test(complained + printed)], [1, true], words.join(' '));
    }
    addLines(logs, 'clipboard.log', [line(1)]);
    assert.deepEqual(run(['--level', 'ERROR']), { status: 0, printed: '', complained: 'hub: no lines in the logs match\n' });
  });

  test('takes the names that its help tells, before there are such lines, and the times that it prints', (t) => {
    const { logs, run } = rig(t);
    addLines(logs, 'clipboard.log', [line(1), line(2), line(3)]);
    for (const name of ['client', 'other', 'client,hub']) assert.equal(run(['--component', name]).status, 0, name);
    const [, second = ''] = run([]).printed.split('\n');
    const time = second.slice(0, 23);
    assert.equal(run(['--since', time, '--until', time]).printed, `${second}\n`);
    assert.match(run(['--help']).printed, /time zone of this machine: UTC \(\+00:00\)/);
  });

  test('refuses what makes no sense, with the mend', (t) => {
    const { logs, run } = rig(t);
    addLines(logs, 'clipboard.log', [line(1)]);
    for (const [words, why] of [
      [['--level', 'loud'], /--level takes one of DEBUG/],
      [['--component', 'clipbord'], /unknown component 'clipbord'.*clipboard/],
      [['--since', 'banana'], /"banana" is not a time\. Try 17:30, 2026-11-29 17:30 or 30m/],
      [['--since', '10min', '--until', '1h'], /--until must be later than --since/],
      [['--copy', 'x'], /--copy takes the number/],
      [['--html', '--follow'], /not both/],
      [['--open'], /--html/],
      [['--max', '0'], /whole number/],
      [['--output', 'x'], /--archive/],
      [['--archive', '--output', ' '], /--output takes a folder/],
      [['--archive', '--level', 'ERROR'], /takes only --output and --json/],
    ] as const) {
      const { status, complained } = run(words);
      assert.deepEqual([status, why.test(complained)], [2, true], complained);
    }
  });

  test('takes a component that is in the logs, though Hub has none of this name, and its help names those of Hub', (t) => {
    const { logs, run } = rig(t);
    addLines(logs, 'hub.log', [line(1, { component: 'my_tool' }), line(2)]);
    assert.match(run(['--component', 'my_tool']).printed, /^\S+ \S+ {2}INFO {6}my_tool {8}event 1\n$/);
    assert.match(run(['--component', 'mytool']).complained, /unknown component 'mytool'.*my_tool/);
    assert.match(
      run(['--help']).printed.replaceAll(/\s+/g, ' '),
      /supervisor, python_core, save_worker, settings_host, web_listener, clipboard, hub, client, other/,
    );
  });

  test('prints half a million lines, or the newest of them, to a reader who stops early too', async (t) => {
    const { logs, run, env } = rig(t);
    const many = 500_000;
    mkdirSync(logs);
    writeFileSync(
      path.join(logs, 'clipboard.log'),
      Array.from(
        { length: many },
        (_, n) =>
          JSON.stringify({ level: 'INFO', time: new Date(startMs + n).toISOString(), component: 'clipboard', pid: 1, event: 'e', n }) +
          '\n',
      ).join(''),
    );
    const { status, printed } = run([]);
    assert.deepEqual([status, printed.split('\n').length], [0, many + 1]);
    assert.match(run(['--max', '1']).printed, /n=499999\n$/);
    const head = spawn('/bin/sh', ['-c', `"${process.execPath}" "${hub}" logs | head -n 3`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [[code]] = await Promise.all([once(head, 'exit'), head.stdout.resume()]);
    assert.equal(code, 0);
  });
});

describe('hub logs --archive', () => {
  test('writes all logs into one file for its user alone, and says so if there are none', (t) => {
    const { logs, run } = rig(t);
    const folder = path.join(logs, '..', 'kept');
    assert.match(run(['--archive', '--output', folder]).complained, /there are no logs yet/);
    addLines(logs, 'clipboard.log', [line(1)]);
    const told = JSON.parse(run(['--archive', '--output', folder, '--json']).printed);
    assert.deepEqual([told.logs, path.dirname(told.path), statSync(told.path).mode & 0o777], [1, folder, 0o600]);
    assert.match(run(['--archive', '--output', folder]).printed, /hub-logs-\d{4}-\d\d-\d\d-\d{6}(?:-2)?\.zip\n.*hub support-bundle/);
  });
});

describe('hub logs --follow', () => {
  test('goes on with each new line once, whatever happens to the files, and ends with Ctrl-C', async (t) => {
    const { logs, start } = rig(t);
    const both = (lines: readonly TestLine[]): void => {
      addLines(logs, 'clipboard.log', lines);
      addLines(logs, 'hub.log', lines);
    };
    both([line(1)]);
    const rest = `${logText(line(9))}\n`;
    addLines(logs, 'web_listener.log', [rest.slice(0, 30)]); // a line that is not complete yet
    const { child, printed } = start(['--follow']);
    const untilPrinted = (n: number): Promise<unknown> => until(`event ${n}`, () => printed().includes(`event ${n}\n`));
    await untilPrinted(1);
    both([line(2)]);
    await untilPrinted(2);
    addLines(logs, 'web_listener.log', [rest.slice(30)]);
    await untilPrinted(9);
    // Rotated, with a line that is only in the rotated file.
    both([line(3)]);
    for (const name of ['clipboard', 'hub']) renameSync(path.join(logs, `${name}.log`), path.join(logs, `${name}.1.log`));
    both([line(4)]);
    await untilPrinted(4);
    for (const name of ['clipboard', 'hub']) truncateSync(path.join(logs, `${name}.log`));
    both([line(5)]);
    await untilPrinted(5);
    addLines(logs, 'save_worker.log', [line(6, { component: 'save_worker' })]); // a new file
    addLines(logs, 'hub.log', [line(7, { component: 'hub' })]); // in the shared one alone
    addLines(logs, 'clipboard.log', ['no line\n', '{"level":"INFO","ti']); // half a line
    await untilPrinted(7);
    addLines(logs, 'clipboard.log', [line(8)]);
    await untilPrinted(8);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    const events = printed()
      .trim()
      .split('\n')
      .map((text) => text.split(/ {2,}/).at(-1));
    assert.deepEqual(
      events.toSorted(),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `event ${n}`),
    );
  });

  test('prints only what is wanted, one JSON value for each line', async (t) => {
    const { logs, start } = rig(t);
    addLines(logs, 'clipboard.log', [line(1, { level: 'ERROR' })]);
    const { child, printed } = start(['--follow', '--json', '--level', 'ERROR', '--max', '5']);
    await until('the first', () => printed().includes('event 1'));
    addLines(logs, 'clipboard.log', [line(2), line(3, { level: 'CRITICAL' })]);
    await until('the third', () => printed().includes('event 3'));
    child.kill('SIGTERM');
    await once(child, 'exit');
    assert.deepEqual(
      printed()
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).event),
      ['event 1', 'event 3'],
    );
  });
});

describe('a page of the logs', () => {
  const pagesIn = (logs: string): readonly string[] => readdirSync(path.join(logs, 'exports')).toSorted();

  test('is made by hub logs --html and by a client, for its user alone; the last five are kept', async (t) => {
    const { logs, run, env } = rig(t);
    addLines(logs, 'clipboard.log', [line(1), line(2)]);
    const first = run(['--html']);
    const file = first.printed.trim();
    assert.deepEqual([first.status, path.dirname(file)], [0, path.join(logs, 'exports')]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    assert.match(readFileSync(file, 'utf8'), /^<!doctype html>/);
    const told = JSON.parse(run(['--html', '--json', '--max', '1']).printed);
    assert.deepEqual([told.ok, told.lines, told.isCut], [true, 1, true]);
    const client = openHubClient({ env });
    writeFileSync(path.join(logs, 'exports', 'of somebody else.html'), '');
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push(await client.exportLogsHtml(false, 1_000));
    assert.deepEqual(pagesIn(logs), [...made.map((each) => path.basename(each)), 'of somebody else.html'].toSorted());
    assert.equal(run(['--html', '--open']).status, 1, 'there is no display');
  });

  test('is none without a line, without a number of lines, and where it can not be written', async (t) => {
    const { logs, run, env } = rig(t);
    const client = openHubClient({ env });
    assert.equal(await client.exportLogsHtml(true, 10), '');
    addLines(logs, 'clipboard.log', [line(1)]);
    for (const most of [0, -1, Number.NaN, '7' as never, null as never, {} as never, 1n as never])
      assert.equal(typeof (await client.exportLogsHtml(false, most)), 'string');
    assert.equal(await client.exportLogsHtml(false, Number.NaN), '');
    assert.deepEqual(
      [run(['--html', '--level', 'ERROR']).status, run(['--html', '--json', '--level', 'ERROR']).printed.includes('no_lines')],
      [1, true],
    );
    const other = rig(t);
    addLines(other.logs, 'clipboard.log', [line(1)]);
    writeFileSync(path.join(other.logs, 'exports'), 'a file');
    assert.equal(await openHubClient({ env: other.env }).exportLogsHtml(false, 10), '');
    const refused = other.run(['--html']);
    assert.deepEqual([refused.status, /was not written/.test(refused.complained)], [1, true]);
  });
});
