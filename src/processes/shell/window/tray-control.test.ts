import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { FakeTray } from '../../../../test/doubles/fake-tray.ts';
import { translationsInto } from '../../../configuration/speak-language.ts';
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { Language } from '../../../contract/documents/hub.ts';
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import type { Pause } from '../../../domain/capture/pause-time.ts';
import { speak } from '../../../domain/language/say.ts';
import type { RecentFragment, ShellState } from '../../../domain/view/page-view.ts';
import { copyItems, menuOf, TrayControl } from './tray-control.ts';

test('a choice in the menu goes to the router like all verbs, including the end of Hub and a click', () => {
  const tray = new FakeTray();
  const did: string[] = [];
  const act = (verb: ActionVerb): void => void did.push(verb);
  new TrayControl({ tray, log: rememberingLog(() => {}), act, copy: () => {} });
  for (const { id } of menuOf(null)) tray.events.emit('chosen', id);
  tray.events.emit('activate');
  assert.deepEqual(did, [
    'restore',
    'open-picker',
    'private-mode',
    'pause-capture',
    'pause-for-an-hour',
    'ignore-next-copy',
    'save-now',
    'extract-clipboard-text',
    'send-to-chat',
    'open-workspace',
    'open-settings',
    'quick-settings-chat',
    'quick-settings-structured-text',
    'quick-settings-text-extraction',
    'exit',
    'restore',
  ]);
});

test('the icon shows that nothing is captured whatever the reason, and its tooltip says which', () => {
  const tray = new FakeTray();
  const control = new TrayControl({ tray, log: rememberingLog(() => {}), act: () => {}, copy: () => {} });
  const monitor = (state: ComponentStatus['state'], reason: string | null = null) =>
    [{ id: 'clipboard', state, reason, pid: null, restarts: 0, uptimeSeconds: null }] as const;
  const shown = (change: Partial<ShellState>) => {
    control.show({
      theme: 'dark',
      pause: null,
      section: 'now',
      seenMissed: 0,
      components: monitor('running'),
      copies: { captured: 5, missed: 0 },
      ...change,
    } as ShellState);
    return [tray.capture, tray.toolTip];
  };
  assert.deepEqual(shown({}), ['watching', 'Hub: watching the clipboard']);
  assert.deepEqual(shown({ copies: { captured: 5, missed: 2 } }), ['watching', 'Hub: watching the clipboard; 2 missed']);
  assert.deepEqual(shown({ copies: { captured: 5, missed: 2 }, seenMissed: 2 }), ['watching', 'Hub: watching the clipboard']);
  assert.deepEqual(shown({ pause: { what: 'everything', untilMs: null } }), ['paused', 'Hub: capture is paused']);
  assert.deepEqual(shown({ pause: { what: 'next', untilMs: null } }), ['watching', 'Hub: the next copy is ignored']);
  assert.deepEqual(shown({ components: monitor('failed') }), ['paused', 'Hub: the clipboard monitor is not running']);
  const full = monitor('degraded', 'the journal has reached its limit of 20.0 GB: contents over 128 KiB are not kept');
  assert.deepEqual(shown({ components: full }), ['watching', 'Hub: large copies are not kept']);
  assert.deepEqual(shown({ components: [] }), ['watching', 'Hub: starting']);
});

test('a pause, and ignoring the next copy, are checked in the menu, and end there', () => {
  const offered = (pause: Pause | null) => menuOf(pause).map(({ id, label, checked }) => [id, label, checked]);
  assert.ok(!offered(null).some(([id, , checked]) => id === 'resume-capture' || checked));
  assert.deepEqual(
    offered({ what: 'everything', untilMs: 1 }).filter(([, , checked]) => checked),
    [['resume-capture', 'Pause capture', true]],
  );
  assert.deepEqual(
    offered({ what: 'next', untilMs: 1 }).filter(([, , checked]) => checked),
    [['resume-capture', 'Ignore next copy', true]],
  );
});

