/** A browser extension with a real Hub, from `hub pair` to the file in the WorkSpace, whichever process is killed on the way. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ComponentId } from '../../../src/contract/components.ts';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { canariesBelow, plainCanary } from '../../harness/canaries.ts';
import { ExtensionClient, type Paired, pairWith, statusOfConnecting } from '../../harness/extension-client.ts';
import { filesBelow, TestHub } from '../../harness/hub.ts';
import { secretExample, seeded } from '../../harness/secret-examples.ts';
import { until } from '../../harness/until.ts';

const page = { url: 'https://example.org/articles/tea', title: 'A page about tea' };
const article = (text: string, more: object = {}): Record<string, unknown> => ({ kind: 'page', ...page, text, ...more });
const secret = secretExample('github_token', seeded(7));

async function codeOf(hub: TestHub): Promise<string> {
  const { status, stdout, stderr } = await hub.command(['pair', '--json']);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout).code;
}

/** Kills a component, and resolves once it runs again. */
async function kill(hub: TestHub, id: ComponentId): Promise<void> {
  const find = (status: Awaited<ReturnType<TestHub['until']>>) => status.components.find((each) => each.id === id);
  const pid = find(await hub.until((status) => find(status)?.state === 'running'))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await hub.until((status) => find(status)?.state === 'running' && find(status)?.pid !== pid);
}

describe('a paired extension', () => {
  const hub = new TestHub();
  let paired: Paired;
  let client: ExtensionClient;
  before(async () => {
    await hub.start();
    paired = await pairWith(hub.webPort, await codeOf(hub), { name: 'My browser' });
    client = await ExtensionClient.connect(hub.webPort, paired);
  });
  after(async () => {
    client?.[Symbol.dispose]();
    await hub[Symbol.asyncDispose]();
  });

  test('saves an article under its title, and is told the name and the folder', async () => {
    const id = client.send(article('# Tea\n\nGreen tea is steeped for two minutes.\n'));
    const receipt = await client.receipt(id);
    assert.deepEqual([receipt.outcome, receipt.name, receipt.folder], ['saved', 'A page about tea.md', 'text']);
    const saved = readFileSync(path.join(hub.workspace, 'text/A page about tea.md'), 'utf8');
    assert.equal(saved, '# Tea\n\nGreen tea is steeped for two minutes.\n');
    const { items } = JSON.parse(String((await hub.request('GET', '/api/fragments')).body)) as { items: { source: object }[] };
    assert.deepEqual({ ...items[0]?.source, app: null }, { type: 'web', name: page.title, path: page.url, app: null });
    assert.match((await hub.command(['show', '1'])).stdout, /^Page +A page about tea$/m);
    const code = await client.receipt(client.send({ kind: 'selection', ...page, text: 'let tea = 1;\n', form: 'code', language: 'rust' }));
    assert.deepEqual([code.name, code.folder], ['let-tea-1.rs', 'code']);
  });

  test('is told that a secret was left out, and nothing of it is anywhere', async () => {
    const [title, host] = [plainCanary('title'), plainCanary('host')];
    const id = client.send(article(`the token is ${secret}`, { title, url: `https://${host}.example/` }));
    const receipt = await client.receipt(id);
    assert.equal(receipt.outcome, 'filtered');
    assert.match(receipt.text, /^not kept: looks like a GitHub/);
    assert.equal(receipt.reason, 'secret_github_token');
    assert.deepEqual(canariesBelow(hub.workspace, [secret, title]), []);
    assert.deepEqual(canariesBelow(hub.places.logs, [secret, title, host]), []);
    await until('a journal without it', () => canariesBelow(hub.places.home, [secret, title, host]).length === 0);
  });

  test('shows in the status, in hub pair list and nowhere else; what it sends is in no log', async () => {
    const [text, title] = [plainCanary('text'), plainCanary('shown title')];
    assert.equal((await client.receipt(client.send(article(text, { title })))).outcome, 'saved');
    assert.equal(await client.ask({ kind: 'tab', page: { ...page, title } }), 'ack');
    const { stdout } = await hub.command(['pair', 'list']);
    assert.match(
      stdout,
      /^ID +NAME +BROWSER +PAIRED +LAST SEEN +ORIGIN\n[0-9a-f]{8} +My browser +\S+ +20\S+ \S+ +connected +chrome-extension:/,
    );
    const { pairings } = JSON.parse((await hub.command(['pair', 'list', '--json'])).stdout);
    assert.equal(pairings.length, 1);
    assert.equal(pairings[0].connected, true);
    const { status, stderr } = await hub.command(['pair', 'revoke', 'nobody']);
    assert.deepEqual([status, stderr], [1, 'hub: there is no such pairing; for the list: hub pair list\n']);
    assert.equal((await hub.command(['pair', 'now'])).status, 2);
    const logged = canariesBelow(hub.places.logs, [text, title, paired.token, page.title, 'My browser', 'example.org']);
    assert.deepEqual(logged, []);
    assert.deepEqual(canariesBelow(hub.places.home, [paired.token]), []);
  });

  for (const victims of [['web_listener'], ['python_core'], ['save_worker'], ['web_listener', 'python_core', 'save_worker']] as const) {
    test(`loses nothing and doubles nothing when ${victims.join(', ')} is killed between a message and its receipt`, async () => {
      const ids = Array.from({ length: 40 }, (): string => randomUUID());
      const text = (id: string): string => `# What is in ${id}\n`;
      const acked = new Set<string>();
      const told = new Map<string, string>();
      const heard = (): void => {
        // After a connection that broke off, receipts of earlier messages come again.
        for (const said of client.heard.splice(0)) {
          if ('ack' in said && ids.includes(said.ack)) acked.add(said.ack);
          if ('receipt' in said && said.outcome === 'saved' && ids.includes(said.receipt)) told.set(said.receipt, said.name ?? '');
        }
      };
      const queue = async (): Promise<void> => {
        if (client.closed !== null || client.socket.readyState > 1) {
          client[Symbol.dispose]();
          client = await until('a connection', () => ExtensionClient.connect(hub.webPort, paired).catch(() => undefined));
        }
        for (const id of ids) if (!acked.has(id)) client.send(article(text(id), { id, title: id }));
      };
      await queue();
      await until('the first acks', () => {
        heard();
        return acked.size >= 5;
      });
      await Promise.all(victims.map((id) => kill(hub, id)));
      await until(
        'every receipt',
        async () => {
          heard();
          if (told.size === ids.length) return true;
          if (client.closed !== null) await queue();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return false;
        },
        60_000,
      );
      for (const id of ids) {
        assert.ok(acked.has(id));
        assert.equal(readFileSync(path.join(hub.workspace, 'text', told.get(id) ?? ''), 'utf8'), text(id));
      }
      const files = filesBelow(hub.workspace).filter((file) => ids.some((id) => file.includes(id)));
      assert.equal(files.length, ids.length, files.join('\n'));
      const { items } = JSON.parse(String((await hub.request('GET', '/api/fragments?limit=100')).body)) as { items: { text?: string }[] };
      assert.equal(items.filter((item) => ids.some((id) => item.text === text(id))).length, ids.length);
    });
  }

  test('is refused during a pause and in private mode, and saves again after it', async () => {
    for (const words of [['pause'], ['action', 'private-mode']]) {
      assert.equal((await hub.command(words)).status, 0);
      assert.equal(await client.ask(article('paused')), 'paused');
      assert.equal(await client.ask({ kind: 'copy', ...page }), 'paused');
      assert.equal((await hub.command(['resume'])).status, 0);
    }
    assert.equal(await client.ask(article('after the pause')), 'ack');
  });

  test('is gone at once when its user revokes it', async () => {
    const { status, stdout } = await hub.command(['pair', 'revoke', 'My browser']);
    assert.deepEqual([status, stdout], [0, 'My browser is not paired any more.\n']);
    assert.equal(await until('the end', () => client.closed ?? undefined), 4_001);
    assert.equal(await statusOfConnecting(hub.webPort, { protocols: ['hub.v1', paired.token] }), 403);
    assert.equal((await hub.command(['pair', 'list'])).stdout, 'No browser extension is paired. To pair one: hub pair\n');
  });
});

