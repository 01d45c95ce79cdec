import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';

test('of a long text hub show says that this is its beginning, and how to get all of it', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (const text of ['short', 'long text '.repeat(10_000)]) {
    const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  }
  const { surface, complained } = rememberingSurface(places);
  assert.equal(await runCommand(['show', '1'], surface, 'hub'), 0);
  assert.deepEqual(complained, []);
  assert.equal(await runCommand(['show', '2'], surface, 'hub'), 0);
  assert.deepEqual(complained, ['hub: this is the beginning of the text; for all of it: hub show 2 --content']);
});
