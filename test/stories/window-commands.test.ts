/** What the page's commands do, asked of a real Hub: the shell's own parts, without its window. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { done } from '../../src/base/outcome.ts';
import type { PageCommand, PageView } from '../../src/contract/shell-page.ts';
import { windowViewModel } from '../../src/domain/rows.ts';
import { rememberingLog } from '../../src/processes/fake-component.ts';
import { openBridge } from '../../src/processes/shell/bridge.ts';
import { type CommandParts, doCommand } from '../../src/processes/shell/commands.ts';
import { CoreLink } from '../../src/processes/shell/core-link.ts';
import { exitHub } from '../../src/processes/shell/exit-hub.ts';
import { Shell } from '../../src/processes/shell/shell.ts';
import type { WindowControl } from '../../src/processes/shell/window-control.ts';
import { OpenWindowMemory } from '../../src/processes/shell/window-memory.ts';
import type { ClipboardOwner } from '../harness/clipboard-owner.ts';
import { isAlive, type TestHub } from '../harness/hub.ts';
import { startHubDesk } from '../harness/hub-desk.ts';
import { nobody, shellBeginning } from '../harness/shell-beginning.ts';
import { until } from '../harness/until.ts';
import { withoutXvfb } from '../harness/x-display.ts';

const { ExitCommand } = windowViewModel({
  snapshot: null,
  profile: nobody,
  railIsOpen: false,
  busy: false,
  context: { workspacePath: '', userHome: '', minTextChars: 0, nowMs: 0, timeZone: 'UTC' },
});
const text = (content: string) => ({ UTF8_STRING: { content: { text: content } } });

describe('a command of the page', { skip: withoutXvfb() }, () => {
  const parts = new AsyncDisposableStack();
  let hub: TestHub;
  let owner: ClipboardOwner;
  let shell: Shell;
  let commands: CommandParts;
  const opened: string[] = [];
  const seenBeforeExit: (string | undefined)[] = [];

  before(async () => {
    ({ hub, owner } = parts.use(await startHubDesk()));
    const { places } = hub;
    const bridge = openBridge(() => link.port);
    const memory = parts.use(new OpenWindowMemory(path.join(hub.root, 'window.json')));
    shell = parts.use(
      new Shell({
        places,
        bridge,
        silent: () => {},
        initial: { ...shellBeginning, workspacePath: hub.workspace },
      }),
    );
    const link = parts.use(
      new CoreLink({
        places,
        snapshot: (snapshot) => shell.follow(snapshot),
        moved: () => shell.lists.moved(),
        deleted: (id) => shell.lists.deleted(id),
        log: rememberingLog(() => {}),
        connected: (isConnected) => shell.set({ connection: isConnected ? 'connected' : 'lost' }),
      }),
    );
    const notifications = { publish: (text: string, intent: 'info' | 'error') => shell.notify(intent, text) };
    const seen = async (): Promise<void> => void seenBeforeExit.push((await view()).notice?.text);
    const open: CommandParts['open'] = async (as, what) => {
      opened.push(`${as} ${what}`);
      return done(null);
    };
    commands = {
      places,
      log: rememberingLog(() => {}),
      shell,
      bridge,
      memory,
      control: {} as WindowControl,
      open,
      painted: () => {},
      inUse: () => {},
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

  /** Copies a text, and resolves to its fragment once the page shows that it has come to its end. */
  async function copied(content: string): Promise<string> {
    await owner.own(text(content));
    const now = await shows(
      'copy',
      ({
        window: {
          ClipboardFragments: [first],
        },
        history: { rows },
      }) => {
        return first?.toolTip === content && first.outcome.kind !== 'busy' && rows[0]?.id === first.id;
      },
    );
    return now.window.ClipboardFragments[0]?.id ?? '';
  }

  test('puts an earlier copy back on the clipboard', async () => {
    const earlier = await copied('const earlier = 1;\nexport { earlier };\n');
    await copied('const later = 2;\nexport { later };\n');
    await ask({ kind: 'copy', fragmentId: earlier });
    await shows('earlier copy', ({ window }) => window.ClipboardFragments[0]?.id === earlier);
    assert.equal((await view()).notice?.intent, 'success');
  });

  test('saves what was only kept, and opens it; a file that could run is shown in its folder', async () => {
    await ask({ kind: 'choose-save-policy', policy: 'off' });
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
    assert.match(opened.join(), /^folder .*\.sh$/);
    assert.match((await view()).notice?.text ?? '', /can run as programs/);
    await ask({ kind: 'choose-save-policy', policy: 'all' });
  });

  test('finds copies and verbs by what is typed, and ends the search', async () => {
    await copied('The heron stood in the reeds until the evening came.');
    await ask({ kind: 'search', query: 'heron' });
    const found = await shows('found copy', ({ search }) => search.rows.length === 1);
    assert.match(found.search.rows[0]?.title ?? '', /heron/);
    await ask({ kind: 'search', query: 'open log' });
    assert.equal((await view()).search.verbs[0]?.verb, 'open-logs');
    await ask({ kind: 'search', query: '' });
    assert.deepEqual((await view()).search, { query: '', rows: [], hasMore: false, verbs: [] });
  });

  test('shows all of a copy in its row, as it is by then, until another one is to be shown', async () => {
    const source = 'def area(width, height):\n    return width * height\n';
    const id = await copied(source);
    await copied('Something else that came after it.');
    assert.equal((await view()).history.rows.find((row) => row.id === id)?.preview, '', 'a list has no room for it');
    await ask({ kind: 'expand', fragmentId: id });
    const { expanded } = await view();
    assert.deepEqual([expanded?.id, expanded?.toolTip, expanded?.preview.split('\n').length], [id, source, 2]);
    await ask({ kind: 'expand', fragmentId: '999999' });
    assert.equal((await view()).notice?.intent, 'error');
    await ask({ kind: 'expand', fragmentId: null });
    assert.equal((await view()).expanded, null);
  });

  test('says where a copy was saved, and while the WorkSpace is not there that, and what would mend it', async () => {
    await copied('The harbour was quiet, and the boats lay still.');
    await ask({ kind: 'act', verb: 'save-now' });
    assert.deepEqual((await view()).notice?.text, 'Saved in text');
    renameSync(hub.workspace, `${hub.workspace}-away`);
    writeFileSync(hub.workspace, 'a file where its folder was');
    const id = await copied('The harbour was loud again in the morning.');
    const without = await shows('trouble', ({ saveTrouble }) => saveTrouble !== null);
    assert.equal(without.saveTrouble?.text, 'The WorkSpace, or a folder in it, is missing');
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

  test('opens the page of the account in the browser, and nothing where there is none', async () => {
    opened.length = 0;
    await ask({ kind: 'open-account' });
    shell.set({ profile: { ...nobody, CurrentUserAccountUri: 'https://account.example/' } });
    await ask({ kind: 'open-account' });
    shell.set({ profile: nobody });
    assert.deepEqual(opened, ['address https://account.example/']);
  });

  test('deletes a copy for good', async () => {
    const id = await copied('To be forgotten soon after it was copied.');
    await ask({ kind: 'expand', fragmentId: id });
    assert.equal((await view()).expanded?.id, id);
    await ask({ kind: 'delete', fragmentId: id });
    await shows('history without it', ({ history }) => history.rows.every((row) => row.id !== id));
    assert.equal((await view()).expanded, null);
    await ask({ kind: 'copy', fragmentId: id });
    assert.equal((await view()).notice?.intent, 'error');
  });

  test('pauses and resumes the capture by the router, and the view says which', async () => {
    await ask({ kind: 'act', verb: 'pause-capture' });
    await shows('pause', ({ capture }) => capture.state === 'paused');
    assert.ok(existsSync(hub.places.capturePaused));
    await ask({ kind: 'act', verb: 'resume-capture' });
    await shows('watching', ({ capture }) => capture.state === 'watching');
  });

  test('a pause from elsewhere is seen as the reason once the copy is gone', async () => {
    await copied('The ferry was late again that morning.');
    assert.equal((await hub.command(['action', 'pause-capture'])).status, 0);
    const emptied = await shows('no copy', ({ window }) => window.ClipboardFragments.length === 0);
    assert.equal(emptied.capture.state, 'paused');
    await hub.command(['action', 'resume-capture']);
    await shows('watching', ({ capture }) => capture.state === 'watching');
  });

  test('chooses no other WorkSpace where HUB_WORKSPACE names the one in force, and says so', async () => {
    const file = hub.places.document('config/workspaces.json');
    const text = JSON.stringify({ workspaces: [{ id: 'other', name: 'Other', path: path.join(hub.root, 'other') }], activeId: null });
    writeFileSync(file, text);
    await shell.refreshStatus();
    await ask({ kind: 'select-workspace', id: 'other' });
    assert.match((await view()).notice?.text ?? '', /HUB_WORKSPACE/);
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  test('restarts a component, and the view says that the core was away and is back', async () => {
    await ask({ kind: 'restart', componentId: 'python_core' });
    assert.match((await view()).notice?.text ?? '', /python_core is running again/);
    await shows('core', ({ connection }) => connection.state === 'connected');
    await copied('After the restart this was copied, and it is shown.');
  });

  test('is not needed for a copy that was missed to be counted, though nothing else changes', async () => {
    const { revision } = await view();
    await owner.own({ TARGETS: { manner: 'silent' }, ...text('nobody gets this') });
    const counted = await shows('missed copy', ({ capture }) => capture.missed === 1);
    assert.ok(counted.revision > revision);
  });

  test('says why a component was not restarted', async () => {
    for (const [componentId, why] of [
      ['supervisor', /^supervisor was not restarted: it starts and watches the others.*hub stop/],
      ['nobody', /^nobody was not restarted: there is no component of that name$/],
    ] as const) {
      await ask({ kind: 'restart', componentId });
      assert.match((await view()).notice?.text ?? '', why);
    }
  });

  test('says what this version has no means for', async () => {
    await ask({ kind: 'act', verb: 'extract-clipboard-text' });
    assert.match((await view()).notice?.text ?? '', /does not read text in pictures/);
  });

  test('ends Hub, once that was said', async () => {
    const { components } = await hub.until(() => true);
    await ask(ExitCommand);
    assert.deepEqual(seenBeforeExit, ['Hub is stopping']);
    await until('end of every process', () => components.every(({ pid }) => pid === null || !isAlive(pid)));
  });
});
