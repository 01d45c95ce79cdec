import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { hubDocument } from '../../../contract/documents/hub.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { DetectionCache } from './detection-cache.ts';
import { judge } from './judge.ts';

const knowsNothing = {
  identify: () => Promise.resolve({ detection: null, embeddedFilename: null, reasons: [] }),
  identifyFile: () => Promise.resolve(null),
} as unknown as DetectionCache;

test('a text becomes a file from the minimum number of characters on, counting blanks and the end of a long text', async (t) => {
  const journal = testJournal(t);
  const cases: readonly (readonly [text: string, least: number, verdict: string])[] = [
    ['fifteen letters', 16, 'keep'],
    ['sixteen letters!', 16, 'save'],
    ['fifteen letters\n', 16, 'save'],
    ['  x             ', 16, 'save'],
    ['😀'.repeat(15), 16, 'keep'],
    ['😀'.repeat(16), 16, 'save'],
    ['x'.repeat(300_000), 300_000, 'save'],
    ['x'.repeat(299_999), 300_000, 'keep'],
    ['é'.repeat(299_999), 300_000, 'keep'],
    ['é'.repeat(1_000_000), 1_000_000, 'save'],
  ];
  for (const [text, least, verdict] of cases) {
    const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
    const [fragment, place] = [readFragment(journal, id), contentPlaces(journal, id)[0]];
    assert.ok(fragment !== null && place !== undefined);
    const saveRules = hubDocument.parse({ save: { min_text_chars: least } }).save;
    const rules = { filter: contentFilterDocument.parse({}), saveRules };
    const judged = await judge({ fragment, place, rules, mayLookElsewhere: true }, knowsNothing);
    assert.equal(judged.verdict.kind, verdict, `${text.slice(0, 20)} ${text.length} ${least}`);
  }
});
