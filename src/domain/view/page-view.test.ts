import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatRoutingDocument } from '../../contract/documents/chat-routing.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { putAsideNotice } from '../../journal/damage/put-aside.ts';
import { newerVersion } from '../conditions/silent-supervisor.ts';
import { profileFields } from '../profile/user-profile.ts';
import { nextPanel, pageView, type ShellState } from './page-view.ts';
import { windowSnapshot } from './window-snapshot.ts';

const nobody = { reveal: () => '' };
const state: ShellState = {
  snapshot: null,
  wholeText: null,
  connection: 'connected',
  pause: null,
  copies: { captured: 3, missed: 1 },
  seenMissed: 0,
  recent: [],
  query: '',
  expanded: null,
  section: 'now',
  picker: null,
  shortcut: { keys: '', state: 'none', trigger: null },
  commands: [],
  chat: chatRoutingDocument.parse({}),
  question: null,
  pickerRules: { shortcut: '', paste_keys: {} },
  panel: 1,
  railIsOpen: false,
  themeChoice: 'default',
  theme: 'light',
  catalog: null,
  workspacePath: '/home/maria/WorkSpace',
  components: [],
  language: 'en',
  savePolicy: 'all',
  minTextChars: 16,
  notice: null,
  profile: profileFields({
    known: { displayName: nobody, accountName: nobody, emailOrUpn: nobody },
    pictureUrl: null,
    blocked: new Set(),
  }),
  documents: {},
  applications: [],
  chooser: { isThere: false, openFor: null },
  autostart: null,
  busy: false,
};
const context = { revision: 1, nowMs: Date.parse('2026-03-12T14:30:00Z'), timeZone: 'UTC', userHome: '/home/maria', version: '1' };
const viewOf = (change: Partial<ShellState> = {}) => pageView({ ...state, ...change }, context);

function component(id: ComponentStatus['id'], state: ComponentStatus['state'], reason: string | null = null) {
  return { components: [{ id, state, pid: 7, restarts: 0, reason, uptimeSeconds: null }] };
}

const monitor = (state: ComponentStatus['state'], reason: string | null = null) => component('clipboard', state, reason);

test('a type has a familiar name next to its label, which is unchanged', () => {
  const body = { lblSourceName: '', lblPath: '', clipboardFragments: [], detection: { typeId: 'cpp', confidence: 1 } };
  const view = viewOf({ snapshot: windowSnapshot(body, '1') });
  assert.deepEqual([view.typeName, view.window.Bar3DetectedTypeId], ['C++', 'cpp']);
  assert.equal(viewOf().typeName, '');
});

test('a text is named by its kind where its type says nothing, but not a secret', () => {
  const kindOf = (change: object): string => {
    const fragment = { id: '1', kind: 'text', detection: { typeId: 'scala', confidence: 0.3 }, ...change };
    return viewOf({ snapshot: windowSnapshot({ lblSourceName: '', lblPath: '', clipboardFragments: [fragment] }, '1') }).kindName;
  };
  assert.equal(kindOf({ contentKind: 'color' }), 'Colour');
  assert.equal(kindOf({ contentKind: 'code' }), '');
  assert.equal(kindOf({ contentKind: 'token', secret: 'github_token' }), '');
});

