import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type TestCore, testCore } from '../../../../test/doubles/core-in-process.ts';
import { fakePeerUser } from '../../../../test/doubles/fake-peer-user.ts';
import { capture, directWriter, inlineContent, judged, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { askRaw } from '../../../../test/harness/raw-http.ts';
import { notOffered } from '../../../contract/components.ts';
import { documents } from '../../../contract/documents.ts';
import { startLoopbackServer } from '../../../http/server.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import { setHolds } from '../../../journal/retention/holds-in-force.ts';
import { severalHandlers } from './several-routes.ts';

interface Rig extends TestCore {
  readonly ask: (
    what: string,
    ids: readonly unknown[],
    more?: object,
  ) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  readonly ids: readonly number[];
  /** How many copies were said to stay because of holds, each time. */
  readonly refused: readonly number[];
}

/** Three texts and a picture, kept. */
async function rig(t: TestContext): Promise<Rig> {
  const opened = testCore(t);
  const { core, journal } = opened;
  const refused: number[] = [];
  const { refresh, files, offerTexts } = core;
  const watched = { refresh, files, offerTexts, holds: { look: () => {}, refused: (copies: number) => void refused.push(copies) } };
  const started = await startLoopbackServer({
    port: 0,
    routes: severalHandlers({ core: watched, journal, writer: directWriter(journal) }),
    peerUser: fakePeerUser(),
  });
  assert.ok(started.ok);
  t.after(() => started.value.close(500));
  const { port } = started.value;
  const png = capture([{ kind: 'image', representations: [{ mediaType: 'image/png', content: inlineContent('png') }] }]);
  const ids = [...['one', 'two', 'three'].map((text) => textCapture(text)), png].map(
    (copy) => recordCapture(journal, copy).fragmentIds[0] ?? 0,
  );
  for (const id of ids) recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  const ask: Rig['ask'] = async (what, given, more = {}) => {
    const answer = await askRaw(port, {
      method: 'POST',
      target: `/api/fragments/${what}`,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ ids: given, ...more }),
    });
    return { status: answer.status, body: JSON.parse(answer.body.toString()) };
  };
  return { ...opened, ask, ids, refused };
}

test('the monitor is asked for the texts in the order given, each once, and the answer names what has none', async (t) => {
  const { component, ask, ids } = await rig(t);
  const [one = 0, two = 0, , picture = 0] = ids;
  const answer = ask('copy', [two, picture, one, two, 9_999].map(String));
  await component.until(() => component.said.some(({ message }) => message.kind === 'offer-texts'));
  const message = component.said.map((said) => said.message).find(({ kind }) => kind === 'offer-texts');
  assert.ok(message?.kind === 'offer-texts');
  assert.deepEqual(message.fragmentIds, [two, one]);
  component.hear({ kind: 'offered', requestId: message.requestId, ok: true });
  assert.deepEqual((await answer).body, { ok: true, joined: 2, leftOut: [String(picture), '9999'] });
});

test('HTML and files count as texts, and how they are to be offered reaches the monitor', async (t) => {
  const { component, journal, ask } = await rig(t);
  const copies = [
    ['text', 'text/html', '<p>one</p>'],
    ['files', 'text/uri-list', 'file:///a\r\n'],
    // Of a picture, its address: nobody has seen it.
    ['image', 'text/plain', 'https://canary.example/a.png?signed=canary'],
  ] as const;
  const ids = copies.map(([kind, mediaType, text]) => {
    const copy = capture([{ kind, representations: [{ mediaType, content: inlineContent(text) }] }]);
    const id = recordCapture(journal, copy).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    return id;
  });
  const answer = ask('copy', ids.map(String), { plain: true, selected: true });
  const asked = () => component.said.map(({ message }) => message).find(({ kind }) => kind === 'offer-texts');
  await component.until(() => asked() !== undefined);
  const message = asked();
  assert.ok(message?.kind === 'offer-texts');
  assert.deepEqual([message.fragmentIds, message.plain, message.selected], [ids.slice(0, 2), true, true]);
  component.hear({ kind: 'offered', requestId: message.requestId, ok: true });
  assert.deepEqual((await answer).body, { ok: true, joined: 2, leftOut: [String(ids[2])] });
});

test('texts that are too long together are refused after the first ones that are, and no content is loaded for that', async (t) => {
  const { component, journal, ask, ids } = await rig(t);
  journal.statement("UPDATE representations SET bytes = 9 * 1024 * 1024 WHERE media_type = 'text/plain'").run();
  const [statement, prepared] = [journal.statement.bind(journal), new Set<string>()];
  let looks = 0;
  t.mock.method(journal, 'statement', (sql: string) => {
    prepared.add(sql);
    if (/^SELECT (?:bytes|position)\b/.test(sql)) looks += 1;
    return statement(sql);
  });
  assert.equal((await ask('copy', ids.map(String))).status, 400);
  assert.deepEqual([[...prepared].some((sql) => sql.includes('inline')), component.said], [false, []]);
  assert.equal(looks, 2, 'the third text is not looked at');
});

