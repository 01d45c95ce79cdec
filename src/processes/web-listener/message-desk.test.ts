import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type ListenerRig, listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { judged } from '../../../test/doubles/temporary-journal.ts';
import { until } from '../../../test/harness/until.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { recordJudgement, recordSaved, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';
import { contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';

const page = { url: 'https://example.org/tea', title: 'A page about tea' };
const article = (text: string, more: object = {}): Record<string, unknown> => ({ kind: 'page', ...page, text, ...more });
const file = (name: string, mediaType: string, content: Buffer | string): Record<string, unknown> => ({
  ...{ kind: 'file', ...page, name, mediaType, content: Buffer.from(content).toString('base64') },
});
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** What the journal has of a fragment; the last one by default. */
function recorded(rig: ListenerRig, id = Number(rig.journal.statement('SELECT max(id) AS id FROM fragments').get()?.id)) {
  const fragment = readFragment(rig.journal, id);
  const [place] = contentPlaces(rig.journal, id);
  assert.ok(fragment && place);
  return { ...fragment, content: 'inline' in place ? Buffer.from(place.inline).toString() : null };
}
const count = (rig: ListenerRig, table = 'captures'): unknown =>
  rig.journal.statement(`SELECT count(*) AS count FROM ${table}`).get()?.count;

describe('what an extension saves', () => {
  test('is in the journal when it is acknowledged: as what it is, from its page, under a name', async (t) => {
    const rig = await listenerInProcess(t);
    rig.peerUser.program = '/usr/lib/chromium/chromium';
    const client = await rig.connect();
    const app = { name: 'Chromium', executable: '/usr/lib/chromium/chromium', pid: null, windowTitle: null };
    const cases: readonly (readonly [Record<string, unknown>, name: string | null, kind: string, mediaType: string])[] = [
      [article('# Tea'), 'A page about tea.md', 'text', 'text/plain'],
      [article('a', { title: '../../etc/passwd\0' }), 'etc-passwd.md', 'text', 'text/plain'],
      [article('a', { title: '\u202e\u2066 …' }), 'example.org.md', 'text', 'text/plain'],
      [{ kind: 'selection', ...page, text: 'x', form: 'markdown' }, 'A page about tea.md', 'text', 'text/plain'],
      [{ kind: 'selection', ...page, text: 'x', form: 'code', language: 'ts' }, 'x.ts', 'text', 'text/plain'],
      [{ kind: 'selection', ...page, text: 'x', form: 'code', language: 'Python' }, 'x.py', 'text', 'text/plain'],
      [{ kind: 'selection', ...page, text: 'x', form: 'code', language: 'none such' }, null, 'text', 'text/plain'],
      [file('cup.png', 'image/png', png), 'cup.png', 'image', 'image/png'],
      [file('page.html', 'text/html; charset=utf-8', '<p>'), 'page.html', 'text', 'text/html'],
      [file('cup.svg', 'image/svg+xml', '<svg/>'), 'cup.svg', 'text', 'text/plain'],
      [file('a.pdf', 'application/pdf', Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff])), 'a.pdf', 'document', 'application/pdf'],
      [file('cup.png', 'image/png', Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff])), 'cup.png', 'document', 'application/octet-stream'],
      [file('b.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')), 'b.pdf', 'document', 'application/pdf'],
      [file('pdf.txt', 'text/plain', Buffer.from('a %PDF-1.4')), 'pdf.txt', 'text', 'text/plain'],
      [file('a.zip', 'text/html', Buffer.from('PK\x03\x04\0\xff', 'latin1')), 'a.zip', 'document', 'application/octet-stream'],
      [file('a.avif', 'application/x', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1')), 'a.avif', 'image', 'application/octet-stream'],
      [file('a.png', 'image/png\r\nx: y', png), 'a.png', 'image', 'application/octet-stream'],
    ];
    for (const [message, name, kind, mediaType] of cases) {
      assert.equal(await client.ask(message), 'ack', JSON.stringify(message));
      const { origin, source, givenName, ...fragment } = recorded(rig);
      assert.deepEqual([givenName, fragment.kind, fragment.mediaTypes[0]], [name, kind, mediaType]);
      assert.equal(origin, 'web');
      assert.deepEqual([source.type, source.path, source.app], ['web', page.url, app]);
    }
    assert.equal(recorded(rig, 1).content, '# Tea');
  });

  test('has the address without user and password, and a title without what is not seen', async (t) => {
    const rig = await listenerInProcess(t);
    const client = await rig.connect();
    assert.equal(
      await client.ask(article('a', { url: 'HTTPS://Example.ORG:443/a b?q=1#c', title: ' Tea\0\u202eeth\u2069\n for  two ' })),
      'ack',
    );
    const { source } = recorded(rig);
    assert.deepEqual([source.name, source.path], ['Tea eth for two', 'https://example.org/a%20b?q=1#c']);
    assert.equal(await client.ask(article('a', { url: 'https://me:word@example.org/' })), 'invalid');
  });

  test('is recorded once, however often it is sent, over other connections and other listeners too', async (t) => {
    const rig = await listenerInProcess(t);
    const paired = await rig.pair();
    const id = randomUUID();
    for (const _ of Array(2)) assert.equal(await (await rig.connect(paired)).ask(article('once', { id })), 'ack');
    await rig.restart();
    const client = await rig.connect(paired);
    assert.equal(await client.ask(article('once', { id })), 'ack');
    assert.equal(await client.ask(article('once', { id: randomUUID() })), 'ack');
    assert.equal(await (await rig.connect()).ask(article('once', { id })), 'ack', "another extension's id is another");
    assert.equal(count(rig), 3);
  });

  test('is refused while capture is paused, from excluded pages and programs, and while the rules are unknown', async (t) => {
    const rig = await listenerInProcess(t);
    rig.peerUser.program = '/usr/lib/chromium/chromium';
    const client = await rig.connect();
    const refusals: readonly (readonly [object | null, object, string])[] = [
      [{ excluded_hosts: ['example.org'] }, {}, 'excluded'],
      [{ excluded_hosts: [' *.Example.ORG. '] }, { url: 'https://www.example.org./a' }, 'excluded'],
      [{ excluded_hosts: ['bücher.example'] }, { url: 'https://xn--bcher-kva.example/' }, 'excluded'],
      [{ excluded_hosts: ['ample.org', '', 'www.example.org', 'example.org.evil'] }, {}, 'ack'],
      [{ excluded_app_names: ['chromium'] }, {}, 'excluded'],
      [{ blacklisted_window_keywords: ['about tea'] }, {}, 'excluded'],
      [null, {}, 'busy'],
      [{}, {}, 'ack'],
    ];
    for (const [filter, more, answer] of refusals) {
      rig.filter = filter === null ? null : contentFilterDocument.parse(filter);
      assert.equal(await client.ask(article('a', more)), answer, JSON.stringify(filter));
      assert.equal(await client.ask({ kind: 'tab', page: { ...page, ...more } }), answer, JSON.stringify(filter));
      assert.equal(count(rig, 'page_reports'), answer === 'ack' ? 1 : 0, JSON.stringify(filter));
    }
    writeFileSync(rig.component.places.capturePaused, '');
    assert.equal(await client.ask({ kind: 'beat' }), 'ack');
    assert.equal(count(rig, 'page_reports'), 0, 'the tab of before the pause is forgotten');
    assert.equal(await client.ask(article('a')), 'paused');
    assert.equal(await client.ask({ kind: 'tab', page }), 'paused');
    assert.equal(count(rig, 'page_reports'), 0);
    assert.equal(count(rig), 2);
  });

  test('is told of excluded hosts when it connects', async (t) => {
    const rig = await listenerInProcess(t);
    rig.filter = contentFilterDocument.parse({ excluded_hosts: ['bank.example'] });
    const [welcome] = (await rig.connect()).heard;
    assert.ok(welcome && 'welcome' in welcome);
    assert.deepEqual([welcome.welcome.name, welcome.welcome.excludedHosts], ['Test browser', ['bank.example']]);
  });

  test('is recorded in the order in which it comes; what is too much in a second is refused as busy, and taken when it is sent again', async (t) => {
    const rig = await listenerInProcess(t, { rate: { burst: 100, perSecond: 5 } });
    const client = await rig.connect();
    const texts = Array.from({ length: 400 }, (_, at) => `number ${at}`);
    const message = (at: number): Record<string, unknown> => article(texts[at] ?? '', { id: `message-${at}` });
    const answers = async (): Promise<ReadonlyMap<string, string>> => {
      const told = new Map<string, string>();
      await until('every answer', () => {
        for (const said of client.heard.splice(0)) {
          if ('ack' in said) told.set(said.ack, 'ack');
          else if ('nack' in said && said.nack !== null) told.set(said.nack, said.reason);
        }
        return told.size === sent.length;
      });
      return told;
    };
    const inJournal = (): readonly unknown[] =>
      rig.journal
        .statement('SELECT fragment_id AS id FROM extension_messages ORDER BY id')
        .all()
        .map(({ id }) => recorded(rig, Number(id)).content);
    let sent = texts.map((_, at) => at);
    for (const at of sent) client.send(message(at));
    const first = await answers();
    const taken = sent.filter((at) => first.get(`message-${at}`) === 'ack');
    const refused = sent.filter((at) => first.get(`message-${at}`) === 'busy');
    assert.equal(taken.length + refused.length, 400);
    assert.ok(taken.length >= 100 && refused.length > 0, `${taken.length} taken`);
    assert.deepEqual(
      inJournal(),
      taken.map((at) => texts[at]),
      'all or nothing of each, in their order',
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    sent = refused.slice(0, 4);
    for (const at of sent) client.send(message(at));
    assert.deepEqual(new Set((await answers()).values()), new Set(['ack']));
    assert.deepEqual(
      inJournal(),
      [...taken, ...sent].map((at) => texts[at]),
    );
  });
});

