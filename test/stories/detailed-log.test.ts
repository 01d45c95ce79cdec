/** The detailed log of each process: written only when it is turned on, and without any content. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { canariesBelow, canary } from '../harness/canaries.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

/** For each process an event or two that its detailed log has after a copy, a question to the bridge and one to each pipe. */
const expected = {
  supervisor: ['component ready', 'message', 'pipe asked'],
  settings_host: ['pipe asked'],
  save_worker: ['told', 'save step', 'no more saves due', 'workspace checked'],
  python_core: ['told', 'judging', 'judge stage', 'judge asked', 'judgement recorded', 'tells', 'request', 'document changed'],
  clipboard: [
    'x connected',
    'x selection owned',
    'x targets listed',
    'x owner looked up',
    'x copy judged',
    'x target answered',
    'x copy over',
    'clipboard event',
    'recorded',
    'tells',
  ],
  web_listener: ['request'],
} as const;

interface Line {
  readonly level: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

function detailsOf(hub: TestHub, component: string): readonly Line[] {
  const file = path.join(hub.places.logs, `${component}.log`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 'DEBUG');
}

/** Makes a copy that is saved, and a request to everything that takes requests. */
async function work(hub: TestHub, copy: () => Promise<void>, text: string): Promise<void> {
  await copy();
  await hub.fragment((fragment) => fragment.text === text && fragment.state === 'saved');
  await hub.request('GET', '/source');
  await fetch(`http://127.0.0.1:${hub.webPort}/api/status`);
  await askLine(hub.places.pipe('settings-host'), { op: 'catalog' }, { timeoutMs: 10_000 });
}

/** As `hub logs --json` prints it. */
interface ToldLine {
  readonly component: string;
  readonly event: string;
  readonly captureId?: number;
  readonly ordinal?: number;
}

async function told(hub: TestHub): Promise<void> {
  for (const [component, events] of Object.entries(expected)) {
    for (const event of events)
      await until(`line "${event}" of ${component}`, () => detailsOf(hub, component).some((line) => line.event === event));
  }
}

describe('a detailed log', { skip: withoutXvfb() }, () => {
  it('describes the work of each process, and contains no content', async () => {
    const text = `${canary('text')} that is long enough to be saved`;
    await using desk = await startHubDesk({ env: { HUB_DEBUG: 'true' } });
    const { hub, owner } = desk;
    await work(hub, () => owner.own({ UTF8_STRING: { content: { text } } }), text);
    hub.setDocument('config/hub.json', { save: { policy: 'all', min_text_chars: 4 } });
    await told(hub);
    const [request] = detailsOf(hub, 'python_core').filter(({ event }) => event === 'request');
    assert.match(JSON.stringify(request), /"method":"GET","route":"[a-z.]+","status":200/);
    const values = (component: string, event: string, field: string): string =>
      JSON.stringify(detailsOf(hub, component).flatMap((line) => (line.event === event ? [line[field]] : [])));
    assert.match(
      values('save_worker', 'save step', 'step'),
      /"folder","free-name","temporary-file","name","folder-synced","receipt-written"/,
    );
    assert.match(values('python_core', 'judge stage', 'stage'), /"read","identified","measured","decided"/);
    assert.match(values('clipboard', 'x target answered', 'target'), /"list".*"text"/);
    assert.deepEqual(canariesBelow(hub.places.logs, [text]), []);
  });

  it('is turned on by the logging document, and is off without it', async () => {
    await using desk = await startHubDesk();
    const { hub, owner } = desk;
    const first = 'a first text that is long enough to be saved';
    await work(hub, () => owner.own({ UTF8_STRING: { content: { text: first } } }), first);
    for (const component of Object.keys(expected)) assert.deepEqual(detailsOf(hub, component), [], component);
    hub.setDocument('python_core/config/python-core-logging.json', { level: 'DEBUG' });
    const text = 'a second text that is long enough to be saved';
    await until('level in the monitor', () => detailsOf(hub, 'clipboard').length > 0);
    await work(hub, () => owner.own({ UTF8_STRING: { content: { text } } }), text);
    await until('details of the core', () => detailsOf(hub, 'python_core').some(({ event }) => event === 'request'));
    await until('details of the supervisor', () => detailsOf(hub, 'supervisor').some(({ event }) => event === 'message'));
    hub.setDocument('python_core/config/python-core-logging.json', { level: 'ERROR' });
    const lines = async (): Promise<number> => (await hub.command(['logs', '--json'])).stdout.split('\n').length;
    // Each process has read it when none of them adds a line for a request and a message any more.
    await until('silence', async () => {
      const before = await lines();
      await hub.request('GET', '/source');
      await askLine(hub.places.pipe('settings-host'), { op: 'catalog' }, { timeoutMs: 10_000 });
      return (await lines()) === before;
    });
  });

  it('has the lines about one copy under its number, in all processes that it went through, from its first format to its file', async () => {
    const [first, text] = ['another copy, which is saved before', `${canary('text')} that is long enough to be saved`];
    await using desk = await startHubDesk({ env: { HUB_DEBUG: 'true' } });
    const { hub, owner } = desk;
    for (const each of [first, text]) {
      await owner.own({ UTF8_STRING: { content: { text: each } } });
      await hub.fragment((fragment) => fragment.text === each && fragment.state === 'saved');
    }
    const { id } = await hub.fragment((fragment) => fragment.text === text);
    const linesOf = async (): Promise<readonly ToldLine[]> => {
      const { status, stdout } = await hub.command(['logs', '--copy', id, '--json']);
      assert.equal(status, 0);
      assert.ok(!stdout.includes(text));
      return JSON.parse(stdout);
    };
    const lines = await linesOf();
    const way = ['x targets listed', 'judging', 'judged', 'save step', 'saved'];
    // The core may begin with it before the monitor has said that it is in the journal.
    for (const inOrder of [way, ['x targets listed', 'copied']]) {
      const places = inOrder.map((event) => lines.findIndex((line) => line.event === event));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
      assert.ok(!places.includes(-1), JSON.stringify(lines.map(({ event }) => event)));
    }
    assert.deepEqual([...new Set(lines.map(({ component }) => component))].toSorted(), ['clipboard', 'python_core', 'save_worker']);
    assert.equal(new Set(lines.flatMap(({ captureId }) => captureId ?? [])).size, 1);
    assert.equal(new Set(lines.flatMap(({ ordinal }) => ordinal ?? [])).size, 1);
    await hub.stop();
    assert.deepEqual(await linesOf(), lines);
  });
});
