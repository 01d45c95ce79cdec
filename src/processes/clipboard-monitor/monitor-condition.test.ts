import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomOf } from '../../domain/capture/disk-room.ts';
import { captureCondition, mendOfHeld, uncountedIn } from '../../domain/conditions/capture-condition.ts';
import { conditionOf, type MonitorState } from './monitor-condition.ts';

const well: MonitorState = {
  isFilterKnown: true,
  lack: null,
  room: { kind: 'enough' },
  hindrance: null,
  uncounted: 0,
  isJournalAnother: false,
  pause: null,
  isOwnerUnknown: false,
  instead: null,
};

const clock = { nowMs: Date.UTC(2026, 4, 1, 17), timeZone: 'UTC' };
const pause = { what: 'everything', untilMs: null } as const;
const condition = (state: MonitorState) => conditionOf(state, clock);

test('a condition that costs copies comes before one that does not, and a pause is added to it', () => {
  assert.deepEqual(condition(well), { reason: null, note: null });
  const room = { kind: 'nearly-full', why: 'the journal has 18.0 GB of its 20.0 GB' } as const;
  const worse: readonly (readonly [Partial<MonitorState>, RegExp])[] = [
    [{ room }, /18\.0 GB/],
    [{ lack: 'no-display' }, /^no display/],
    [{ isFilterKnown: false }, /content-filter\.json/],
    [{ hindrance: 'not-now' }, /^the journal cannot be written to/],
    [{ hindrance: 'disk-full' }, /: the disk is full; small copies are held in memory, contents over 128 KiB are not kept$/],
    [{ hindrance: 'damaged' }, /^the journal is damaged/],
  ];
  let standing = well;
  for (const [change, sentence] of worse) {
    standing = { ...standing, ...change };
    assert.match(condition(standing).reason ?? '', sentence);
    assert.match(condition({ ...standing, pause }).note ?? '', /^capture is paused/);
  }
});

test('a copy that was skipped because its owner is unknown is reported as a note', () => {
  const skipped = { ...well, isOwnerUnknown: true };
  assert.equal(condition(skipped).reason, null);
  assert.match(condition(skipped).note ?? '', /^the last copy was skipped: .* could not be determined$/);
  assert.match(condition({ ...skipped, pause }).note ?? '', /^capture is paused/);
});

test('a compositor that does not answer, or shows its clipboard to nobody, is a note while copies are captured', () => {
  for (const [instead, sentence] of [
    ['silent-compositor', /does not answer; Hub watches the clipboard of X/],
    ['xwayland', /does not show its clipboard/],
  ] as const) {
    const { reason, note } = condition({ ...well, instead });
    assert.equal(reason, null);
    assert.match(note ?? '', sentence);
  }
});

test('the window distinguishes a journal without room from one that can not be written to', () => {
  const inWindow = (change: Partial<MonitorState>): string => {
    const { reason } = condition({ ...well, ...change });
    const components = [{ id: 'clipboard', state: 'degraded', pid: 7, restarts: 0, reason, uptimeSeconds: null }] as const;
    return captureCondition({ pause: null, components }, clock).text;
  };
  const facts = { diskBytes: 400e9, freeBytes: 300e9, maxMegabytes: 1_000 };
  assert.equal(inWindow({ hindrance: 'not-now' }), 'Copies are not on disk yet');
  assert.equal(inWindow({ hindrance: 'disk-full' }), 'Copies are not on disk yet');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 1_000e6 }) }), 'Large copies are not kept');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 0, freeBytes: 0 }) }), 'Large copies are not kept');
  assert.equal(inWindow({ room: roomOf({ ...facts, usedBytes: 950e6 }) }), 'The journal is nearly full');
});

test('copies that were missed while the journal cannot be written to are told with the reason, until it counts them', () => {
  const reason = condition({ ...well, hindrance: 'disk-full', uncounted: 3 }).reason ?? '';
  const components = [{ id: 'clipboard', state: 'degraded', pid: 7, restarts: 0, reason, uptimeSeconds: null }] as const;
  assert.equal(uncountedIn(components), 3);
  assert.match(captureCondition({ pause: null, components }, clock).mend, / 3 copies were missed meanwhile\.$/);
  assert.match(mendOfHeld(reason) ?? '', /^free some space/);
  assert.equal(uncountedIn([{ id: 'clipboard', reason: condition({ ...well, hindrance: 'disk-full' }).reason }]), 0);
});

test('the window says that the journal was removed or replaced: its history is not just empty', () => {
  const { note } = condition({ ...well, isJournalAnother: true });
  const monitor = { id: 'clipboard', state: 'running', pid: 7, restarts: 0, reason: note, uptimeSeconds: 1 } as const;
  const { state, text } = captureCondition({ pause: null, components: [monitor] }, clock);
  assert.deepEqual([state, text], ['limited', 'The journal was removed or replaced']);
});

test('a pause is a note that says until when, and how to end it', () => {
  const untilMs = Date.UTC(2026, 4, 1, 18, 5);
  assert.equal(condition({ ...well, pause: { ...pause, untilMs } }).note, 'capture is paused until 18:05; resume it with: hub resume');
  assert.match(
    condition({ ...well, pause: { what: 'next', untilMs } }).note ?? '',
    /^the next copy is ignored if it is made before 18:05; .*: hub resume$/,
  );
});
