import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import type { Pause } from '../capture/pause-time.ts';
import { captureCondition, isWatched } from './capture-condition.ts';
import { documentCondition, settingsTrouble, type UnusedDocument } from './document-condition.ts';

const clock = { nowMs: Date.UTC(2026, 4, 1, 17), timeZone: 'UTC' };

function component(id: ComponentStatus['id'], reason: string | null): ComponentStatus {
  return { id, state: reason === null ? 'running' : 'degraded', pid: 7, restarts: 0, reason, uptimeSeconds: null };
}

const filter: UnusedDocument = { file: 'content-filter.json', fault: { reason: 'not-json', line: 3 }, instead: 'last-good' };
const others = ['workspaces.json', 'a-document-with-a-long-name.json', 'another-document-with-a-longer-name-still.json'].map(
  (file): UnusedDocument => ({ file, fault: { reason: 'not-valid', field: 'a.field.of.it' }, instead: 'defaults' }),
);

for (const unused of [[filter], [...others.slice(0, 1), filter], [...others, filter]])
  test(`rules that do not apply as written are reported in the window, even if ${unused.length - 1} other documents are not valid`, () => {
    const components = [component('settings_host', documentCondition(unused)), component('clipboard', null)];
    const { state, text, mend } = captureCondition({ pause: null, components }, clock);
    assert.deepEqual([state, text], ['limited', 'Earlier filter rules apply']);
    assert.match(mend, /content-filter\.json is not valid/);
  });

test('another document that is not used does not affect capture, and an unknown filter stops it', () => {
  const condition = (unused: UnusedDocument, monitor: string | null): string =>
    captureCondition(
      {
        pause: null,
        components: [component('settings_host', documentCondition([unused])), component('clipboard', monitor)],
      },
      clock,
    ).text;
  assert.equal(condition({ ...filter, file: 'hub.json' }, null), 'Watching the clipboard');
  assert.equal(
    condition({ ...filter, instead: 'no-capture' }, "nothing is captured: content-filter.json can't be read"),
    'Nothing is captured',
  );
});

test('a document that is not used is named in the window, with what applies instead', () => {
  const told = (unused: readonly UnusedDocument[]) => settingsTrouble([component('settings_host', documentCondition(unused))]);
  assert.deepEqual(told([{ ...filter, file: 'hub.json', instead: 'defaults' }]), {
    text: 'A settings file is being ignored',
    mend: 'hub.json is not valid JSON (line 3); the defaults apply until you fix it.',
  });
  assert.equal(told([]), null);
  assert.equal(told([filter]), null, 'that is said of capturing');
});

test('a pause is reported with its end, on another day with its date; the next copy alone is no reason to report that nothing is captured', () => {
  const of = (pause: Pause) => captureCondition({ pause, components: [component('clipboard', null)] }, clock);
  const at = (hour: number): number => Date.UTC(2026, 4, 1, hour, 5);
  assert.deepEqual(
    [null, at(18), at(27)].map((untilMs) => of({ what: 'everything', untilMs })).map(({ state, text }) => [state, text]),
    [
      ['paused', 'Capture is paused'],
      ['paused', 'Capture is paused until 18:05'],
      ['paused', 'Capture is paused until 2 May 03:05'],
    ],
  );
  const { state, mend } = of({ what: 'next', untilMs: at(18) });
  assert.equal(state, 'ignoring');
  assert.match(mend, /before 18:05/);
  assert.ok(isWatched({ state }));
  const blind = captureCondition({ pause: { what: 'next', untilMs: null }, components: [component('clipboard', 'no display')] }, clock);
  assert.equal(blind.state, 'blind', 'what costs copies comes first');
});

test('of several faults the worst is named: what costs copies before rules that do not apply, and both before what is past', () => {
  const rules = component('settings_host', documentCondition([filter]));
  const aside: ComponentStatus = {
    ...component('python_core', 'the journal was damaged and put aside at 2026-03-01 09:05 as data/hub.db.bad-x'),
    state: 'running',
  };
  const of = (monitor: string | null, ...components: readonly ComponentStatus[]) => {
    const { text, isLesser = false } = captureCondition(
      { pause: null, components: [component('clipboard', monitor), ...components] },
      clock,
    );
    return [text, isLesser];
  };
  const [nearly, full] = [
    '98 % of the journal: at the limit only small contents are kept',
    'the disk is full: contents over 128 KiB are not kept',
  ];
  assert.deepEqual(of(full, rules, aside), ['Large copies are not kept', false]);
  assert.deepEqual(of(nearly, rules, aside), ['Earlier filter rules apply', false]);
  assert.deepEqual(of(nearly, aside), ['The journal is nearly full', true]);
  assert.deepEqual(of(null, rules, aside), ['Earlier filter rules apply', false]);
  assert.deepEqual(of(null, aside), ['The journal was damaged', true]);
});

test('a damaged journal that the user has dismissed is not shown any more, and another damage is', () => {
  const first =
    'the journal was damaged and put aside at 2026-03-01 10:00 as data/hub.db.bad-1: copies were lost (3); see: hub doctor journal';
  const of = (reason: string, dismissed: readonly string[] = []) =>
    captureCondition({ pause: null, components: [component('python_core', reason), component('clipboard', null)], dismissed }, clock);
  const { text, dismissId = '' } = of(first);
  assert.equal(text, 'The journal was damaged');
  assert.equal(of(first, [dismissId]).state, 'watching');
  assert.equal(of(first.replace('bad-1', 'bad-2'), [dismissId]).text, 'The journal was damaged');
  assert.equal(of(first.replace('(3)', '(4)'), [dismissId]).text, 'The journal was damaged');
});

test('a part of any component that can not be started again is told with what to do, and that copies wait', () => {
  const reason = 'a part of Hub can no longer be started, perhaps because Hub was updated; copies wait';
  for (const id of ['clipboard', 'python_core', 'save_worker', 'web_listener'] as const) {
    const components = (['clipboard', 'python_core', 'save_worker', 'web_listener'] as const).map((one) =>
      component(one, one === id ? reason : null),
    );
    const { state, text, mend } = captureCondition({ pause: null, components }, clock);
    // What saves files or hears browsers shows copies all the same.
    const showsCopies = id === 'save_worker' || id === 'web_listener';
    assert.deepEqual([state, text], [showsCopies ? 'limited' : 'waiting', 'Hub needs to be started again']);
    assert.match(mend, /quit Hub and start it again/);
  }
});
