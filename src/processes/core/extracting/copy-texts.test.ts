import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testCore } from '../../../../test/doubles/core-in-process.ts';
import { capture, directWriter, inlineContent, judged, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { done, failed } from '../../../base/outcome.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import type { Extraction } from '../../../extraction/extractor.ts';
import type { Extracted } from '../../../extraction/reading-process.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { beginReading, extractedText, readExtractedTexts } from '../../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { type CopyTextParts, CopyTexts } from './copy-texts.ts';

const reading: Extraction = { order: { path: null, content: new Uint8Array(3), options: extractionOptions.parse({}) } };
const tide = done({ text: 'tide', format: 'image', pages: 1, recognizedPages: 1, pagesWithoutText: 0, isCut: false }) as Extracted;
const tideReader = { extract: async () => tide };

interface Rig {
  readonly journal: Journal;
  readonly texts: CopyTexts;
  /** The writes that the journal takes no more. */
  readonly refused: Set<string>;
}

function rig(t: TestContext, parts: Partial<CopyTextParts> = {}): Rig {
  const { journal, component } = testCore(t);
  const direct = directWriter(journal);
  const refused = new Set<string>();
  const writer: JournalWriter = {
    write: async (name, ...given) =>
      refused.has(name) ? { ok: false, reason: 'not-now', code: 'SQLITE_FULL' } : direct.write(name, ...given),
  };
  const judge: CopyTextParts['judge'] = { ask: async () => done({ secret: null }) as never };
  const filter = () => contentFilterDocument.parse({});
  return {
    journal,
    refused,
    texts: new CopyTexts({
      writer,
      log: component.log,
      judge,
      filter,
      erased: () => {},
      changed: () => {},
      isThere: () => true,
      retryMs: 10,
      ...parts,
    }),
  };
}

function copied(journal: Journal, kind: 'image' | 'files' = 'image') {
  const files = { kind, representations: [{ mediaType: 'text/uri-list', content: inlineContent('file:///a.pdf\r\n') }] };
  const [id = 0] = recordCapture(
    journal,
    capture([kind === 'image' ? textFragment(inlineContent('png'), 'image/png') : files]),
  ).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  const fragment = readFragment(journal, id);
  assert.ok(fragment !== null);
  return fragment;
}

const rowOf = (journal: Journal, id: number) => ({
  ...journal.statement('SELECT state, attempts, text FROM extracted_texts WHERE fragment_id = ?').get(id),
});

test('a text of which nobody can say that it is no secret is answered to whoever asked, and not kept', async (t) => {
  for (const parts of [{ judge: { ask: async () => failed('late' as const) } }, { filter: () => null }]) {
    const { journal, texts } = rig(t, parts);
    const picture = copied(journal);
    await texts.keeping(tideReader, { fragment: picture, file: 0, isAsked: false }).extract(reading);
    assert.deepEqual(rowOf(journal, picture.id), { state: 'waiting', attempts: 1, text: null });
    const file = copied(journal, 'files');
    assert.deepEqual(await texts.keeping(tideReader, { fragment: file, file: 0, isAsked: true }).extract(reading), tide);
    assert.deepEqual(readExtractedTexts(journal, file.id, 99), []);
  }
});

test('a picture whose text says a secret for certain is erased, and one whose text only may say one stays without it', async (t) => {
  for (const [found, states] of [
    [{ secret: 'password' }, ['filtered', []]],
    [{ secret: null, isPossible: true }, ['kept', ['secret']]],
    [{ secret: null, kept: 'password', isPossible: true }, ['kept', ['read']]],
  ] as const) {
    const erased: number[] = [];
    const judge = { ask: async () => done(found) as never };
    const { journal, texts } = rig(t, { judge, erased: (id) => erased.push(id) });
    const picture = copied(journal);
    const answer = await texts.keeping(tideReader, { fragment: picture, file: 0, isAsked: true }).extract(reading);
    assert.equal(answer.ok && answer.value.text, 'tide', 'whoever asked has it');
    const rows = readExtractedTexts(journal, picture.id, 99).map(({ state }) => state);
    assert.deepEqual([readFragment(journal, picture.id)?.state, rows], states);
    assert.deepEqual(erased, states[0] === 'filtered' ? [picture.id] : []);
    const file = copied(journal, 'files');
    await texts.keeping(tideReader, { fragment: file, file: 0, isAsked: true }).extract(reading);
    assert.equal(readFragment(journal, file.id)?.state, 'kept', 'a file on the disk is nobody’s to erase');
  }
});

test('what the journal does not take is not shown as being read for ever', async (t) => {
  const { journal, texts, refused } = rig(t);
  const [picture, file] = [copied(journal), copied(journal, 'files')];
  refused.add('recordExtracted');
  for (const fragment of [picture, file]) {
    const isAsked = fragment === file;
    assert.deepEqual(await texts.keeping(tideReader, { fragment, file: 0, isAsked }).extract(reading), tide);
    assert.equal(rowOf(journal, fragment.id).state, 'reading');
  }
  refused.clear();
  await until('the end of both', () => journal.statement("SELECT 1 FROM extracted_texts WHERE state = 'reading'").get() === undefined);
  assert.deepEqual(rowOf(journal, picture.id), { state: 'waiting', attempts: 1, text: null });
  assert.deepEqual(readExtractedTexts(journal, file.id, 99), []);
  await texts.keeping(tideReader, { fragment: picture, file: 0, isAsked: false }).extract(reading);
  assert.equal(extractedText(journal, picture.id, 0), 'tide');
});

test('what an earlier process left is taken up as soon as the journal takes that, and nothing is counted before', async (t) => {
  const { journal, texts, refused } = rig(t);
  const [left, other] = [copied(journal, 'files'), copied(journal)];
  beginReading(journal, left.id, 0);
  refused.add('resumeReadings');
  texts.begin();
  const unasked = texts.keeping(tideReader, { fragment: other, file: 0, isAsked: false });
  assert.deepEqual(await unasked.extract(reading), failed('cancelled'));
  assert.deepEqual(await texts.keeping(tideReader, { fragment: left, file: 0, isAsked: true }).extract(reading), tide);
  assert.deepEqual(readExtractedTexts(journal, left.id, 99)[0]?.state, 'reading');
  refused.clear();
  await until('the end of it', () => readExtractedTexts(journal, left.id, 99).length === 0);
});

test('whoever asks for a picture that is being read by itself has it read, and it is shown as being read until then', async (t) => {
  const { journal, texts } = rig(t);
  const fragment = copied(journal);
  const begun = Promise.withResolvers<void>();
  const untilAborted = {
    extract: ({ signal }: Extraction) => {
      begun.resolve();
      return new Promise<Extracted>((resolve) =>
        signal?.addEventListener('abort', () => setTimeout(() => resolve(failed('cancelled')), 20)),
      );
    },
  };
  const unasked = texts.keeping(untilAborted, { fragment, file: 0, isAsked: false }).extract(reading);
  await begun.promise;
  const shown: unknown[] = [];
  const asked = {
    extract: async () => {
      await unasked;
      await new Promise((resolve) => setImmediate(resolve));
      shown.push(rowOf(journal, fragment.id));
      return tide;
    },
  };
  assert.deepEqual(await texts.keeping(asked, { fragment, file: 0, isAsked: true }).extract(reading), tide);
  assert.deepEqual(await unasked, failed('cancelled'));
  assert.deepEqual(shown, [{ state: 'reading', attempts: 1, text: null }]);
});

test('the reading of a copy that is deleted is cancelled, and no other one', async (t) => {
  const gone = new Set<number>();
  const { journal, texts } = rig(t, { isThere: (id) => !gone.has(id) });
  const [deleted, other] = [copied(journal, 'files'), copied(journal)];
  const begun: number[] = [];
  const endOther = Promise.withResolvers<void>();
  const reader = (id: number) => ({
    extract: ({ signal }: Extraction) => {
      begun.push(id);
      const isOver = endOther.promise.then(() => tide);
      const isGone = new Promise<Extracted>((resolve) => signal?.addEventListener('abort', () => resolve(failed('cancelled'))));
      return Promise.race([isOver, isGone]);
    },
  });
  const both = [deleted, other].map((fragment) =>
    texts.keeping(reader(fragment.id), { fragment, file: 0, isAsked: true }).extract(reading),
  );
  await until('both readings', () => begun.length === 2);
  gone.add(deleted.id);
  texts.look();
  assert.deepEqual(await both[0], failed('cancelled'));
  assert.deepEqual(readExtractedTexts(journal, deleted.id, 99), [], 'if it is brought back, it is shown as unread');
  endOther.resolve();
  assert.deepEqual(await both[1], tide);
});
