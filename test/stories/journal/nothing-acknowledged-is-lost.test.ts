/** Everything that was acknowledged exists exactly once, byte for byte, whichever process is killed and when. */
import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { openJournal } from '../../../src/journal/journal.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { isAlive, TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

const saves = 200;
const copies = 200;
/** Every other copy stays on the clipboard until it is kept: a monitor that was killed meanwhile finds it. The others may be made while no monitor runs. */
const stays = (number: number): boolean => number % 2 === 0;
const kills = 20;

describe('with processes that are killed at random', () => {
  it(`keeps each of ${saves} acknowledged saves through the bridge exactly once`, async () => {
    await using hub = new TestHub({ HUB_BRIDGE_PORT: String(randomInt(20_000, 32_000)) });
    await hub.start();
    const victims = ['supervisor', 'python_core', 'save_worker', 'settings_host', 'web_listener', 'clipboard'];
    const acknowledged = new Map<string, string>();
    const chaos = killAtRandom(hub, victims);
    for (let number = 1; number <= saves; number += 1) {
      // The client repeats its request until the answer says that its text is saved.
      const content = `save ${number} of ${saves}, ${createHash('sha256').update(String(number)).digest('hex')}\n`;
      const answer = await saveUntilTold(hub, content, `save-${number}.txt`);
      acknowledged.set(answer.path, content);
      await delay(randomInt(0, 60));
      assert.equal(answer.sha256, digestOf(Buffer.from(content)));
    }
    const killed = await chaos.stop();
    await hub.until((status) => status.components.every(({ state }) => state !== 'starting' && state !== 'backoff'));
    for (const [file, content] of acknowledged) assert.equal(readFileSync(file, 'utf8'), content);
    assert.equal(acknowledged.size, saves);
    assert.ok(killed >= 5, `only ${killed} kills`);
    await restartAndLookForLeftovers(hub);
    const contents = hub.savedFiles().map((file) => readFileSync(path.join(hub.workspace, file), 'utf8'));
    assert.equal(new Set(contents).size, contents.length, 'a content was saved twice');
    assert.equal(contents.length, saves);
  });

  it(`keeps each of ${copies / 2} copies that stay on the clipboard, and each of all ${copies} that was captured, exactly once`, {
    skip: withoutXvfb(),
  }, async () => {
    await using desk = await startHubDesk({ env: { HUB_BRIDGE_PORT: String(randomInt(20_000, 32_000)) } });
    const { hub, owner } = desk;
    using journal = openJournal({ file: hub.places.journal, blobs: hub.places.blobs });
    const held = journal.statement('SELECT count(*) AS times FROM representations WHERE inline = ?');
    const timesHeld = (number: number): number => Number(held.get(Buffer.from(copyText(number)))?.times);
    const chaos = killAtRandom(hub, ['supervisor', 'python_core', 'save_worker', 'clipboard']);
    for (let number = 1; number <= copies; number += 1) {
      await owner.own({ UTF8_STRING: { content: { text: copyText(number) } } });
      if (stays(number)) await until(`copy ${number} in the journal`, () => timesHeld(number) > 0, 40_000);
      else await delay(randomInt(0, 40));
    }
    const killed = await chaos.stop();
    assert.ok(killed >= 5, `only ${killed} kills`);
    await hub.until((status) => status.components.every(({ state }) => state === 'running' || state === 'stopped'));
    const { copies: counted } = await hub.health(() => true);
    await hub.fragments().then((fragments) => assert.equal(fragments.length, counted.captured));
    const settled = await settledFragments(hub);
    const texts = settled.map((fragment) => fragment.text);
    assert.equal(new Set(texts).size, texts.length, 'a copy was kept twice');
    for (let number = 1; number <= copies; number += 1) {
      const isKept = texts.includes(copyText(number));
      assert.ok(isKept || !stays(number), `copy ${number} was in the journal, and is gone`);
      assert.equal(timesHeld(number), isKept ? 1 : 0);
    }
    for (const fragment of settled) {
      assert.equal(fragment.state, 'saved');
      assert.equal(digestOf(readFileSync(fragment.savedPath ?? '')), digestOf(Buffer.from(fragment.text ?? '')));
    }
    assert.equal(new Set(settled.map((fragment) => fragment.savedPath)).size, settled.length, 'two copies share a file');
    await restartAndLookForLeftovers(hub);
    assert.equal(hub.savedFiles().length, settled.length);
  });
});

function copyText(number: number): string {
  return `copy ${number} of ${copies}: ${createHash('sha256').update(`copy ${number}`).digest('hex')}`;
}

interface Receipt {
  readonly path: string;
  readonly sha256: string;
}

async function saveUntilTold(hub: TestHub, content: string, filename: string): Promise<Receipt> {
  let last = '';
  const save = async (): Promise<Receipt | undefined> => {
    const answer = await hub.request('POST', '/api/save/test', { content, filename }).catch(() => null);
    last = `${answer?.status} ${answer?.body}`;
    return answer?.status === 200 ? (JSON.parse(answer.body.toString()) as Receipt) : undefined;
  };
  return await until(() => `receipt, but ${last}`, save, 60_000);
}

function settledFragments(hub: TestHub): ReturnType<TestHub['fragments']> {
  return until('verdict on every fragment', async () => {
    const fragments = await hub.fragments();
    return fragments.every(({ state }) => state === 'saved' || state === 'failed') ? fragments : undefined;
  });
}

/**
 * Kills a running process now and then, until it is stopped; never so often that the supervisor gives one up. With the supervisor all
 * of them end, and Hub is started again, as a person would.
 */
function killAtRandom(hub: TestHub, victims: readonly string[]): { stop(): Promise<number> } {
  let going = true;
  let killed = 0;
  const work = (async () => {
    while (going && killed < kills) {
      await delay(randomInt(150, 700));
      const status = await hub.until(() => true);
      const candidates = status.components.filter(
        ({ id, pid, uptimeSeconds }) => victims.includes(id) && pid !== null && (uptimeSeconds ?? 0) > 0.2,
      );
      const victim = candidates[randomInt(0, Math.max(1, candidates.length))];
      if (!going || victim === undefined || victim.pid === null) continue;
      process.kill(victim.pid, 'SIGKILL');
      killed += 1;
      if (victim.id === 'supervisor') await startAgain(hub, status);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await work;
      return killed;
    },
  };
}

async function startAgain(hub: TestHub, before: HubStatus): Promise<void> {
  const pids = before.components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  await until('that no process outlives its supervisor', async () => (pids.some(isAlive) ? undefined : true));
  await hub.start();
}

/** Checks that no temporary file is left once Hub has started again. */
async function restartAndLookForLeftovers(hub: TestHub): Promise<void> {
  assert.deepEqual(await hub.stop(), []);
  await hub.start();
  const left = [hub.workspace, hub.places.blobs].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => path.basename(name).startsWith('.~hub-')),
  );
  assert.deepEqual(left, []);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
