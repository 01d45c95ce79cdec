import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testCore } from '../../../../test/doubles/core-in-process.ts';
import { fakePeerUser } from '../../../../test/doubles/fake-peer-user.ts';
import { capture, directWriter, inlineContent, spooledContent, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { askRaw } from '../../../../test/harness/raw-http.ts';
import { secretExample, seeded } from '../../../../test/harness/secret-examples.ts';
import { done, failed } from '../../../base/outcome.ts';
import { textExtractionDocument } from '../../../contract/documents/text-extraction.ts';
import { type ExtractedText, extractionOptions } from '../../../contract/extraction.ts';
import { nothingGiven, structureOf } from '../../../domain/structure/structure-of-text.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import type { ReadingOrder } from '../../../extraction/reader-messages.ts';
import { startLoopbackServer } from '../../../http/server.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readExtractedTexts } from '../../../journal/fragments/extracted-texts.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { Journal } from '../../../journal/journal.ts';
import { bridgeHandlers } from '../routes.ts';
import { cutToFit, extractionFrames } from './extraction-frames.ts';

const text: ExtractedText = { text: 'high water\n', format: 'pdf', pages: 1, recognizedPages: 0, pagesWithoutText: 0, isCut: false };

interface Rig {
  readonly journal: Journal;
  readonly asked: (string | null)[];
  readonly orders: ReadingOrder[];
  readonly extract: (body: object) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
}

async function rig(t: TestContext, extract: Extractor['extract'] = async () => done(text), waiting = 0): Promise<Rig> {
  const { core, component, journal } = testCore(t);
  const asked: (string | null)[] = [];
  const orders: ReadingOrder[] = [];
  const extractor: Pick<Extractor, 'extract' | 'waiting'> = {
    waiting,
    extract: (reading) => {
      asked.push(reading.order.path);
      orders.push(reading.order);
      return extract(reading);
    },
  };
  const listening = { counters: () => ({ open: 0, requests: 0, refused: {}, evicted: 0, dropped: 0 }), facts: () => ({}), url: '' };
  const server = { ...listening, [Symbol.asyncDispose]: async () => {} };
  const search = { ask: async () => failed('late' as const), askIndex: async () => failed('late' as const) };
  const parts = {
    core,
    journal,
    writer: directWriter(journal),
    search,
    server,
    tell: component.tell,
    extractor,
    rules: () => textExtractionDocument.parse({ languages: ['deu'] }),
    isHeld: () => false,
    readPixels: () => 0,
  };
  const started = await startLoopbackServer({ port: 0, routes: bridgeHandlers(parts), peerUser: fakePeerUser() });
  assert.ok(started.ok);
  t.after(() => started.value.close(500));
  return {
    journal,
    asked,
    orders,
    extract: async (body) => {
      const headers = [['Content-Type', 'application/json']] as const;
      const answer = await askRaw(started.value.port, { method: 'POST', target: '/api/extract', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: JSON.parse(answer.body.toString()) };
    },
  };
}

/** A copy of two files, in this state. */
function copiedFiles(journal: Journal, state: string, marked = ''): string {
  const content = inlineContent('file:///home/u/a%20b.pdf\r\nfile:///home/u/c.docx\r\n');
  const [id = 0] = recordCapture(
    journal,
    capture([{ kind: 'files', representations: [{ mediaType: 'text/uri-list', content }] }]),
  ).fragmentIds;
  journal.statement('UPDATE fragments SET state = ? WHERE id = ?').run(state, id);
  if (marked !== '') journal.statement(marked).run();
  return String(id);
}

test('the text of a file is answered, by its absolute path alone', async (t) => {
  const { asked, extract } = await rig(t);
  assert.deepEqual(await extract({ path: '/home/u/a.pdf' }), { status: 200, body: text });
  assert.equal((await extract({ path: 'a.pdf' })).status, 400);
  assert.equal((await extract({})).status, 400);
  assert.equal((await extract({ path: '/a', fragmentId: '1' })).status, 400);
  assert.deepEqual(asked, ['/home/u/a.pdf']);
});

test('the text of a copied file is answered, the first or another one', async (t) => {
  const { journal, asked, extract } = await rig(t);
  const fragmentId = copiedFiles(journal, 'kept');
  assert.equal((await extract({ fragmentId })).status, 200);
  assert.equal((await extract({ fragmentId, file: 1 })).status, 200);
  assert.equal((await extract({ fragmentId, file: 2 })).status, 404);
  assert.equal((await extract({ fragmentId: '999' })).status, 404);
  assert.deepEqual(asked, ['/home/u/a b.pdf', '/home/u/c.docx']);
});

const large = 200_000;

/** A picture of the history, short or in a file of its own. */
function keptPicture(journal: Journal, bytes = 4): string {
  const content = bytes < large ? inlineContent(Buffer.alloc(bytes, 7)) : spooledContent(journal, Buffer.alloc(bytes, 7));
  const [id = 0] = recordCapture(journal, capture([textFragment(content, 'image/png')])).fragmentIds;
  journal.statement("UPDATE fragments SET state = 'kept' WHERE id = ?").run(id);
  return String(id);
}

test('a picture of the history is read by its number, in the languages of the preferences, and its text is kept', async (t) => {
  const { journal, orders, extract } = await rig(t);
  const fragmentId = keptPicture(journal);
  assert.deepEqual(await extract({ fragmentId }), { status: 200, body: text });
  assert.deepEqual([orders[0]?.path, [...(orders[0]?.content ?? [])], orders[0]?.options.languages], [null, [7, 7, 7, 7], ['deu']]);
  const [kept] = readExtractedTexts(journal, Number(fragmentId), 99);
  assert.deepEqual([kept?.state, kept?.text], ['read', 'high water\n']);
  assert.equal((await extract({ fragmentId, file: 1 })).status, 404);
  const inFile = await extract({ fragmentId: keptPicture(journal, large), options: { languages: ['fra'] } });
  assert.equal(inFile.status, 200);
  assert.ok(orders[1]?.path?.startsWith(journal.blobs) && orders[1]?.content === undefined);
  assert.deepEqual(orders[1]?.options.languages, ['fra']);
});

test('why a picture was not read is kept, and what was asked without recognition is not', async (t) => {
  const { journal, extract } = await rig(t, async () => failed('damaged'));
  const fragmentId = keptPicture(journal);
  assert.equal((await extract({ fragmentId, options: { recognition: 'never' } })).status, 422);
  assert.deepEqual(readExtractedTexts(journal, Number(fragmentId), 99), []);
  assert.equal((await extract({ fragmentId })).body.type, 'urn:hub:problem:extraction-damaged');
  const [kept] = readExtractedTexts(journal, Number(fragmentId), 99);
  assert.deepEqual([kept?.state, kept?.failure], ['failed', 'damaged']);
});

test('a picture that shows a secret, or may show one, is answered, and its text is not kept; the picture that certainly shows one is not either', async (t) => {
  const token =
    Array.from({ length: 9 }, (_, seed) => secretExample('github_token', seeded(seed))).find((each) => each.startsWith('ghp_')) ?? '';
  // A letter of the last one is read wrongly, so that its checksum is none.
  const misread = `${token.slice(0, -1)}${token.endsWith('0') ? 'O' : '0'}`;
  for (const [said, family, state] of [
    [`the token is ${token}`, 'github_token', 'filtered'],
    [`deploy with ${misread} today`, 'other', 'kept'],
  ] as const) {
    const { journal, extract } = await rig(t, async () => done({ ...text, format: 'image', recognizedPages: 1, text: said }));
    const fragmentId = keptPicture(journal);
    const { status, body } = await extract({ fragmentId });
    assert.deepEqual([status, body.text, body.secret], [200, said, family]);
    const [kept] = readExtractedTexts(journal, Number(fragmentId), 99);
    assert.deepEqual([kept?.state, kept?.text], state === 'kept' ? ['secret', null] : [undefined, undefined]);
    assert.equal(readFragment(journal, Number(fragmentId))?.state, state);
  }
});

test('nothing is read of a copy that is filtered, not judged yet, or private', async (t) => {
  const { journal, asked, extract } = await rig(t);
  for (const [state, marked] of [
    ['captured'],
    ['filtered'],
    ['kept', "UPDATE fragments SET secret = 'password'"],
    ['kept', 'UPDATE captures SET exempt = 1'],
  ] as const) {
    const { status } = await extract({ fragmentId: copiedFiles(journal, state, marked) });
    assert.ok(status === 404 || status === 503, `${state} ${status}`);
  }
  assert.deepEqual(asked, []);
});

test('each reason is a problem of its own, and too many documents at once are refused', async (t) => {
  const { extract } = await rig(t, async () => failed('encrypted'));
  const { status, body } = await extract({ path: '/a.pdf' });
  assert.deepEqual([status, body.type], [422, 'urn:hub:problem:extraction-encrypted']);
  const crowded = await rig(t, async () => done(text), 16);
  assert.equal((await crowded.extract({ path: '/a.pdf' })).status, 503);
});

test('a text that is longer than an answer may be is cut, and said to be', () => {
  const long = { ...text, text: '"ü😀'.repeat(3_000) };
  for (const most of [10_000, 10_001, 10_002, 10_003]) {
    const cut = cutToFit(long, most);
    const bytes = Buffer.byteLength(JSON.stringify(cut));
    assert.ok(cut.isCut && bytes <= most && bytes > most * 0.9, String(bytes));
  }
  assert.equal(cutToFit(long, 100_000), long);
});

test('what was found in a text is cut too, and leaves room for the text', () => {
  const found = structureOf('a\tb\n'.repeat(5_000) + '5 € '.repeat(2_000), nothingGiven());
  const long = { ...text, text: 'tide '.repeat(10_000), structure: found };
  const cut = cutToFit(long, 100_000);
  const bytes = Buffer.byteLength(JSON.stringify(cut));
  assert.ok(bytes <= 100_000 && bytes > 80_000, String(bytes));
  assert.deepEqual([cut.structure?.isCut, found.isCut], [true, false]);
  assert.ok((cut.structure?.tables[0]?.rows.length ?? 0) > 100 && (cut.structure?.amounts.length ?? 0) > 100 && cut.text.length > 40_000);
  assert.equal(cutToFit(long, 10_000_000), long);
});

test('as events, progress comes before the text, and whoever leaves cancels it', async () => {
  const order = { path: '/a.pdf', options: extractionOptions.parse({}) };
  const told: string[] = [];
  const extractor: Pick<Extractor, 'extract'> = {
    extract: async ({ progress }) => {
      progress?.({ done: 1, of: 4 });
      await Promise.resolve();
      return done(text);
    },
  };
  for await (const frame of extractionFrames(extractor, order)) told.push(frame);
  assert.deepEqual(told.at(-1), `event: text\ndata: ${JSON.stringify(text)}\n\n`);
  const cancelled = Promise.withResolvers<void>();
  const endless: Pick<Extractor, 'extract'> = {
    extract: ({ signal }) => {
      signal?.addEventListener('abort', () => cancelled.resolve());
      return new Promise(() => {});
    },
  };
  const frames = extractionFrames(endless, order)[Symbol.asyncIterator]();
  const waiting = frames.next();
  await frames.return?.();
  assert.deepEqual(await waiting, { done: true, value: undefined });
  await cancelled.promise;
});