test('the view says whether copies are captured and what to do about it, and nothing if all is well', () => {
  const capture = (change: Partial<ShellState>) => {
    const { state, text, mend } = viewOf(change).capture;
    return { state, text, mend };
  };
  assert.deepEqual(capture({}), { state: 'watching', text: 'Starting', mend: '' });
  assert.deepEqual(capture(monitor('running')), { state: 'watching', text: 'Watching the clipboard', mend: '' });
  const blind = [
    monitor('degraded', 'no display: neither WAYLAND_DISPLAY nor DISPLAY is set, or the display does not answer'),
    monitor('degraded', 'this Wayland compositor does not show its clipboard to programs such as Hub, and there is no Xwayland'),
    monitor(
      'degraded',
      'the journal cannot be written to now (its disk is slow or reports an error, or another program has locked it); copies are held in memory',
    ),
    monitor('degraded', 'the X server has no XFixes extension'),
    monitor('degraded'),
    monitor('backoff'),
    monitor('failed'),
  ].map(capture);
  assert.deepEqual([...new Set(blind.map(({ state }) => state))], ['blind', 'waiting']);
  assert.ok(blind.every(({ mend }) => mend !== ''));
  const retried = (state: Partial<ShellState>): boolean => viewOf(state).capture.restartHelps === true;
  assert.equal(retried(monitor('degraded', 'no display: DISPLAY is not set')), true);
  assert.equal(retried(monitor('starting')), false);
  const isSoonOver = (state: Partial<ShellState>): boolean => viewOf(state).capture.isSoonOver === true;
  assert.deepEqual([isSoonOver(monitor('starting')), isSoonOver(monitor('stopping')), isSoonOver(monitor('failed'))], [true, true, false]);
  assert.equal(retried(monitor('degraded', 'the journal cannot be written to now')), false, 'a journal takes no more from another monitor');
  const filter = monitor(
    'degraded',
    "nothing is captured: content-filter.json can't be read or is not valid, and no earlier version is known",
  );
  assert.deepEqual([capture(filter).text, retried(filter)], ['Nothing is captured', false]);
  assert.match(blind[2]?.mend ?? '', /slow or reports an error, or another program has locked it/);
  assert.deepEqual(
    blind.map(({ text }) => text),
    [
      'The display is lost',
      'This session is not watched',
      'Copies are not on disk yet',
      'The X server has no XFixes extension',
      'The clipboard is not watched',
      'The clipboard monitor is starting',
      'The clipboard monitor is not running',
    ],
  );
  const full = monitor('degraded', 'the disk has less than 200 MB left: contents over 128 KiB are not kept; make room on it');
  assert.deepEqual([capture(full).state, capture(full).text], ['limited', 'Large copies are not kept']);
  const cleared = windowSnapshot({ lblSourceName: '', lblPath: '', clipboardFragments: [], absence: 'cleared' }, '1');
  assert.equal(viewOf({ ...full, snapshot: cleared }).absence, 'Nothing is on the clipboard now', 'it was looked at');
  assert.deepEqual(capture({ ...monitor('degraded', 'no display'), pause: { what: 'everything', untilMs: null } }).state, 'paused');
});

test('the first steps, with the choice whether Hub starts at login, are there until something was copied before what is on the clipboard', () => {
  assert.deepEqual(viewOf({ autostart: false, recent: [] }).startChoice?.control, { kind: 'switch', value: false });
  assert.equal(viewOf({ autostart: null, recent: [] }).startChoice, null, 'this system has none, or it is not known');
  assert.equal(viewOf({ autostart: false, recent: null }).isFirstDay, false, 'nobody knows yet');
  const copied = (id: string) =>
    windowSnapshot({ lblSourceName: '', lblPath: '', clipboardFragments: [{ id, kind: 'text', text: 'a' }] }, id);
  const snapshot = copied('2');
  const rows = (...ids: readonly string[]) =>
    ids.flatMap((id) => copied(id)?.fragments ?? []).map((each) => ({ ...each, title: 'a', badge: '', canCopy: true }));
  const first = viewOf({ autostart: false, snapshot, recent: rows('2') });
  assert.deepEqual([first.isFirstDay, first.startChoice?.id], [true, 'autostart'], 'it was there before Hub was');
  const second = viewOf({ autostart: false, snapshot, recent: rows('2', '1') });
  assert.deepEqual([second.isFirstDay, second.startChoice], [false, null]);
});

test('in private mode the view has no copy: none on the clipboard, none expanded, none among the raw values', () => {
  const text = { id: '7', kind: 'text', text: 'canary', state: 'kept', reason: null, savedPath: null };
  const snapshot = windowSnapshot({ lblSourceName: 'canary', lblPath: 'https://canary.example/', clipboardFragments: [text] }, '1');
  const shown = { snapshot, panel: 4, expanded: snapshot?.fragments[0] ?? null } as const;
  assert.ok(JSON.stringify(viewOf(shown)).includes('canary'));
  const view = viewOf({ ...shown, pause: { what: 'everything', untilMs: null, isPrivate: true } });
  assert.ok(!JSON.stringify(view).includes('canary'));
  assert.deepEqual([view.capture.state, view.capture.text, view.isEmpty], ['private', 'Private mode is on', false]);
  assert.deepEqual(
    viewOf({ query: 'private', pause: null })
      .search.verbs.map(({ verb }) => verb)
      .includes('private-mode'),
    true,
  );
});

test('a lost core is reported with what to do; one that is starting needs nothing', () => {
  assert.notEqual(viewOf({ connection: 'lost' }).connection.mend, '');
  assert.equal(viewOf({ connection: 'connecting' }).connection.mend, '');
});

