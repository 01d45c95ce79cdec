import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { speak } from '../language/say.ts';
import { saveCondition } from './save-condition.ts';
import { isMissing, saveTrouble } from './save-trouble.ts';

const history = (...outcomes: readonly (readonly [Fragment['state'], string | null])[]) =>
  outcomes.map(([state, reason]) => ({ state, reason }) as Fragment);

test('the newest copy that got a file, or should have, says whether the WorkSpace takes files', () => {
  assert.equal(saveTrouble([], []), null);
  assert.equal(saveTrouble(history(['saved', null], ['failed', 'disk_full']), []), null);
  assert.equal(saveTrouble(history(['failed', 'disk_full'], ['saved', null]), [])?.text, 'The disk of the WorkSpace is full');
  const passedOver = history(['captured', null], ['kept', 'too_short'], ['filtered', 'excluded_dir'], ['failed', 'missing_directory']);
  assert.equal(saveTrouble(passedOver, [])?.text, 'A folder in the WorkSpace is missing, or a file is in its place');
  assert.equal(isMissing(passedOver), true);
  assert.equal(isMissing(history(['failed', 'disk_full'])), false);
});

test('a problem of one file is not one of the WorkSpace, and words of other versions are ignored', () => {
  for (const reason of ['path_too_long', 'content_damaged', 'busy', 'toString', null])
    assert.equal(saveTrouble(history(['failed', reason]), []), null);
});

test('the window and hub status say the same: what the save worker found', () => {
  const failed = history(['failed', 'no_permission']);
  const worker = (state: ComponentStatus['state'], reason: string | null): ComponentStatus[] => [
    { id: 'save_worker', state, pid: 7, restarts: 0, reason, uptimeSeconds: 1 },
  ];
  const found = saveCondition('not-writable', [{ reason: 'no_permission', fragments: 3 }]);
  assert.deepEqual(saveTrouble(failed, worker('degraded', found)), {
    text: 'You do not have permission to write to the WorkSpace',
    mend: 'Grant it, or choose another WorkSpace (3 saves are waiting). Copies are kept in the history for now, and are saved as files after that.',
  });
  const text = 'A folder in the WorkSpace cannot be created or written to';
  assert.equal(saveTrouble(failed, worker('running', null))?.text, text, 'its status is not here yet');
  const removed = saveTrouble(history(['saved', null]), worker('degraded', saveCondition('removed', [])));
  assert.equal(removed?.text, 'The folder of the WorkSpace was moved or deleted', 'before a save fails');
});

test('in another language it is said anew, with the number of saves that wait', (t) => {
  const full = 'the disk of the WorkSpace is full; free some space on it';
  speak('de', {
    [full]: 'der Datenträger ist voll; Platz schaffen',
    '{problem} ({waiting, plural, one {# save is} other {# saves are}} waiting)':
      '{problem} ({waiting, plural, one {# wartet} other {# warten}})',
  });
  t.after(() => speak('en'));
  const worker = {
    id: 'save_worker',
    state: 'degraded',
    reason: `${full} (3 saves are waiting)`,
    pid: null,
    restarts: 0,
    uptimeSeconds: null,
  } as const;
  assert.deepEqual(
    [saveTrouble([], [worker])?.text, saveTrouble([], [worker])?.mend.split('. ')[0]],
    ['Der Datenträger ist voll', 'Platz schaffen (3 warten)'],
  );
});
