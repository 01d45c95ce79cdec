import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { Indexer, type IndexerParts } from './indexer.ts';
import type { RefreshOrder } from './indexer-messages.ts';

const order: RefreshOrder = {
  requestId: 1,
  workspaces: [],
  refresh: ['far', 'near'],
  unresponsive: [],
  folders: null,
  isIdleKnown: null,
  filter: contentFilterDocument.parse({}),
};
const done = "process.send({ kind: 'done', outcome: 'complete', seen: 1, indexed: 1, unread: 0 })";

interface Rig {
  readonly indexer: Indexer;
  readonly ends: boolean[];
  readonly logged: string[];
  /** What each process wrote into its file. */
  readonly told: () => readonly string[];
}

/** `body`: JavaScript for each order, as `order`; `tell` notes a word. */
function rig(t: TestContext, body: string, parts: Partial<IndexerParts> = {}): Rig {
  const folder = temporaryHome(t, () => indexer[Symbol.asyncDispose]());
  const [program, file] = [path.join(folder, 'program.mjs'), path.join(folder, 'told')];
  fs.writeFileSync(file, '');
  fs.writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     const tell = (word) => appendFileSync(${JSON.stringify(file)}, word + '\\n');
     process.on('message', ({ kind, order }) => { if (kind === 'refresh') { ${body} } });
     process.on('disconnect', () => process.exit());`,
  );
  const ends: boolean[] = [];
  const logged: string[] = [];
  const log = rememberingLog((line) => logged.push(JSON.stringify(line)));
  const indexer = new Indexer({
    log,
    env: process.env,
    folders: () => {},
    ended: (_order, isDone) => ends.push(isDone),
    program,
    ...parts,
  });
  return { indexer, ends, logged, told: () => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) };
}

test('an order continues with another process after a crash, and is given up after too many', async (t) => {
  const body = `tell('tried'); if (order.requestId === 2) process.exit(1); ${done};`;
  const { indexer, ends, told, logged } = rig(t, body);
  indexer.refresh({ ...order, requestId: 2 });
  indexer.refresh(order);
  await until('both ends', () => ends.length === 2);
  assert.deepEqual(ends, [false, true]);
  assert.equal(told().length, 10);
  assert.equal(logged.filter((line) => line.includes('ended too often')).length, 1);
});

test('a process that hangs is killed, and the next one leaves out the WorkSpace that it was at', async (t) => {
  const body = `if (order.unresponsive.length > 0) { tell(order.unresponsive.join()); ${done}; }
    else process.send({ kind: 'alive', workspaceId: 'far' }, () => { for (;;); });`;
  const { indexer, ends, told } = rig(t, body, { hungAfterMs: 1_500 });
  indexer.refresh(order);
  await until('an end', () => ends.length === 1);
  assert.deepEqual([ends, told()], [[true], ['far']]);
});

test('orders are done one after the other by one process, which ends when there are no more', async (t) => {
  const { indexer, ends, told } = rig(t, `tell(process.pid); setTimeout(() => ${done}, 20);`, { idleMs: 50 });
  indexer.refresh(order);
  indexer.refresh(order);
  await until('both ends', () => ends.length === 2);
  assert.equal(new Set(told()).size, 1);
  await until('the end of the process', () => isGone(Number(told()[0])));
  indexer.refresh(order);
  await until('the third', () => ends.length === 3);
  assert.equal(new Set(told()).size, 2);
});

test('it ends with its parent, whatever it does', async (t) => {
  const { indexer, told } = rig(t, 'tell(process.pid); for (;;);');
  indexer.refresh(order);
  const [pid] = await until('a process', () => (told().length > 0 ? told() : undefined));
  await indexer[Symbol.asyncDispose]();
  await until('its end', () => isGone(Number(pid)));
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
