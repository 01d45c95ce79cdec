/** Contents, titles, names and requests are stored where they belong and nowhere else; anything concealed or deleted is stored nowhere. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { findSecret } from '../../src/domain/secrets/find-secret.ts';
import { canariesBelow, canariesIn, canary, plainCanary } from '../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { filesBelow, type TestHub } from '../harness/hub.ts';
import type { ClipboardOwner, OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { concealingMarks, contentsWithMarks } from '../harness/owners/concealing-marks.ts';
import { type RawRequest, requestBytes, sendRaw } from '../harness/raw-http.ts';
import { secretExample, seeded } from '../harness/secret-examples.ts';
import { until } from '../harness/until.ts';

const text = (content: string) => ({ content: { text: content } });

/** One in 300 examples of a password is not recognized, which is known and measured elsewhere: here it is about what becomes of those that are. */
function recognizedExample(family: Parameters<typeof secretExample>[0], random: Parameters<typeof secretExample>[1]): string {
  const examples = Array.from({ length: 5 }, () => secretExample(family, random));
  const recognized = examples.find((example) => findSecret(example) === family);
  assert.ok(recognized !== undefined, `none of five examples of ${family} is recognized`);
  return recognized;
}

const filterDocument = 'config/content-filter.json';
const filter = {
  excluded_app_names: ['Vault'],
  blacklisted_window_keywords: ['Incognito', '🔐', 'internet şubesi'],
  excluded_extensions: ['.json'],
};