test('a Hub whose list of pairings is damaged says so, pairs nobody, and stops at once with an extension connected after it is repaired', async () => {
  await using hub = new TestHub();
  mkdirSync(path.dirname(hub.places.pairedExtensions), { recursive: true });
  writeFileSync(hub.places.pairedExtensions, '{"version": 1, "pairings": [{}]}');
  const stateOf = (status: HubStatus): string => {
    const { state, reason } = status.components.find(({ id }) => id === 'web_listener') ?? {};
    return `${state} ${reason}`;
  };
  const damaged =
    'no browser extension can connect: data/paired-extensions.json is damaged; remove it, restart web_listener and pair again';
  assert.equal(stateOf(await hub.start()), `degraded ${damaged}`);
  const { status, stderr } = await hub.command(['pair']);
  assert.deepEqual([status, stderr], [1, `hub: ${damaged}\n`]);
  assert.match(hub.logs(), /ERROR.*paired extensions not readable/);
  rmSync(hub.places.pairedExtensions);
  assert.equal((await hub.command(['restart', 'web_listener'])).status, 0);
  assert.equal(stateOf(await hub.until(() => true)), 'running null');
  using client = await ExtensionClient.connect(hub.webPort, await pairWith(hub.webPort, await codeOf(hub)));
  const beganMs = performance.now();
  assert.equal((await hub.command(['restart', 'web_listener'])).status, 0);
  assert.ok(performance.now() - beganMs < 2_900, 'it waited for the extension to leave');
  assert.equal(await until('the end', () => client.closed ?? undefined), 1_001);
});