describe('a receipt', () => {
  test('tells what became of it: the file, the secret, the wait, the failure', async (t) => {
    const rig = await listenerInProcess(t);
    const { workspaceOverride } = rig.component.places;
    const client = await rig.connect();
    const save = async (text: string): Promise<{ id: string; fragment: number }> => {
      const id = randomUUID();
      assert.equal(await client.ask(article(text, { id })), 'ack');
      return { id, fragment: recorded(rig).id };
    };
    const [saved, secret, waiting, lost, kept] = [
      await save('one'),
      await save('two'),
      await save('three'),
      await save('four'),
      await save('five'),
    ];
    const receipt = (path: string) => ({ workspace: String(workspaceOverride), sha256: 'a', path, duplicate: false, atMs: 1 });
    for (const { fragment } of [saved, waiting, lost]) recordJudgement(rig.journal, fragment, judged({ kind: 'save' }));
    recordSaved(rig.journal, saved.fragment, receipt(`${workspaceOverride}/text/A page about tea.md`));
    recordJudgement(rig.journal, secret.fragment, judged({ kind: 'filter', because: 'secret_github_token' }));
    recordSaveFailure(rig.journal, waiting.fragment, 'disk_full', Date.now() + 1_000_000);
    recordSaveFailure(rig.journal, lost.fragment, 'path_too_long', null);
    recordJudgement(rig.journal, kept.fragment, judged({ kind: 'keep', because: 'unjudgeable' }));
    const { receipt: _, ...first } = await client.receipt(saved.id);
    assert.deepEqual(first, { outcome: 'saved', name: 'A page about tea.md', folder: 'text', text: 'saved in text' });
    assert.match((await client.receipt(secret.id, 'filtered')).text, /^not kept: looks like a GitHub/);
    assert.match((await client.receipt(waiting.id, 'waiting')).text, /the disk is full/);
    assert.match((await client.receipt(lost.id, 'failed')).text, /path would be too long/);
    assert.match((await client.receipt(kept.id, 'kept')).text, /in the history only/);
    rig.journal.statement('UPDATE fragments SET wants_save = 1 WHERE id = ?').run(waiting.fragment);
    recordSaved(rig.journal, waiting.fragment, receipt(`${workspaceOverride}/text/A page about tea (2).md`));
    assert.equal((await client.receipt(waiting.id, 'saved')).name, 'A page about tea (2).md');
    assert.equal(await client.ask({ kind: 'open', of: saved.id }), 'gone', 'nothing is at its path');
    assert.equal(await client.ask({ kind: 'open', of: 'no-such-message' }), 'gone');
    writeFileSync(`${rig.component.places.home}/tea.md`, '');
    rig.journal.statement('UPDATE fragments SET saved_path = ? WHERE id = ?').run(`${rig.component.places.home}/tea.md`, saved.fragment);
    assert.equal(await client.ask({ kind: 'open', of: saved.id }), 'ack');
    assert.deepEqual(rig.shown, [`${rig.component.places.home}/tea.md`]);
  });

  test('reaches an extension that was away meanwhile, once, and with another listener too', async (t) => {
    const rig = await listenerInProcess(t);
    const paired = await rig.pair();
    const [away, again] = [randomUUID(), randomUUID()];
    const client = await rig.connect(paired);
    for (const id of [away, again]) assert.equal(await client.ask(article(id, { id })), 'ack');
    await client.end();
    await rig.restart();
    for (const fragment of [1, 2]) {
      recordJudgement(rig.journal, fragment, judged({ kind: 'save' }));
      recordSaved(rig.journal, fragment, { workspace: '/w', sha256: `${fragment}`, path: `/w/${fragment}.md`, duplicate: false, atMs: 1 });
    }
    const back = await rig.connect(paired);
    assert.equal((await back.receipt(away)).name, '1.md');
    assert.equal((await back.receipt(again)).name, '2.md');
    await back.end();
    const unsure = await rig.connect(paired);
    assert.equal((await unsure.receipt(again)).name, '2.md', 'it may have been lost with the connection');
    await unsure.receipt(away);
    for (const _ of Array(2)) assert.equal(await unsure.ask({ kind: 'beat' }), 'ack');
    await unsure.end();
    const named = await rig.connect(paired);
    await named.receipt(away);
    assert.equal((await named.receipt(again)).name, '2.md', 'a beat may have been sent before it arrived');
    assert.equal(await named.ask({ kind: 'beat', receipts: [away, again, 'no-such-message'] }), 'ack');
    await named.end();
    const later = await rig.connect(paired);
    assert.equal(await later.ask(article(away, { id: away })), 'ack', 'one that is sent again');
    assert.equal((await later.receipt(away)).outcome, 'saved');
    assert.ok(!later.heard.some((said) => 'receipt' in said && said.receipt === again), 'one that was told before');
  });
});
