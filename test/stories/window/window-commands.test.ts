/** The effects of the page's commands on a real Hub, sent through the shell's own parts without a window. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noDetails } from '../../../src/base/log.ts';
import { done } from '../../../src/base/outcome.ts';
import { Bridge } from '../../../src/client/bridge.ts';
import { speakAs } from '../../../src/configuration/speak-language.ts';
import { chatRoutingDocument } from '../../../src/contract/documents/chat-routing.ts';
import type { FragmentRow, PageCommand, PageView } from '../../../src/contract/shell-page.ts';
import { windowViewModel } from '../../../src/domain/view/window-rows.ts';
import { autostart } from '../../../src/platform/autostart/index.ts';
import { folderChooser } from '../../../src/platform/folder-chooser/index.ts';
import { type CommandParts, doCommand } from '../../../src/processes/shell/commands.ts';
import { CoreLink } from '../../../src/processes/shell/core-link.ts';
import { exitHub } from '../../../src/processes/shell/exit-hub.ts';
import { FolderChoice } from '../../../src/processes/shell/settings/folder-choice.ts';
import { ShownPairings } from '../../../src/processes/shell/settings/shown-pairings.ts';
import { ShownSettings } from '../../../src/processes/shell/settings/shown-settings.ts';
import { Shell } from '../../../src/processes/shell/shell.ts';
import type { WindowControl } from '../../../src/processes/shell/window/window-control.ts';
import { OpenWindowMemory } from '../../../src/processes/shell/window/window-memory.ts';
import { rememberingLog } from '../../doubles/fake-component.ts';
import { ChooserPortal } from '../../harness/desktop/chooser-portal.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { missingPrograms, type SessionBus, startSessionBus } from '../../harness/desktop/session-bus.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { isAlive, type TestHub } from '../../harness/hub.ts';
import type { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { emptyProfile, shellBeginning } from '../../harness/shell-beginning.ts';
import { until } from '../../harness/until.ts';

const { ExitCommand } = windowViewModel({
  snapshot: null,
  profile: emptyProfile,
  railIsOpen: false,
  busy: false,
  context: { workspacePath: '', userHome: '', minTextChars: 0, nowMs: 0, timeZone: 'UTC' },
});
const text = (content: string) => ({ UTF8_STRING: { content: { text: content } } });

describe('a command of the page', { skip: withoutXvfb() || missingPrograms('dbus-daemon') }, () => {
  const parts = new AsyncDisposableStack();
  let hub: TestHub;
  let owner: ClipboardOwner;
  let shell: Shell;
  let commands: CommandParts;
  let bus: SessionBus;
  const opened: string[] = [];
  const seenBeforeExit: (string | undefined)[] = [];

  before(async () => {
    ({ hub, owner } = parts.use(await startHubDesk()));
    const { places } = hub;
    const bridge = new Bridge(() => link.port, { timeoutMs: 4_000 });
    const memory = parts.use(new OpenWindowMemory(path.join(hub.root, 'window.json')));
    shell = parts.use(
      new Shell({
        places,
        bridge,
        silence: { begun: () => {} },
        initial: { ...shellBeginning, workspacePath: hub.workspace },
      }),
    );
    const link = parts.use(
      new CoreLink({
        places,
        snapshot: (snapshot) => shell.follow(snapshot),
        changed: (fragment) => void shell.changed(fragment),
        missed: () => shell.lists.missed(),
        deleted: (id) => shell.lists.deleted(id),
        log: rememberingLog(() => {}),
        connected: (isConnected) => shell.set({ connection: isConnected ? 'connected' : 'lost' }),
      }),
    );
    bus = parts.use(await startSessionBus());
    const chooser = folderChooser({ platform: process.platform, env: bus.env, log: noDetails });
    const ownAutostart = autostart({
      platform: process.platform,
      env: { XDG_CONFIG_HOME: path.join(hub.root, 'config home') },
      places,
      owner: { home: places.home, key: '0a1b2c3d' },
    });
    const notifications = { publish: (text: string, intent: 'info' | 'error') => shell.notify(intent, text) };
    const seen = async (): Promise<void> => void seenBeforeExit.push((await view()).notice?.text);
    const open: CommandParts['open'] = async (as, what) => {
      opened.push(`${as} ${what}`);
      return done(null);
    };
    commands = {
      places,
      env: bus.env,
      log: rememberingLog(() => {}),
      shell,
      bridge,
      memory,
      control: {} as WindowControl,
      open,
      painted: () => {},
      inUse: () => {},
      settings: parts.use(new ShownSettings({ env: {}, log: rememberingLog(() => {}), places, bridge, shell, autostart: ownAutostart })),
      pairings: parts.use(new ShownPairings({ places, shell })),
      autostart: ownAutostart,
      folders: parts.use(new FolderChoice({ shell, chooser, add: ask })),
      picker: { pick: async () => {}, pickSeveral: async () => {}, leave: async () => {}, stay: () => {}, recordShortcut: async () => {} },
      textShortcut: { suspend: async () => {} },
      quick: { open: async () => true },
      tellDesktop: async () => false,
      tellSent: () => {},
      readings: new Map(),
      readsPictures: () => true,
      savedCommands: { choose: async () => {}, answer: async () => {} },
      exit: () => exitHub({ places, log: rememberingLog(() => {}), notifications, seen }),
    };
  });
  after(() => parts.disposeAsync());

  const ask = (command: PageCommand): Promise<void> => doCommand(commands, command);
  const view = (): Promise<PageView> => shell.feed.after(-1);
  const shows = (what: string, look: (view: PageView) => boolean): Promise<PageView> =>
    until(what, async () => {
      const now = await view();
      return look(now) ? now : undefined;
    });

  const rows = async (q: string): Promise<readonly FragmentRow[]> => (await shell.lists.rows({ q, limit: 30 }))?.rows ?? [];

  /** Copies a text, and resolves to its fragment once the page shows its final outcome. */
  async function copied(content: string): Promise<string> {
    await owner.own(text(content));
    const now = await shows(
      'copy',
      ({
        window: {
          ClipboardFragments: [first],
        },
      }) => first?.toolTip === content && first.outcome.kind !== 'busy',
    );
    const id = now.window.ClipboardFragments[0]?.id;
    await until('row of it', async () => (await rows(''))[0]?.id === id);
    return now.window.ClipboardFragments[0]?.id ?? '';
  }

  test('sends a copy to the assistant of its kind, by an address that the browser opens, and no secret', async () => {
    const assistants = [{ name: 'Mine', address: 'https://mine.example/?q={prompt}' }];
    shell.set({ chat: chatRoutingDocument.parse({ assistants, default_assistant: 'Mine' }) });
    const fragmentId = await copied('when is high water in Husum & in Brest?');
    await ask({ kind: 'send-to-chat', fragmentId });
    assert.equal(opened.at(-1), 'address https://mine.example/?q=when%20is%20high%20water%20in%20Husum%20%26%20in%20Brest%3F');
    const count = opened.length;
    await ask({ kind: 'send-to-chat', fragmentId: '999999' });
    assert.match((await view()).notice?.text ?? '', /^Not sent: /);
    assert.equal(opened.length, count);
  });

  test('puts an earlier copy back on the clipboard', async () => {
    const earlier = await copied('const earlier = 1;\nexport { earlier };\n');
    await copied('const later = 2;\nexport { later };\n');
    await ask({ kind: 'copy', fragmentId: earlier });
    await shows('earlier copy', ({ window }) => window.ClipboardFragments[0]?.id === earlier);
    assert.equal((await view()).notice?.intent, 'success');
  });

  test('saves a fragment that was only kept, and opens its file; an executable file is shown in its folder instead', async () => {
    await ask({ kind: 'change-setting', id: 'hub/save/policy', change: { how: 'set', value: 'off' } });
    assert.equal(JSON.parse(readFileSync(hub.places.document('config/hub.json'), 'utf8')).save.policy, 'off');
    await until('policy in force', async () => {
      const id = await copied(`A note that is long enough to be one, ${Math.random()}.`);
      const row = (await view()).window.ClipboardFragments.find((one) => one.id === id);
      return row?.outcome.kind === 'kept' && row.canSave;
    });
    const note = (await view()).window.ClipboardFragments[0]?.id ?? '';
    await ask({ kind: 'save', fragmentId: note });
    const saved = await shows('saved note', ({ window }) => window.ClipboardFragments[0]?.outcome.kind === 'saved');
    assert.equal(saved.window.ClipboardFragments[0]?.canOpen, true);
    opened.length = 0;
    await ask({ kind: 'open', fragmentId: note });
    await ask({ kind: 'reveal', fragmentId: note });
    assert.match(opened[0] ?? '', /^file .*\/text\/.*\.txt$/);
    assert.match(opened[1] ?? '', /^folder .*\.txt$/);
    const script = await copied('#!/bin/sh\nset -e\necho "$HOME"\nfor f in *; do rm "$f"; done\n');
    await ask({ kind: 'save', fragmentId: script });
    await shows('saved script', ({ window }) => window.ClipboardFragments[0]?.outcome.kind === 'saved');
    opened.length = 0;
    await ask({ kind: 'open', fragmentId: script });
    assert.match(opened.splice(0).join(), /^file .*\.sh$/, 'in an editor');
    chmodSync((await hub.fragment(({ state }) => state === 'saved')).savedPath ?? '', 0o755);
    await ask({ kind: 'open', fragmentId: script });
    assert.match(opened.join(), /^folder .*\.sh$/);
    assert.match((await view()).notice?.text ?? '', /can run as programs/);
    await ask({ kind: 'change-setting', id: 'hub/save/policy', change: { how: 'reset' } });
  });

  test('changes settings in the documents, undoes that, and refuses what is not valid', async () => {
    const filter = () => JSON.parse(readFileSync(hub.places.document('config/content-filter.json'), 'utf8'));
    const words = (entry: string, how: 'add' | 'remove' = 'add') =>
      ask({ kind: 'change-setting', id: 'content-filter/blacklisted_window_keywords', change: { how, entry } });
    await ask({ kind: 'show', section: 'settings' });
    await shows('settings', ({ settings }) => settings.some(({ id }) => id === 'privacy'));
    await words('bank');
    await words('salary');
    assert.deepEqual(filter().blacklisted_window_keywords, ['bank', 'salary']);
    await shows('both words', (now) => JSON.stringify(now.settings).includes('"salary"'));
    const { notice } = await view();
    assert.equal(notice?.canUndo, true);
    await ask({ kind: 'undo', noticeId: notice?.id ?? 0 });
    assert.deepEqual(filter().blacklisted_window_keywords, ['bank']);
    await ask({ kind: 'undo', noticeId: notice?.id ?? 0 });
    assert.deepEqual(filter().blacklisted_window_keywords, ['bank'], 'it is undone once');
    await words('bank', 'remove');
    assert.equal(filter().blacklisted_window_keywords, undefined, 'a default is not written');
    await ask({ kind: 'change-setting', id: 'hub/index_refresh/daily_time', change: { how: 'set', value: '24:00' } });
    const refused = (await view()).notice;
    assert.equal(refused?.intent, 'error');
    assert.match(refused?.text ?? '', /^Time of day was not changed\. It has to be a time of day as HH:MM/);
    await ask({ kind: 'show', section: 'now' });
    assert.deepEqual((await view()).settings, []);
  });

  test('changes the language; the notice and its Undo are in the new one', async () => {
    const written = () => JSON.parse(readFileSync(hub.places.document('config/hub.json'), 'utf8')).language;
    try {
      await ask({ kind: 'change-setting', id: 'hub/language', change: { how: 'set', value: 'de' } });
      assert.equal(written(), 'de');
      assert.equal((await view()).notice?.text, 'Display language: changed');
      // What the shell does when it hears of the document.
      shell.set({ language: speakAs('de', {}) });
      const { language, notice } = await view();
      assert.deepEqual([language, notice?.text, notice?.canUndo], ['de', 'Anzeigesprache: geändert', true]);
      await ask({ kind: 'undo', noticeId: notice?.id ?? 0 });
      assert.equal(written(), undefined);
    } finally {
      shell.set({ language: speakAs('en', {}) });
    }
  });

  test('shows a broken document with its line, changes nothing in it, and says so', async () => {
    const file = hub.places.document('config/hub.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '{\n"save": {\n"policy": \n}\n}\n');
    await ask({ kind: 'show', section: 'settings' });
    const broken = await shows('trouble', ({ settings }) => settings.find(({ id }) => id === 'saving')?.trouble != null);
    assert.match(broken.settings.find(({ id }) => id === 'saving')?.trouble?.mend ?? '', /line 4/);
    assert.equal(broken.settings.find(({ id }) => id === 'privacy')?.trouble, null);
    opened.length = 0;
    await ask({ kind: 'open-document', document: 'hub' });
    assert.deepEqual(opened, [`file ${file}`]);
    await ask({ kind: 'change-setting', id: 'hub/save/policy', change: { how: 'set', value: 'off' } });
    assert.match((await view()).notice?.text ?? '', /config\/hub\.json.*line 4/);
    assert.match(readFileSync(file, 'utf8'), /"policy": \n}/);
    shell.set({ language: speakAs('de', {}) });
    const german = (await view()).settings.find(({ id }) => id === 'saving')?.trouble?.text;
    shell.set({ language: speakAs('en', {}) });
    assert.equal(german, 'config/hub.json wird nicht verwendet');
    writeFileSync(file, before);
    await shows('the document in use', ({ settings }) => settings.find(({ id }) => id === 'saving')?.trouble === null);
    await ask({ kind: 'show', section: 'now' });
  });

  test('adds, renames and removes a WorkSpace, and undoes that, without touching a folder', async () => {
    const folder = path.join(hub.root, 'another');
    const listed = async () => (await view()).workspaces.map(({ name, path: at }) => [name, at]);
    const before = await listed();
    await ask({ kind: 'add-workspace', path: folder });
    const { id = '' } = (await view()).workspaces.find(({ name }) => name === 'another') ?? {};
    assert.notEqual(id, '');
    await ask({ kind: 'rename-workspace', id, name: 'Other' });
    assert.deepEqual((await listed()).at(-1)?.[0], 'Other');
    await ask({ kind: 'add-workspace', path: folder });
    assert.match((await view()).notice?.text ?? '', /it has this folder already/);
    await ask({ kind: 'remove-workspace', id });
    assert.deepEqual(await listed(), before);
    await ask({ kind: 'undo', noticeId: (await view()).notice?.id ?? 0 });
    const back = (await view()).workspaces.find(({ name }) => name === 'Other');
    assert.ok(back);
    await ask({ kind: 'remove-workspace', id: back.id });
    assert.equal(existsSync(folder), false);
  });

  test('says of a WorkSpace that is added whether it is active already, and why another change was refused', async () => {
    const before = hub.places.document('config/workspaces.json');
    const text = existsSync(before) ? readFileSync(before, 'utf8') : '{}';
    await ask({ kind: 'add-workspace', path: 'relative', sent: 7 });
    assert.match((await view()).notice?.text ?? '', /has to be absolute/);
    assert.equal((await view()).addedWorkspace, 0);
    await ask({ kind: 'add-workspace', path: hub.workspace, sent: 8 });
    const { notice, addedWorkspace } = await view();
    assert.match(notice?.text ?? '', /Files are saved there already/);
    assert.deepEqual([notice?.canUndo, addedWorkspace], [undefined, 8]);
    const twice = ['one', 'two'].map((name) => ({ id: 'twice', name, path: path.join(hub.places.home, name) }));
    hub.setDocument('config/workspaces.json', { workspaces: twice });
    await ask({ kind: 'rename-workspace', id: 'twice', name: 'three' });
    assert.match((await view()).notice?.text ?? '', /more than one WorkSpace has this id/);
    hub.setDocument('config/workspaces.json', text);
  });

  test('searches copies and verbs, and ends the search', async () => {
    await copied('The heron stood in the reeds until the evening came.');
    await ask({ kind: 'search', query: 'heron' });
    assert.equal((await view()).search.query, 'heron');
    const found = await rows('heron');
    assert.deepEqual([found.length, /heron/.test(found[0]?.title ?? '')], [1, true]);
    await ask({ kind: 'search', query: 'open log' });
    assert.equal((await view()).search.verbs[0]?.verb, 'open-logs');
    await ask({ kind: 'search', query: '' });
    assert.deepEqual((await view()).search, { query: '', verbs: [], sections: [], hints: [], chips: [] });
  });

  test('shows a copy in full in its row, in its current state, until another row is expanded', async () => {
    const source = 'def area(width, height):\n    return width * height\n';
    const id = await copied(source);
    await copied('Something else that came after it.');
    assert.equal((await rows('')).find((row) => row.id === id)?.preview, source.trimEnd(), 'its first lines');
    await ask({ kind: 'expand', fragmentId: id });
    const { expanded } = await view();
    assert.deepEqual([expanded?.id, expanded?.toolTip, expanded?.preview.split('\n').length], [id, source, 2]);
    await ask({ kind: 'expand', fragmentId: '999999' });
    assert.equal((await view()).notice?.intent, 'error');
    await ask({ kind: 'expand', fragmentId: null });
    assert.equal((await view()).expanded, null);
  });

  test('reports where a copy was saved, and, while the WorkSpace is missing, that and how to fix it', async () => {
    await copied('The harbour was quiet, and the boats lay still.');
    await ask({ kind: 'act', verb: 'save-now' });
    assert.deepEqual((await view()).notice?.text, 'Saved in text');
    renameSync(hub.workspace, `${hub.workspace}-away`);
    writeFileSync(hub.workspace, 'a file where its folder was');
    const id = await copied('The harbour was loud again in the morning.');
    const reason = 'The WorkSpace is not a folder, something else is in its place or above it';
    const without = await shows('trouble, in the words of the save worker', ({ saveTrouble }) => saveTrouble?.text === reason);
    assert.equal(without.workspaces.find(({ isActive }) => isActive)?.exists, false);
    await ask({ kind: 'save', fragmentId: id });
    const { notice } = await view();
    assert.equal(notice?.intent, 'error');
    assert.match(notice?.text ?? '', /^Not saved yet: the folder is missing/);
    rmSync(hub.workspace);
    renameSync(`${hub.workspace}-away`, hub.workspace);
    await ask({ kind: 'save', fragmentId: id });
    await shows('no trouble', ({ saveTrouble }) => saveTrouble === null);
  });

  test('opens the account page in the browser, and nothing if there is none', async () => {
    opened.length = 0;
    await ask({ kind: 'open-account' });
    shell.set({ profile: { ...emptyProfile, CurrentUserAccountUri: 'https://account.example/' } });
    await ask({ kind: 'open-account' });
    shell.set({ profile: emptyProfile });
    assert.deepEqual(opened, ['address https://account.example/']);
  });

  test('deletes a copy, brings it back, and deletes one for good', async () => {
    const id = await copied(
      `A note with a file, to be forgotten soon after it was copied.\n${'It has several lines, so that it is no short one.\n'.repeat(6)}`,
    );
    await ask({ kind: 'expand', fragmentId: id });
    assert.equal((await view()).expanded?.id, id);
    await ask({ kind: 'delete', fragmentId: id });
    await until('history without it', async () => (await rows('')).every((row) => row.id !== id));
    assert.equal((await view()).expanded, null);
    assert.equal((await view()).notice?.text, 'Deleted from the history. The saved file is kept');
    const { notice } = await view();
    assert.equal(notice?.canUndo, true);
    await ask({ kind: 'undo', noticeId: notice?.id ?? 0 });
    assert.equal((await view()).notice?.text, 'Restored to the history');
    await until('history with it', async () => (await rows('')).some((row) => row.id === id));
    await ask({ kind: 'delete', fragmentId: id });
    assert.equal((await view()).notice?.canUndo, true);
    assert.equal((await hub.command(['undelete', id])).status, 0);
    await shows('that it is back', (shown) => shown.notice?.text === 'Restored to the history' && shown.notice.canUndo === undefined);
    const short = await copied('Too short');
    await ask({ kind: 'delete', fragmentId: short });
    assert.equal((await view()).notice?.text, 'Deleted from the history');
    await ask({ kind: 'erase', fragmentId: id });
    const erased = (await view()).notice;
    assert.deepEqual([erased?.text, erased?.canUndo], ['Deleted for good. The saved file is kept', undefined]);
    await ask({ kind: 'copy', fragmentId: id });
    assert.equal((await view()).notice?.intent, 'error');
  });

  test('pauses and resumes the capture through the router, and the view shows the state', async () => {
    await ask({ kind: 'act', verb: 'pause-capture' });
    await shows('pause', ({ capture }) => capture.state === 'paused');
    assert.ok(existsSync(hub.places.capturePaused));
    await ask({ kind: 'act', verb: 'resume-capture' });
    await shows('watching', ({ capture }) => capture.state === 'watching');
  });

  test('to pause, sent from elsewhere, is shown as the reason once the copy is gone', async () => {
    await copied('The ferry was late again that morning.');
    assert.equal((await hub.command(['action', 'pause-capture'])).status, 0);
    const emptied = await shows('no copy', ({ window }) => window.ClipboardFragments.length === 0);
    assert.equal(emptied.capture.state, 'paused');
    await hub.command(['action', 'resume-capture']);
    await shows('watching', ({ capture }) => capture.state === 'watching');
  });

  test('does not change a WorkSpace that HUB_WORKSPACE sets, and says so', async () => {
    const file = hub.places.document('config/workspaces.json');
    const text = JSON.stringify({ workspaces: [{ id: 'other', name: 'Other', path: path.join(hub.root, 'other') }], activeId: null });
    writeFileSync(file, text);
    await shell.refreshStatus();
    await ask({ kind: 'select-workspace', id: 'other' });
    assert.match((await view()).notice?.text ?? '', /HUB_WORKSPACE/);
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  test('lets the user choose a folder, for one list at a time, and adds it there', async () => {
    await ask({ kind: 'show', section: 'workspaces' });
    assert.equal((await view()).chooser.isThere, false);
    await using portal = await ChooserPortal.start(bus.env);
    await ask({ kind: 'show', section: 'settings' });
    await shows('chooser', ({ chooser }) => chooser.isThere);
    const folder = path.join(hub.root, 'chosen folder ');
    const choice = ask({ kind: 'choose-folder', list: 'content-filter/excluded_dirs' });
    await portal.dialog();
    assert.deepEqual((await view()).chooser, { isThere: true, openFor: 'content-filter/excluded_dirs' });
    await ask({ kind: 'choose-folder', list: 'workspaces' });
    assert.equal(portal.dialogs.length, 1, 'no second dialog');
    await portal.answer(0, [pathToFileURL(folder).href]);
    await choice;
    assert.equal((await view()).notice?.text, 'Folders: changed');
    assert.deepEqual(JSON.parse(readFileSync(hub.places.document('config/content-filter.json'), 'utf8')).excluded_dirs, [folder]);
    const stopped = ask({ kind: 'choose-folder', list: 'workspaces' });
    await portal.dialog(2);
    await ask({ kind: 'stop-choosing' });
    await stopped;
    assert.equal((await view()).chooser.openFor, null);
    const added = ask({ kind: 'choose-folder', list: 'workspaces' });
    await portal.dialog(3);
    await portal.answer(0, [pathToFileURL(folder).href]);
    await added;
    assert.ok((await view()).workspaces.some(({ name }) => name === 'chosen folder '));
    const failing = ask({ kind: 'choose-folder', list: 'workspaces' });
    await portal.dialog(4);
    await portal.answer(9, []);
    await failing;
    assert.match((await view()).notice?.text ?? '', /^No folder was chosen: /);
  });

  test('switches the autostart, shows what is on the disk, and undoes that', async () => {
    await ask({ kind: 'show', section: 'settings' });
    const isOn = (value: boolean) =>
      shows(`autostart ${value}`, ({ settings }) => {
        const control = settings.flatMap(({ rows }) => rows).find(({ id }) => id === 'autostart')?.control;
        return control?.kind === 'switch' && control.value === value;
      });
    await isOn(false);
    const file = path.join(hub.root, 'config home', 'autostart', 'hub-desktop-0a1b2c3d.desktop');
    const set = (value: boolean) => ask({ kind: 'change-setting', id: 'autostart', change: { how: 'set', value } });
    await set(true);
    await isOn(true);
    assert.match(readFileSync(file, 'utf8'), /^Exec=.*HUB_HOME=.* run --hidden$/m);
    rmSync(file);
    await isOn(false); // a file deleted by hand
    await set(true);
    await ask({ kind: 'undo', noticeId: (await view()).notice?.id ?? 0 });
    await isOn(false);
    assert.equal(existsSync(file), false);
  });

  test('restarts a component, and the view shows that the core was gone and is back', async () => {
    await ask({ kind: 'restart', componentId: 'python_core' });
    assert.match((await view()).notice?.text ?? '', /python_core is running again/);
    await shows('core', ({ connection }) => connection.state === 'connected');
    await copied('After the restart this was copied, and it is shown.');
  });

  test('is not needed for the view to count a missed copy, even if nothing else changes', async () => {
    const { revision, capture } = await view();
    assert.equal(capture.missed, 0);
    await owner.own({ TARGETS: { manner: 'silent' }, ...text('nobody gets this') });
    // Its program is asked once more, and has some time for that.
    const counted = await until('missed copy', async () => ((await view()).capture.missed === 1 ? view() : undefined), 60_000);
    assert.ok(counted.revision > revision);
  });

  test('reports why a component was not restarted', async () => {
    for (const [componentId, why] of [
      ['supervisor', /^supervisor was not restarted: it starts and watches the others.*hub stop/],
      ['nobody', /^nobody was not restarted: unknown component$/],
    ] as const) {
      await ask({ kind: 'restart', componentId });
      assert.match((await view()).notice?.text ?? '', why);
    }
  });

  test('stops Hub after the page has announced it', async () => {
    const { components } = await hub.until(() => true);
    await ask(ExitCommand);
    assert.deepEqual(seenBeforeExit, ['Hub is stopping']);
    await until('end of every process', () => components.every(({ pid }) => pid === null || !isAlive(pid)));
  });
});
