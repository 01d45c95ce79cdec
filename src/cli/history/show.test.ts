import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { capture, inlineContent, judged, testJournal, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { beginReading, recordExtracted } from '../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
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

test('a picture is known by what it says, as in the window, unless that is a secret', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const picture = (text: string, secret: 'github_token' | null): void => {
    const [id = 0] = recordCapture(journal, capture([textFragment(inlineContent(`png of ${text}`), 'image/png')])).fragmentIds;
    recordJudgement(journal, id, { ...judged({ kind: 'keep', because: 'too_short' }), pictureSize: { width: 20, height: 10 } });
    beginReading(journal, id, 0);
    recordExtracted(journal, id, 0, { state: 'read', text, isCut: false, secret });
  };
  picture('Harbour tides of March', null);
  picture('CANARY of a token', 'github_token');
  const { surface, printed } = rememberingSurface(places);
  assert.equal(await runCommand(['history'], surface, 'hub'), 0);
  assert.match(printed.join('\n'), /Harbour tides of March/);
  assert.doesNotMatch(printed.join('\n'), /CANARY/);
});

test('a history is not said to be new whose copies were all deleted', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface(places);
  assert.equal(await runCommand(['history'], surface, 'hub'), 0);
  const [id = 0] = recordCapture(journal, textCapture('the only one')).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  deleteFragment(journal, id);
  assert.equal(await runCommand(['history'], surface, 'hub'), 0);
  assert.deepEqual(printed, ['Nothing yet. Copy something.', 'No copy is in the history now. Copy something.']);
});
