import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { capture, directWriter, inlineContent, judged, testJournal } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import { textExtractionDocument } from '../../../contract/documents/text-extraction.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { pathsOfUriList } from '../../../domain/capture/uri-list.ts';
import type { Extraction } from '../../../extraction/extractor.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { unjudgedFragments } from '../../../journal/fragments/judging-attempts.ts';
import { ClipboardText } from './clipboard-text.ts';

type Reads = (file: string, signal: AbortSignal | undefined) => Promise<string | null>;

/** A picture is on the clipboard; `reads` stands for the process that reads documents. */
function rig(t: TestContext, reads: Reads, rules: object = {}) {
  const journal = testJournal(t);
  const folder = temporaryHome(t);
  const picture = { kind: 'image' as const, representations: [{ mediaType: 'image/png', content: inlineContent('stands for a picture') }] };
  recordCapture(journal, capture([picture]));
  const judge = (): void => {
    for (const id of unjudgedFragments(journal, 0, 10)) recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  };
  judge();
  const told: TextTaken[] = [];
  const offered: number[] = [];
  const make = () =>
    new ClipboardText({
      core: {
        view: { journal, pathsOf: pathsOfUriList },
        offer: async (id) => {
          offered.push(id);
          return true;
        },
        judgeNow: judge,
      },
      journal,
      writer: directWriter(journal),
      extractor: {
        extract: async ({ order, signal }: Extraction) => {
          const text = await reads(order.path ?? '', signal);
          if (text === null) return failed('cancelled');
          return done({ text, format: 'image' as const, pages: 1, recognizedPages: 1, pagesWithoutText: 0, isCut: false });
        },
      },
      rules: () => textExtractionDocument.parse(rules),
      folder,
      log: rememberingLog(() => {}),
      tell: (result) => void told.push(result),
    });
  return { make, told, offered, folder };
}

test('a picture is in a file of its user alone while it is read, and is gone afterwards', async (t) => {
  let [file, mode] = ['', 0];
  const { make, told, offered } = rig(t, async (path) => {
    [file, mode] = [path, statSync(path).mode & 0o777];
    return 'a text';
  });
  await make().act();
  assert.deepEqual(told, [{ ok: true, from: 'image', went: 'clipboard', characters: 6, without: 0 }]);
  assert.deepEqual([offered.length, mode, existsSync(file)], [1, 0o600, false]);
});

test('what a killed core has left of a picture is removed by the next one', async (t) => {
  const { make, folder } = rig(t, async () => '');
  const left = path.join(folder, 'text-of-1-abc');
  writeFileSync(left, 'a picture');
  make();
  assert.equal(existsSync(left), false);
});

test('what takes longer than the preferences allow is given up, and a second call meanwhile is told that it has to wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { make, told, offered } = rig(t, (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null))), {
    time_limit_seconds: 5,
  });
  const taking = make();
  const first = taking.act();
  await taking.act();
  assert.deepEqual(told, [{ ok: false, because: 'busy' }]);
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  t.mock.timers.tick(5_000);
  await first;
  assert.deepEqual(told.at(-1), { ok: false, because: 'time-over' });
  assert.deepEqual(offered, []);
});