test('for a core that was given up the view does not promise a restart, and says how to restart it', () => {
  const lost = (change: Partial<ShellState>) => viewOf({ connection: 'lost', ...change }).connection;
  for (const state of ['starting', 'backoff', 'running'] as const)
    assert.match(lost(component('python_core', state)).mend, /^It restarts automatically/);
  for (const state of ['failed', 'stopped'] as const) {
    const { text, mend } = lost(component('python_core', state));
    assert.notEqual(text, lost({}).text);
    assert.match(mend, /^It is not restarted .*hub restart python_core/);
  }
  assert.match(lost(component('python_core', 'failed')).mend, /python_core\.failed\.log/);
  assert.match(lost(component('clipboard', 'failed')).mend, /^It restarts automatically/);
});

test('a core that runs and cannot be reached says why itself', () => {
  const reason = 'port 5001 is taken by another program; end it, or set another port with HUB_BRIDGE_PORT';
  const core: ComponentStatus = { id: 'python_core', state: 'degraded', pid: 1, restarts: 0, reason, uptimeSeconds: 1 };
  assert.equal(viewOf({ connection: 'lost', components: [core] }).connection.mend, `It says: ${reason}.`);
});

test('while the core is lost, the view says that copies are kept only if they are', () => {
  const row = (id: ComponentStatus['id'], state: ComponentStatus['state'], reason: string | null = null): ComponentStatus => {
    return { id, state, pid: 1, restarts: 0, reason, uptimeSeconds: 1 };
  };
  const mend = (...components: readonly ComponentStatus[]) => viewOf({ connection: 'lost', components }).connection.mend;
  const failed = row('python_core', 'failed');
  assert.match(mend(failed, row('clipboard', 'running')), /is kept meanwhile/);
  for (const others of [
    [failed],
    [failed, row('clipboard', 'degraded', 'no display')],
    [row('python_core', 'backoff', 'it stopped because the journal is damaged'), row('clipboard', 'running')],
  ])
    assert.doesNotMatch(mend(...others), /is kept|lost/);
});

test('a journal that was put aside is reported as long as the core reports it, and a damaged one is not a full disk', () => {
  const capture = (id: ComponentStatus['id'], state: ComponentStatus['state'], reason: string) =>
    viewOf({ components: [{ id, state, pid: 1, restarts: 0, reason, uptimeSeconds: 1 }] }).capture;
  const aside = capture(
    'python_core',
    'running',
    putAsideNotice([{ file: 'hub.db.bad-2026-03-01T09-05-07-042Z', atMs: Date.UTC(2026, 2, 1, 9, 5) }], null, false) ?? '',
  );
  assert.deepEqual([aside.state, aside.text], ['limited', 'The journal was damaged']);
  assert.match(aside.mend, /2026-03-01 \d\d:\d\d as data\/hub\.db\.bad-2026/);
  const damaged = capture('clipboard', 'degraded', 'the journal is damaged: Hub puts it aside and starts a new one');
  assert.deepEqual([damaged.state, damaged.text], ['waiting', 'The journal is damaged']);
  assert.doesNotMatch(damaged.mend, /full|locked/);
});

test('the row of the window in the list of components is running, even if the supervisor did not know this yet', () => {
  const stateOf = (id: ComponentStatus['id'], state: ComponentStatus['state']) => viewOf(component(id, state)).components[0]?.state;
  assert.equal(stateOf('hub', 'starting'), 'running');
  assert.equal(stateOf('hub', 'stopping'), 'stopping');
  assert.equal(stateOf('clipboard', 'starting'), 'starting');
});

test('the panel states follow one another, and the first follows the last', () => {
  assert.deepEqual(([0, 1, 2, 3, 4] as const).map(nextPanel), [1, 2, 3, 4, 0]);
});

test('another version that is installed is told until it is dismissed, and the next one is told again', () => {
  assert.equal(newerVersion({}, '1.2.3').update, null);
  assert.equal(newerVersion({ installedVersion: null }, '1.2.3').update, null);
  assert.equal(newerVersion({ installedVersion: '1.2.3' }, '1.2.3').update, null);
  const { update } = newerVersion({ installedVersion: '1.3.0' }, '1.2.3');
  assert.equal(update?.title, 'Hub 1.3.0 is installed');
  assert.match(update?.text ?? '', /still version 1\.2\.3/);
  const dismissed = [update?.id ?? ''];
  assert.equal(newerVersion({ installedVersion: '1.3.0', dismissed }, '1.2.3').update, null);
  assert.notEqual(newerVersion({ installedVersion: '1.3.1', dismissed }, '1.2.3').update, null);
});