describe('a secret', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;
  const workspaceName = plainCanary('workspace');
  /** May be in the journal and in the WorkSpace, but in no log, output or error. */
  const ordinary: string[] = [workspaceName];
  /** Must not be stored anywhere. */
  const concealed: string[] = [];
  const planted = (list: string[], secret: string): string => {
    list.push(secret);
    return secret;
  };

  before(async () => {
    desk = await startHubDesk({
      env: { HUB_DEBUG: 'true' },
      workspaceName,
      prepare: (starting) => starting.setDocument(filterDocument, filter),
    });
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  /** Copies, waits until Hub has skipped it `because`, and returns the requested targets. */
  async function askedFor(targets: OwnedTargets, because: 'concealed' | 'excluded-app' | 'excluded-window'): Promise<readonly string[]> {
    const seen = skippedLines().length;
    const earlier = await owner.requests();
    await owner.own(targets);
    // Not its count: what a program conceals again within a minute counts as one private copy.
    await until(`line of a copy that is skipped: ${because}`, () => skippedLines().length === seen + 1);
    assert.equal(skippedLines().at(-1).because, because);
    const now = await owner.requests();
    return Object.keys(targets).filter((target) => now[target] !== earlier[target]);
  }

  /** What Hub has of all copies, and its lines about those that it skipped. */
  async function state() {
    return {
      fragments: (await hub.fragments()).map(({ id }) => id),
      saved: hub.savedFiles(),
      blobs: filesBelow(hub.places.blobs),
      skipped: skippedLines(),
    };
  }

  function skippedLines() {
    const lines = readFileSync(path.join(hub.places.logs, 'clipboard.log'), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'copy skipped');
  }

  it('that is copied, and the title, the name and the address around it, are kept', async () => {
    await owner.showWindow({ title: planted(ordinary, canary('title')), className: 'Notes' });
    const copied = planted(ordinary, canary('text'));
    const named = planted(ordinary, plainCanary('name'));
    await owner.own({
      UTF8_STRING: text(`// src/${named}.ts\nexport const said = '${copied}';\n`),
      'text/html': text(`<p>${planted(ordinary, canary('html'))}</p>`),
      // A format of a program's own, which may say anything.
      [planted(ordinary, plainCanary('format'))]: text(planted(ordinary, canary('of the format'))),
    });
    const fragment = await hub.fragment(({ state, text: told }) => state === 'saved' && told?.includes(copied) === true);
    assert.equal(fragment.savedPath, path.join(hub.workspace, 'code', `${named}.ts`));
    const listed = planted(ordinary, plainCanary('listed'));
    await owner.own({ 'text/uri-list': text(`file:///tmp/${listed}.txt\r\n`) });
    await hub.fragment(({ state, files }) => state === 'kept' && files?.[0]?.includes(listed) === true);
    // Back on the clipboard, and into another program.
    assert.equal((await hub.command(['copy', fragment.id])).status, 0);
    const pasted = spawnSync('xclip', ['-selection', 'clipboard', '-o'], {
      env: { ...process.env, DISPLAY: desk.display.name },
      timeout: 10_000,
    });
    assert.ok(pasted.stdout.includes(copied));
    await until('line of that', () => hub.logs().includes('"event":"x content requested"'));
  });

  for (const [mark, value] of Object.entries(concealingMarks)) {
    it(`with the mark ${mark} is never asked for, whatever comes with it, and leaves nothing but a line without any figure`, async () => {
      const before = await state();
      const contents = contentsWithMarks(planted(concealed, canary('concealed')));
      for (const content of contents) {
        const asked = await askedFor({ ...content, [mark]: value }, 'concealed');
        assert.deepEqual(
          asked.filter((target) => target !== mark),
          [],
        );
        const source = await hub.source(({ absence }) => absence === 'concealed');
        assert.deepEqual([source.clipboardFragments, source.appIdentity.windowTitle], [[], null]);
      }
      const after = await state();
      assert.deepEqual({ ...after, skipped: [] }, { ...before, skipped: [] });
      const lines = after.skipped
        .slice(before.skipped.length)
        .map(({ level, because, ...others }) => [level, because, Object.keys(others)]);
      assert.deepEqual(lines, Array(contents.length).fill(['INFO', 'concealed', ['time', 'component', 'pid', 'event']]));
    });
  }

  const excluded = [
    ['of an excluded application', { title: 'Everything', className: 'VAULT' }, 'excluded-app'],
    ['of a window with an excluded word in its title', { title: 'Shop (incognito)', className: 'Browser' }, 'excluded-window'],
    ['of a window with an excluded sign in its title', { title: 'Notes 🔐 – Editor', className: 'Editor' }, 'excluded-window'],
    ['of a window with an excluded Turkish word in capitals', { title: 'İNTERNET ŞUBESİ', className: 'Browser' }, 'excluded-window'],
    ['of an excluded application, while the rules are broken', { title: 'Everything', className: 'vault.exe' }, 'excluded-app'],
  ] as const;
  for (const [name, window, because] of excluded) {
    it(`${name} is never asked for`, async () => {
      if (name.includes('broken')) {
        hub.setDocument(filterDocument, '{ "excluded_app_names": [ }');
        await until('line about the broken rules', () => hub.logs().includes('document not used, the last good one stays in force'));
      }
      await owner.showWindow(window);
      const content = text(planted(concealed, canary('excluded')));
      assert.deepEqual(await askedFor({ UTF8_STRING: content, 'image/png': content }, because), []);
      await owner.showWindow({ title: 'Harmless', className: 'Notes' });
      hub.setDocument(filterDocument, filter);
    });
  }

  it('in a request is in no answer that refuses it', async () => {
    const sent = planted(ordinary, plainCanary('sent'));
    const body = (value: string): RawRequest => ({
      method: 'POST',
      target: '/api/save/test',
      headers: [['Content-Type', 'application/json']],
      body: value,
    });
    const injected = `${sent}\n{"level":"ERROR"}\u001b[31m\u2028</script><img src=x onerror=alert(1)>`;
    const requests: readonly RawRequest[] = [
      body(`{"content":"${sent}`),
      body(`{"content":${sent},"filename":"a.txt"}`),
      body(JSON.stringify({ content: [sent], filename: { [sent]: sent } })),
      body(JSON.stringify({ content: sent, filename: `../${sent}` })),
      body(JSON.stringify({ content: sent, filename: injected })),
      body(JSON.stringify({ [sent]: sent })),
      { ...body(JSON.stringify({ [sent]: { [sent]: sent } })), target: '/api/detect' },
      ...['Authorization', 'Cookie', 'Origin', 'Content-Encoding', 'Expect', 'Sec-Fetch-Site', 'Host'].map((name): RawRequest => {
        const request = body('{"content":"x","filename":""}');
        return { ...request, headers: [...(request.headers ?? []), [name, sent]] };
      }),
      { target: `/source?token=${sent}` },
      { target: `/${sent}` },
      { target: `/api/fragments/${sent}` },
      { target: `/api/fragments?before=${sent}&${sent}=1` },
      { target: '/source', host: `${sent}.example` },
      { method: sent.toUpperCase(), target: '/source' },
    ];
    for (const port of [hub.bridgePort, hub.webPort]) {
      for (const request of requests) {
        const answer = await sendRaw(port, requestBytes(port, request));
        assert.ok(answer !== null && answer.status >= 400, `${answer?.status} for ${JSON.stringify(request)}`);
        const head = Buffer.from(JSON.stringify([...answer.headers]));
        assert.deepEqual(canariesIn(Buffer.concat([head, answer.body]), [...ordinary, hub.root]), []);
      }
    }
  });

  it('in a verb, an id or a document is in no answer of a pipe', async () => {
    const sent = planted(ordinary, plainCanary('verb'));
    for (const pipe of ['supervisor', 'settings-host'] as const) {
      for (const request of [{ op: sent }, { op: 'restart', componentId: `${sent}\n\u001b[0m` }, { op: 'get', document: sent }, sent]) {
        const answer = await askLine(hub.places.pipe(pipe), request, { timeoutMs: 5_000 });
        assert.deepEqual(canariesIn(Buffer.from(JSON.stringify(answer)), [sent]), []);
      }
    }
    hub.setDocument(filterDocument, `{"excluded_app_names": ["${sent}", ${sent}]}`);
    await until('line about the broken document', () => hub.logs().includes('document not used'));
    hub.setDocument(filterDocument, { excluded_app_names: [{ [sent]: sent }] });
    await until('line about the wrong field', () => hub.logs().includes('excluded_app_names'));
    hub.setDocument(filterDocument, { excluded_extensions: ['.json'] });
  });

  for (const [name, sizeBytes] of [
    ['short', 0],
    ['long', 400_000],
  ] as const) {
    it(`in a ${name} text that is deleted is gone from everything that Hub keeps`, async () => {
      const title = canary('deleted-title');
      await owner.showWindow({ title, className: 'Notes' });
      const deleted = canary('deleted');
      // Its first letter sorts behind all others, so that the index would hold this as it is.
      const copied = `Heading\nꙮ⨳⩋ ${deleted}\n${'more of it\n'.repeat(sizeBytes / 10)}`;
      await owner.own({ UTF8_STRING: text(copied) });
      const { id } = await hub.fragment(({ state, text: told }) => state === 'saved' && told?.includes(deleted) === true);
      const data = path.dirname(hub.places.journal);
      assert.notDeepEqual(canariesBelow(data, [deleted]), []);
      assert.equal((await hub.command(['delete', id, '--now'])).status, 0);
      await until('journal without it', () => canariesBelow(data, [deleted, title, 'ꙮ⨳⩋']).length === 0);
      assert.equal((await hub.source(() => true)).clipboardFragments.length, 0);
    });
  }

  it('in a fragment that the filter drops is gone from everything that Hub keeps', async () => {
    const dropped = planted(concealed, canary('filtered'));
    await owner.own({ UTF8_STRING: text(JSON.stringify({ key: dropped, list: [1, 2, 3] })) });
    const fragment = await hub.fragment(({ state }) => state === 'filtered');
    assert.equal(fragment.reason, 'excluded_extension');
    assert.equal((await hub.request('GET', `/api/fragments/${fragment.id}/content`)).status, 404);
    await until('home without it', () => canariesBelow(hub.root, [dropped]).length === 0);
  });

  it('in a text by its form is gone from everything that Hub keeps, with its title', async () => {
    const random = seeded(Date.now());
    for (const family of ['github_token', 'private_key', 'password', 'database_password', 'payment_card', 'json_web_token'] as const) {
      const [secret, title] = [planted(concealed, recognizedExample(family, random)), planted(concealed, canary('title'))];
      const newest = Number((await hub.fragments())[0]?.id ?? 0);
      await owner.showWindow({ title, className: 'Terminal' });
      await owner.own({ UTF8_STRING: text(secret), 'text/html': text(`<p>${secret}</p>`) });
      const dropped = await hub.fragment(({ id, state }) => Number(id) > newest && state === 'filtered');
      assert.deepEqual([dropped.reason, dropped.bytes, dropped.sha256], [`secret_${family}`, 0, null]);
      assert.equal((await hub.request('GET', `/api/fragments/${dropped.id}/content`)).status, 404);
      assert.equal((await hub.source(() => true)).clipboardFragments.length, 0);
      await until('home without it', () => canariesBelow(hub.root, [secret, title]).length === 0);
    }
  });

  it('is in no log and no output, not in a detailed one either, and a concealed one is nowhere, while Hub runs and after', async () => {
    assert.match(hub.logs(), /"level":"DEBUG"/);
    const looksClean = (): void => {
      assert.deepEqual(canariesBelow(hub.places.logs, [...ordinary, ...concealed]), []);
      const outputs = ordinary.filter((secret) => secret !== workspaceName); // the person who starts Hub is told where that is
      assert.deepEqual(canariesIn(Buffer.from(hub.output), [...outputs, ...concealed]), []);
      assert.deepEqual(canariesBelow(hub.root, concealed), []);
    };
    looksClean();
    assert.deepEqual(await hub.stop(), []);
    looksClean();
    assert.notDeepEqual(canariesBelow(hub.workspace, ordinary), [], 'nothing would have been found');
    for (const line of hub.logs().trimEnd().split('\n')) assert.ok('event' in JSON.parse(line), line);
  });
});
