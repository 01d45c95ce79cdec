/** The bridge and the web listener of a running Hub, with exactly the bytes that a client sends: their answers, and what they do not touch. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bridgeRoutes, type FragmentList, healthStatus, savedAnswer } from '../../src/contract/bridge.ts';
import { fragment as fragmentForm, sourceSnapshot } from '../../src/contract/source-snapshot.ts';
import { listenerStatus } from '../../src/contract/web-listener/listener-routes.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { deleteFragment } from '../../src/journal/keeping/delete-fragments.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { TestHub } from '../harness/hub.ts';
import { askRaw } from '../harness/raw-http.ts';

const run = promisify(execFile);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the bridge', () => {
  let hub: TestHub;
  before(async () => {
    hub = new TestHub();
    await hub.start();
  });
  after(() => hub[Symbol.asyncDispose]());

  const save = (content: string, filename: string) => hub.request('POST', '/api/save/test', { content, filename });
  const saved = async (content: string, filename: string) => {
    const { status, body } = await save(content, filename);
    assert.equal(status, 200, body.toString());
    return savedAnswer.parse(JSON.parse(body.toString()));
  };
  const read = async (target: string) => JSON.parse((await hub.request('GET', target)).body.toString());

  it('answers a save with its path, and a second one of the same content with the same path', async () => {
    const content = '# a title\n\nand a text\n';
    const answer = JSON.parse((await save(content, 'a.md')).body.toString());
    const bytes = Buffer.byteLength(content);
    const place = path.join(hub.workspace, 'text', 'a.md');
    assert.deepEqual(answer, { ok: true, path: place, bytes, sha256: sha256(content), duplicate: false });
    assert.equal(readFileSync(answer.path, 'utf8'), content);
    assert.deepEqual(await saved(content, 'a.md'), { ...answer, duplicate: true });
    assert.equal((await saved('# another title\n\nand a text\n', 'a.md')).path, path.join(hub.workspace, 'text', 'a (2).md'));
  });

  it('reports its health, and the listener its own', async () => {
    const health = healthStatus.strict().parse(await read('/api/health/status'));
    assert.equal(health.status, 'ok');
    const answer = await askRaw(hub.webPort, { target: '/api/status' });
    const status = listenerStatus.parse(JSON.parse(answer.body.toString()));
    assert.deepEqual([status.status, status.component, status.connectedExtensions], ['ok', 'web_listener', 0]);
  });

  it('sends the source snapshot again only if it has changed', async () => {
    const first = await hub.request('GET', '/source');
    const etag = first.headers.etag ?? '';
    assert.match(etag, /^"[^"]+"$/);
    sourceSnapshot.strict().parse(JSON.parse(first.body.toString()));
    for (const [sent, status] of [
      [etag, 304],
      [`W/${etag}, "other"`, 304],
      ['"other"', 200],
    ] as const) {
      const answer = await askRaw(hub.bridgePort, { target: '/source', headers: [['If-None-Match', sent]] });
      assert.equal(answer.status, status, sent);
      assert.equal(answer.body.length === 0, status === 304);
    }
  });

  it('lists fragments in pages, newest first, by type, group and words', async () => {
    for (let n = 1; n <= 5; n += 1) await saved(`{"page": ${n}, "word": "pagination${n % 2 ? 'odd' : 'even'}"}`, `page-${n}.json`);
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const page: FragmentList = await read(`/api/fragments?limit=2${cursor === null ? '' : `&before=${cursor}`}`);
      assert.ok(page.items.length <= 2);
      ids.push(...page.items.map(({ id }) => Number(fragmentForm.strict().parse(page.items.find((item) => item.id === id)).id)));
      cursor = page.next;
    } while (cursor !== null);
    assert.deepEqual(
      ids,
      (await hub.fragments()).map(({ id }) => Number(id)),
    );
    assert.deepEqual(
      ids,
      [...new Set(ids)].toSorted((one, other) => other - one),
    );
    const count = async (query: string): Promise<number> => (await read(`/api/fragments?${query}`)).items.length;
    assert.equal(await count('type=json'), 5);
    assert.equal(await count('type=json&q=paginationodd'), 3);
    assert.equal(await count('group=text&type=json'), 0);
    assert.equal(await count('q=pagin+odd'), 3);
    assert.equal(await count('q=page-4.json'), 1);
    assert.equal(await count(`q=${encodeURIComponent('pagination "unheard of"')}`), 0);
    assert.equal(await count(`q=${encodeURIComponent('paginationodd OR page-4.json')}`), 4);
    for (const query of ['limit=0', 'limit=501', 'limit=1e2', 'limit=0x10', 'limit=', 'before=x', 'frobnicate=1', 'limit=1&limit=2']) {
      assert.equal((await hub.request('GET', `/api/fragments?${query}`)).status, 400, query);
    }
  });

  it('lists what is newer than a fragment too, and returns the count', async () => {
    for (let n = 1; n <= 4; n += 1) await saved(`another text, number ${n} of those that are newer\n`, `newer-${n}.txt`);
    const all = (await hub.fragments()).map(({ id }) => id);
    const [newest = '', second, third, fourth = ''] = all;
    const newer: FragmentList = await read(`/api/fragments?after=${fourth}&limit=2`);
    assert.deepEqual([newer.items.map(({ id }) => id), newer.next], [[second, third], second]);
    const last: FragmentList = await read(`/api/fragments?after=${second}&limit=2`);
    assert.deepEqual([last.items.map(({ id }) => id), last.next], [[newest], null]);
    const between: FragmentList = await read(`/api/fragments?before=${newest}&after=${fourth}`);
    assert.deepEqual(
      between.items.map(({ id }) => id),
      [second, third],
    );
    assert.deepEqual([between.total, between.newest, between.oldest], [all.length, newest, all.at(-1)]);
    assert.equal(((await read('/api/fragments?q=newer')) as FragmentList).total, undefined);
  });

  it('returns a fragment, its bytes with their media type, and deletes it', async () => {
    const content = '<!doctype html><script>alert(document.cookie)</script>\n';
    const receipt = await saved(content, 'page.html');
    const [{ id } = { id: '' }] = await hub.fragments();
    assert.equal(fragmentForm.parse(await read(`/api/fragments/${id}`)).savedPath, receipt.path);
    const answer = await hub.request('GET', `/api/fragments/${id}/content`);
    assert.equal(answer.body.toString(), content);
    const { 'content-type': type, 'x-content-type-options': sniffing, 'content-disposition': disposition } = answer.headers;
    assert.deepEqual([type, sniffing, disposition], ['text/plain; charset=utf-8', 'nosniff', 'attachment']);
    const remove = async (target: string) => JSON.parse((await hub.request('DELETE', target)).body.toString());
    const { ok, undoUntil } = await remove(`/api/fragments/${id}`);
    assert.deepEqual([ok, Math.abs(Date.parse(undoUntil) - Date.now() - 60_000) < 30_000], [true, true]);
    assert.equal((await hub.request('GET', `/api/fragments/${id}`)).status, 404);
    assert.equal((await hub.request('POST', `/api/fragments/${id}/undelete`, {})).status, 200);
    assert.equal((await hub.request('POST', `/api/fragments/${id}/undelete`, {})).status, 404, 'it is not deleted');
    assert.equal(fragmentForm.parse(await read(`/api/fragments/${id}`)).savedPath, receipt.path);
    assert.deepEqual(await remove(`/api/fragments/${id}?now=true`), { ok: true, undoUntil: null });
    assert.equal((await hub.request('POST', `/api/fragments/${id}/undelete`, {})).status, 404, 'it is erased');
    for (const target of [`/api/fragments/${id}`, `/api/fragments/${id}/content`])
      assert.equal((await hub.request('GET', target)).status, 404);
    assert.equal((await hub.request('DELETE', `/api/fragments/${id}`)).status, 404);
    assert.equal(readFileSync(receipt.path, 'utf8'), content, 'the saved file stays');
  });

  it('tells what a text is', async () => {
    const detect = async (body: object) => JSON.parse((await hub.request('POST', '/api/detect', body)).body.toString());
    const named = await detect({ text: '# tools/a.py\nimport os\nprint(os.name)\n' });
    assert.deepEqual([named.detection.typeId, named.embeddedFilename], ['python', 'a.py']);
    assert.equal((await detect({ text: 'a: 1\nb: 2\n', filename: 'x.yaml' })).detection.typeId, 'yaml');
    assert.deepEqual(Object.keys(named.detection).toSorted(), ['confidence', 'extension', 'group', 'mediaType', 'typeId']);
  });

  it('describes each of its routes, and nothing else, as OpenAPI 3.1', async () => {
    const document = await read('/openapi.json');
    assert.match(document.openapi, /^3\.1\.\d$/);
    const described = Object.entries<object>(document.paths).flatMap(([name, item]) =>
      Object.keys(item).map((method) => `${method} ${name}`),
    );
    const routes = Object.values(bridgeRoutes).map(
      ({ method, path: name }) => `${method.toLowerCase()} ${name.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(described.toSorted(), routes.toSorted());
    for (const reference of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (reference[1] ?? '').split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
      assert.ok(found, reference[0]);
    }
    for (const item of Object.values<Record<string, { responses: object }>>(document.paths)) {
      for (const operation of Object.values(item))
        assert.ok(Object.keys(operation.responses).every((status) => /^[1-5](\d\d|XX)$/.test(status)));
    }
  });

  it('returns its metrics in Prometheus’ format', async () => {
    const lines = (await hub.request('GET', '/metrics')).body.toString().trimEnd().split('\n');
    const sample = /^[a-z_]+(\{[a-z_]+="[^"\\]*"(,[a-z_]+="[^"\\]*")*\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/;
    const typed = new Set(lines.flatMap((line) => /^# TYPE (\S+) (?:gauge|counter)$/.exec(line)?.[1] ?? []));
    for (const line of lines.filter((candidate) => !candidate.startsWith('# HELP') && !candidate.startsWith('# TYPE'))) {
      assert.match(line, sample);
      assert.ok(typed.has(/^[a-z_]+/.exec(line)?.[0] ?? ''), line);
    }
  });

  it('has no other routes, and neither has the listener', async () => {
    for (const target of [
      '/',
      '/favicon.ico',
      '/api',
      '/api/save',
      '/source/',
      '/api/status',
      '/api/fragments/0',
      '/api/fragments/-1',
      '/..',
    ]) {
      assert.equal((await askRaw(hub.bridgePort, { target })).status, 404, target);
    }
    for (const target of ['/', '/source', '/api/health/status', '/api/status/', '/openapi.json']) {
      assert.equal((await askRaw(hub.webPort, { target })).status, 404, target);
    }
  });

  it('listens for this machine alone', { skip: process.platform !== 'linux' && '/proc is needed' }, () => {
    const listening = (file: string): readonly (readonly [address: string, port: number])[] =>
      [...readFileSync(file, 'latin1').matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A/gm)].map(
        ([, address = '', port = '']) => [address, Number.parseInt(port, 16)] as const,
      );
    const all = [...listening('/proc/net/tcp'), ...listening('/proc/net/tcp6')];
    for (const port of [hub.bridgePort, hub.webPort]) {
      const addresses = all.flatMap(([address, own]) => (own === port ? [address] : []));
      assert.deepEqual(addresses, ['0100007F']);
    }
  });

  it('refuses another user', { skip: process.getuid?.() !== 0 && 'only root can be another user' }, async () => {
    const program = 'fetch(process.argv[1]).then(async (answer) => console.log(answer.status, (await answer.json()).type))';
    for (const url of [`http://127.0.0.1:${hub.bridgePort}/source`, `http://127.0.0.1:${hub.webPort}/api/status`]) {
      const { stdout } = await run('setpriv', ['--reuid=65534', '--clear-groups', process.execPath, '-e', program, url]);
      assert.equal(stdout, '403 urn:hub:problem:foreign-user\n');
    }
  });

  const sandboxes = ['bwrap --dev-bind / /', 'bwrap --unshare-user --unshare-pid --dev-bind / / --proc /proc', 'unshare -Um', 'unshare -U'];
  for (const sandbox of sandboxes) {
    const [command = '', ...words] = sandbox.split(' ');
    const cannot = process.platform !== 'linux' || spawnSync(command, [...words, 'true']).status !== 0;
    it(`refuses a program in ${sandbox}, on every route`, { skip: cannot && `needs ${sandbox}` }, async () => {
      const urls = [
        `${hub.bridgePort}/source`,
        `${hub.bridgePort}/api/health/status`,
        `${hub.bridgePort}/nothing`,
        `${hub.webPort}/api/status`,
      ];
      for (const url of urls) {
        const { stdout } = await run(command, [...words, 'curl', '-s', `http://127.0.0.1:${url}`]);
        assert.equal(JSON.parse(stdout).type, 'urn:hub:problem:sandboxed-program', url);
      }
    });
  }
});

describe('the event stream', { skip: withoutXvfb() }, () => {
  it('sends the snapshot at once and at each change, and each change of a fragment', async () => {
    await using desk = await startHubDesk();
    const { hub, owner } = desk;
    await using atOnce = await hub.events();
    const first = sourceSnapshot.parse((await atOnce.find(({ event }) => event === 'source')).data);
    assert.deepEqual(first.clipboardFragments, []);
    const text = 'a text that everybody hears of';
    await using changes = await hub.events();
    await using steps = await hub.events();
    await owner.own({ UTF8_STRING: { content: { text } } });
    const changed = await changes.find(({ event, data }) => event === 'source' && JSON.stringify(data).includes(text));
    assert.notEqual(sourceSnapshot.parse(changed.data).snapshotId, first.snapshotId);
    const step = await steps.find(({ event, data }) => event === 'fragment' && fragmentForm.parse(data).state === 'saved');
    assert.equal(fragmentForm.parse(step.data).text, text);
    assert.deepEqual(await hub.stop(), []);
  });

  it('reports what another process deleted without notifying the core', async () => {
    await using hub = new TestHub();
    await hub.start();
    assert.equal((await hub.request('POST', '/api/save/test', { content: 'deleted by another process', filename: 'a.txt' })).status, 200);
    const [{ id } = { id: '' }] = await hub.fragments();
    await using events = await hub.events();
    using journal = openJournal({ file: hub.places.journal, blobs: hub.places.blobs });
    assert.ok(deleteFragment(journal, Number(id)));
    const { data } = await events.find(({ event }) => event === 'deleted');
    assert.deepEqual(data, { id });
    assert.deepEqual(await hub.stop(), []);
  });
});
