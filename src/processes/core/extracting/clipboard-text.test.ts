import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { capture, directWriter, inlineContent, judged, testJournal } from '../../../../test/doubles/temporary-journal.ts';
import { done, failed } from '../../../base/outcome.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { textExtractionDocument } from '../../../contract/documents/text-extraction.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { pathsOfUriList } from '../../../domain/capture/uri-list.ts';
import type { Extraction } from '../../../extraction/extractor.ts';
import type { ReadingOrder } from '../../../extraction/reader-messages.ts';
import { recordCapture, setPresent } from '../../../journal/captures/captures.ts';
import { readExtractedTexts } from '../../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import { unjudgedFragments } from '../../../journal/fragments/judging-attempts.ts';
import { deleteFragment } from '../../../journal/keeping/delete-fragments.ts';
import type { FoundSecret } from '../judging/judge.ts';
import type { OfferOutcome } from '../offers.ts';
import { ClipboardText } from './clipboard-text.ts';
import { CopyTexts } from './copy-texts.ts';

type Reads = (order: ReadingOrder, signal: AbortSignal | undefined) => Promise<string | null>;

/** A picture is on the clipboard; `reads` stands for the process that reads documents, `secret` for the judge. */
function rig(t: TestContext, reads: Reads, rules: object = {}) {
  const journal = testJournal(t);
  const picture = { kind: 'image' as const, representations: [{ mediaType: 'image/png', content: inlineContent('stands for a picture') }] };
  const { fragmentIds } = recordCapture(journal, capture([picture]));
  const judge = (): void => {
    for (const id of unjudgedFragments(journal, 0, 10)) recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  };
  judge();
  const told: TextTaken[] = [];
  const offered: unknown[] = [];
  const state: { isHeld: boolean; secret: FoundSecret | 'unknown'; offers: OfferOutcome } = {
    isHeld: false,
    secret: { secret: null },
    offers: true,
  };
  const writer = directWriter(journal);
  const log = rememberingLog(() => {});
  const copyTexts = new CopyTexts({
    writer,
    log,
    judge: { ask: async () => (state.secret === 'unknown' ? failed('crashed') : done(state.secret)) as never },
    filter: () => contentFilterDocument.parse({}),
    erased: () => {},
    changed: () => {},
    isThere: () => true,
  });
  copyTexts.begin();
  const taking = new ClipboardText({
    core: {
      view: { journal, pathsOf: pathsOfUriList },
      offer: async (...asked) => {
        offered.push(asked);
        return state.offers;
      },
      judgeNow: judge,
      copyTexts,
    },
    journal,
    writer,
    extractor: {
      extract: async ({ order, signal }: Extraction) => {
        const text = await reads(order, signal);
        if (text === null) return failed('cancelled');
        return done({ text, format: 'image' as const, pages: 1, recognizedPages: 1, pagesWithoutText: 0, isCut: false });
      },
    },
    rules: () => textExtractionDocument.parse(rules),
    isHeld: () => state.isHeld,
    log,
    tell: (result) => void told.push(result),
  });
  const texts = (): number => Number(journal.statement("SELECT count(*) AS n FROM captures WHERE origin = 'extraction'").get()?.n);
  return { taking, told, offered, state, texts, journal, pictureId: fragmentIds[0] ?? 0 };
}

test('a picture is handed to the reader without a file, and its text is put only over the picture', async (t) => {
  const orders: ReadingOrder[] = [];
  const { taking, told, offered, texts } = rig(t, async (order) => {
    orders.push(order);
    return 'a text';
  });
  await taking.act();
  assert.deepEqual(told, [{ ok: true, from: 'image', went: 'clipboard', characters: 6, without: 0 }]);
  assert.deepEqual([orders[0]?.path, Buffer.from(orders[0]?.content ?? []).toString()], [null, 'stands for a picture']);
  assert.deepEqual(offered, [[2, 'content', { onlyOver: 1 }]]);
  assert.equal(texts(), 1);
});

test('the text is kept with the picture too, so that searches find that', async (t) => {
  const { taking, journal, pictureId } = rig(t, async () => 'a text');
  await taking.act();
  assert.partialDeepStrictEqual(readExtractedTexts(journal, pictureId, 100), [{ file: 0, state: 'read', text: 'a text' }]);
});

test('of several copied files each has its own, and none where nothing is to be recognized, no picture either', async (t) => {
  for (const recognition of ['auto', 'never']) {
    const { taking, journal, told } = rig(t, async ({ path }) => `of ${path}`, { recognition });
    const list = { mediaType: 'text/uri-list', content: inlineContent('file:///a.pdf\r\nfile:///b.png\r\n') };
    const [id = 0] = recordCapture(journal, capture([{ kind: 'files', representations: [list] }])).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    await taking.act();
    assert.equal(told[0]?.ok, true);
    const kept = readExtractedTexts(journal, id, 100).map(({ file, text }) => [file, text]);
    assert.deepEqual(
      kept,
      recognition === 'never'
        ? []
        : [
            [0, 'of /a.pdf'],
            [1, 'of /b.png'],
          ],
    );
  }
});