test('what the monitor leaves out is named with the rest, and each of its reasons is a sentence of its own', async (t) => {
  const { component, ask, ids } = await rig(t);
  const [one = 0, two = 0, , picture = 0] = ids;
  const answered = async (requestId: number, answer: object): Promise<Awaited<ReturnType<Rig['ask']>>> => {
    const asked = ask('copy', [one, two, picture].map(String));
    await component.until(() => component.said.filter(({ message }) => message.kind === 'offer-texts').length === requestId);
    component.hear({ kind: 'offered', requestId, ok: false, ...answer });
    return asked;
  };
  const { body } = await answered(1, { ok: true, leftOut: [two] });
  assert.deepEqual(body, { ok: true, joined: 1, leftOut: [two, picture].map(String) });
  const reasons = notOffered.filter((reason) => reason !== 'no-clipboard');
  const sentences = new Set([(await answered(2, {})).body.detail]);
  for (const [at, because] of reasons.entries()) sentences.add((await answered(3 + at, { because })).body.detail);
  assert.equal(sentences.size, reasons.length + 1);
});

test('without a text among them, and without ids, the monitor is asked for nothing', async (t) => {
  const { component, ask, ids } = await rig(t);
  assert.equal((await ask('copy', [String(ids[3])])).status, 404);
  for (const wrong of [[], ['0'], [1], Array.from({ length: 1_001 }, () => '1')]) assert.equal((await ask('copy', wrong)).status, 400);
  assert.deepEqual(component.said, []);
});

test('several are deleted as one deletion, and come back together', async (t) => {
  const { journal, ask, ids } = await rig(t);
  const [one = 0, two = 0, three = 0] = ids;
  const deleted = await ask('delete', [one, three, 9_999].map(String));
  assert.equal(deleted.body.deleted, 2);
  assert.ok(Date.parse(String(deleted.body.undoUntil)) > Date.now());
  const there = () => [one, two, three].filter((id) => readFragment(journal, id) !== null);
  assert.deepEqual(there(), [two]);
  assert.equal(journal.statement('SELECT count(*) AS count FROM deletions').get()?.count, 1);
  assert.equal((await ask('delete', [String(one)])).status, 404, 'it is deleted already');
  assert.deepEqual((await ask('undelete', [one, two, three].map(String))).body, { ok: true, restored: 2 });
  assert.deepEqual(there(), [one, two, three]);
  assert.equal((await ask('undelete', [String(one)])).status, 404);
});

test('the save worker is asked for the files of those that are deleted, also of one that was deleted before', async (t) => {
  const { component, journal, ask, ids } = await rig(t);
  const [one = 0, two = 0] = ids;
  await ask('delete', [String(one)]);
  const answer = ask('delete', [one, two, 9_999].map(String), { file: 'trash' });
  const asked = () => component.said.map(({ message }) => message).find(({ kind }) => kind === 'files');
  await component.until(() => asked() !== undefined);
  const message = asked();
  assert.ok(message?.kind === 'files');
  assert.deepEqual([message.ask, message.fragmentIds, readFragment(journal, two)], ['trash', [one, two], null]);
  component.hear({ kind: 'files-done', requestId: message.requestId + 1, results: ['failed', 'failed'] });
  component.hear({ kind: 'files-done', requestId: message.requestId, results: ['trashed', 'changed'] });
  const { body } = await answer;
  assert.deepEqual(
    [body.deleted, body.saved, body.files],
    [
      1,
      0,
      [
        { id: String(one), file: 'trashed' },
        { id: String(two), file: 'changed' },
      ],
    ],
  );
});

test('of several, those on a legal hold stay and are named with it; if all are, that is the refusal', async (t) => {
  const { journal, ask, ids, refused } = await rig(t);
  const [one = 0, two = 0, three = 0] = ids;
  setHolds(journal, documents['legal-hold'].schema.parse({ holds: [{ id: 'case-17', copies: [one, two] }] }));
  const some = await ask('delete', [one, three].map(String));
  assert.deepEqual([some.status, some.body.deleted, some.body.onHold], [200, 1, [{ id: String(one), hold: 'case-17' }]]);
  const none = await ask('delete', [one, two].map(String));
  assert.deepEqual([none.status, none.body.type], [409, 'urn:hub:problem:on-hold']);
  assert.match(String(none.body.detail), /legal hold case-17.*hub retention hold remove case-17/);
  assert.deepEqual(refused, [1, 2]);
  assert.equal(readFragment(journal, one)?.state, 'kept');
});