test('in private mode the menu lists no copies, and what ends it is checked', () => {
  const tray = new FakeTray();
  const control = new TrayControl({ tray, log: rememberingLog(() => {}), act: () => {}, copy: () => {} });
  const recent = [{ id: '1', state: 'kept', reason: null, title: 'canary', badge: '', canCopy: true }];
  const show = (pause: Pause | null) => {
    control.show({
      theme: 'dark',
      section: 'now',
      seenMissed: 0,
      recent,
      pause,
      components: [],
      copies: { missed: 0 },
    } as unknown as ShellState);
    return JSON.stringify(tray.items);
  };
  assert.ok(show(null).includes('canary'));
  assert.ok(!show({ what: 'everything', untilMs: null, isPrivate: true }).includes('canary'));
  assert.equal(tray.toolTip, 'Hub: private mode is on');
  const checked = menuOf({ what: 'everything', untilMs: null, isPrivate: true }).filter((item) => item.checked);
  assert.deepEqual(
    checked.map(({ id, label }) => [id, label]),
    [['resume-capture', 'Private mode']],
  );
});

test('the menu and the tooltip are said anew when the language changes', (t) => {
  t.after(() => speak('en'));
  const tray = new FakeTray();
  const control = new TrayControl({ tray, log: rememberingLog(() => {}), act: () => {}, copy: () => {} });
  const show = (language: Language): string => {
    control.show({
      theme: 'dark',
      language,
      section: 'now',
      seenMissed: 0,
      pause: { what: 'everything', untilMs: null },
      components: [],
      copies: { captured: 5, missed: 2 },
    } as unknown as ShellState);
    return tray.toolTip;
  };
  assert.equal(show('en'), 'Hub: capture is paused; 2 missed');
  speak('de', translationsInto('de'));
  assert.equal(show('de'), 'Hub: Erfassung ist angehalten; 2 verpasst');
  assert.ok(menuOf(null).some(({ label }) => label === 'Hub beenden'));
  speak('zh-CN', translationsInto('zh-CN'));
  assert.equal(show('zh-CN'), 'Hub：捕获已暂停；遗漏 2 次');
});

test('the last ten copies are in the menu with their kinds, and choosing one puts it on the clipboard', () => {
  const tray = new FakeTray();
  const put: string[] = [];
  const control = new TrayControl({ tray, log: rememberingLog(() => {}), act: () => {}, copy: (id) => void put.push(id) });
  const copy = (id: number, change: Partial<RecentFragment> = {}): RecentFragment => ({
    ...{ id: String(id), state: 'kept', reason: null, title: `copy ${id}`, badge: '', canCopy: true },
    ...change,
  });
  const left = copy(99, { title: 'left out', state: 'filtered', canCopy: false });
  const link = copy(98, { title: `https://example.org/${'a'.repeat(100)}`, badge: 'Link' });
  const recent = [left, link, ...Array.from({ length: 20 }, (_, at) => copy(97 - at))];
  const state = { theme: 'dark', pause: null, components: [], copies: { captured: 5, missed: 0 }, recent } as unknown as ShellState;
  control.show(state);
  const shown = tray.items.slice(0, 11);
  assert.deepEqual(
    shown.map(({ label }) => label),
    [`https://example.org/${'a'.repeat(27)}… · Link`, ...Array.from({ length: 9 }, (_, at) => `copy ${97 - at}`), ''],
  );
  for (const { id } of shown) tray.processTrayMessage({ kind: 'choose', id });
  assert.deepEqual(put, ['98', ...Array.from({ length: 9 }, (_, at) => String(97 - at))]);
  control.show({ ...state, recent: [copy(100, { title: 'new' }), ...recent] });
  assert.equal(tray.items[0]?.label, 'new');
  assert.deepEqual(copyItems([left]), []);
  assert.equal(copyItems([copy(1, { title: 'مرحبا', badge: 'Text' })])[0]?.label, '\u2068مرحبا\u2069 · Text', 'its kind stays behind it');
});