test('of several copied files those that could not be read are told with the reason, apart from those without text', async (t) => {
  const texts: Readonly<Record<string, string | null>> = { '/a.pdf': 'of a', '/b.pdf': '', '/c.pdf': null, '/d.pdf': null };
  const { taking, journal, told } = rig(t, async ({ path }) => texts[path ?? ''] ?? null);
  const list = {
    mediaType: 'text/uri-list',
    content: inlineContent('file:///a.pdf\r\nfile:///b.pdf\r\nfile:///c.pdf\r\nfile:///d.pdf\r\n'),
  };
  const [id = 0] = recordCapture(journal, capture([{ kind: 'files', representations: [list] }])).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  await taking.act();
  assert.partialDeepStrictEqual(told, [{ ok: true, from: 'files', without: 1, unread: { count: 2, because: ['cancelled'] } }]);
});

test('what was copied during a pause is told to be that, and during the pause that it is one', async (t) => {
  const { taking, journal, told, state } = rig(t, async () => 'never read');
  setPresent(journal, null, Date.now(), 'paused');
  for (const isHeld of [true, false]) {
    state.isHeld = isHeld;
    await taking.act();
  }
  assert.deepEqual(
    told.map((result) => (result.ok ? '' : result.because)),
    ['paused', 'was-paused'],
  );
});

test('a document has its text, and none where nothing is to be recognized; a picture has it then too', async (t) => {
  for (const [kind, mediaType, recognition, count] of [
    ['document', 'application/pdf', 'auto', 1],
    ['document', 'application/pdf', 'never', 0],
    ['image', 'image/png', 'never', 1],
  ] as const) {
    const { taking, journal, told } = rig(t, async () => 'a text', { recognition });
    const representations = [{ mediaType, content: inlineContent('stands for it') }];
    const [id = 0] = recordCapture(journal, capture([{ kind, representations }])).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    await taking.act();
    assert.deepEqual([told[0]?.ok, readExtractedTexts(journal, id, 100).length], [true, count]);
  }
});

test('a picture that says a secret is kept no more than its text', async (t) => {
  const { taking, told, state, texts, journal, pictureId } = rig(t, async () => 'ghp_whole');
  state.secret = { secret: 'github_token' };
  await taking.act();
  assert.deepEqual([told, texts()], [[{ ok: false, because: 'secret' }], 0]);
  assert.equal(readFragment(journal, pictureId)?.state, 'filtered');
});

test('a picture is read also where pages of documents are left out', async (t) => {
  let recognition = '';
  const { taking, told } = rig(
    t,
    async ({ options }) => {
      recognition = options.recognition;
      return 'a text';
    },
    { recognition: 'never' },
  );
  await taking.act();
  assert.deepEqual([recognition, told[0]?.ok], ['auto', true]);
});

test('what may say a secret, or is not known to say none, is not kept', async (t) => {
  const { taking, told, state, texts, offered } = rig(t, async () => 'ghp_misread');
  const outcomes: readonly (readonly [FoundSecret | 'unknown', string])[] = [
    [{ secret: null, isPossible: true }, 'secret'],
    ['unknown', 'not-kept'],
  ];
  for (const [secret, because] of outcomes) {
    state.secret = secret;
    await taking.act();
    assert.deepEqual(told.at(-1), { ok: false, because });
  }
  assert.deepEqual([texts(), offered.length], [0, 0]);
  state.secret = { secret: null, isPossible: true, kept: 'github_token' };
  await taking.act();
  assert.equal(told.at(-1)?.ok, true, 'the user keeps this kind');
});

test('of what was deleted or paused while it was read, no text is kept', async (t) => {
  const deleted = rig(t, async () => {
    deleteFragment(deleted.journal, deleted.pictureId);
    return 'a text';
  });
  await deleted.taking.act();
  assert.deepEqual([deleted.told, deleted.texts()], [[{ ok: false, because: 'content-missing' }], 0]);
  const paused = rig(t, async () => {
    paused.state.isHeld = true;
    return 'a text';
  });
  await paused.taking.act();
  assert.deepEqual([paused.told, paused.texts()], [[{ ok: false, because: 'paused' }], 0]);
});

test('what is private is not read', async (t) => {
  let wasRead = false;
  const { taking, told, journal, pictureId } = rig(t, async () => {
    wasRead = true;
    return 'a text';
  });
  journal.statement("UPDATE fragments SET secret = 'password' WHERE id = ?").run(pictureId);
  await taking.act();
  assert.deepEqual([told, wasRead], [[{ ok: false, because: 'private' }], false]);
});

test('the text of a copy that is being made meanwhile stays in the history alone', async (t) => {
  const { taking, told, state, texts } = rig(t, async () => 'a text');
  state.offers = 'elsewhere';
  await taking.act();
  assert.deepEqual([told, texts()], [[{ ok: true, from: 'image', went: 'elsewhere', characters: 6, without: 0 }], 1]);
});

test('what takes longer than the preferences allow is given up, and a second call meanwhile is told that it has to wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { taking, told, offered } = rig(
    t,
    (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null))),
    {
      time_limit_seconds: 5,
    },
  );
  const first = taking.act();
  await taking.act();
  assert.deepEqual(told, [{ ok: false, because: 'busy' }]);
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  t.mock.timers.tick(5_000);
  await first;
  assert.deepEqual(told.at(-1), { ok: false, because: 'time-over', timeLimitSeconds: 5 });
  assert.deepEqual(offered, []);
});
