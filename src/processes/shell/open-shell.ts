/** The shell's parts, connected. */
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import { askOpen, askRunCommand } from '../../client/ask-pipes.ts';
import { Bridge } from '../../client/bridge.ts';
import { ReusedConnections } from '../../client/http-exchange.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { speakAs } from '../../configuration/speak-language.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { PageCommand } from '../../contract/shell-page.ts';
import { namedCommands } from '../../domain/commands/saved-commands.ts';
import { activeWorkspace } from '../../domain/saving/workspace.ts';
import { effectiveTheme } from '../../domain/view/effective-theme.ts';
import { autostart } from '../../platform/autostart/index.ts';
import { folderChooser } from '../../platform/folder-chooser/index.ts';
import { entryName, type ListOwner, programOf } from '../../platform/jump-list/index.ts';
import type { KeyboardSurroundings } from '../../platform/keyboard/index.ts';
import { tellDesktop } from '../../platform/notification/index.ts';
import { openSystemTheme } from '../../platform/theme/index.ts';
import { isWindowHeld } from '../../platform/window/held-display.ts';
import { type OpenedWindow, type OpenWindowFailure, openShellWindow, type ShellWindow } from '../../platform/window/index.ts';
import { WindowEnds } from '../../platform/window/window-end.ts';
import type { Component } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { type CommandParts, doCommand, openSection } from './commands.ts';
import { CoreLink } from './core-link.ts';
import { exitHub } from './exit-hub.ts';
import { loggingFailures } from './logging-failures.ts';
import { openPicker, type Picker } from './picker/picker.ts';
import { followTarget } from './picker/target-end.ts';
import { ShownPrograms } from './programs/shown-programs.ts';
import { SavedCommands } from './saved-commands/saved-commands.ts';
import { FolderChoice } from './settings/folder-choice.ts';
import { ShownPairings } from './settings/shown-pairings.ts';
import { ShownSettings } from './settings/shown-settings.ts';
import { Shell } from './shell.ts';
import { profileOf, showProfile } from './shown-profile.ts';
import { doVerb, sayTaken } from './verbs/shell-verbs.ts';
import { followTextShortcut } from './verbs/text-shortcut.ts';
import type { PageSilence } from './view-feed.ts';
import { backgroundFor, followTheme, iconFor } from './window/follow-theme.ts';
import { shownHtml, shownPicture } from './window/page-content.ts';
import { type PageParts, pageHandler } from './window/page-handler.ts';
import { bringPageBack } from './window/page-returns.ts';
import { PaintAcks } from './window/paint-acks.ts';
import { QuickWindow, windowTitle } from './window/quick-window.ts';
import { showTray } from './window/show-tray.ts';
import { publishTasks } from './window/taskbar.ts';
import { WindowControl } from './window/window-control.ts';
import { OpenWindowMemory, openedAs } from './window/window-memory.ts';

export interface OpenShell {
  readonly component: Component;
  readonly owner: ListOwner;
  readonly platform: NodeJS.Platform;
  /** The folder of the built page. */
  readonly page: string;
}

export interface OpenedShell extends AsyncDisposable {
  /** Resolves when somebody else has destroyed the window, or its page has crashed: only another process can bring them back. */
  readonly lost: Promise<'window destroyed' | 'page not responding' | 'page ends again and again'>;
}

/** The shell's state, and its connections. */
interface Knowledge {
  readonly memory: OpenWindowMemory;
  readonly bridge: Bridge;
  readonly shell: Shell;
  readonly programs: ShownPrograms;
}

/** What is connected once there is a window; it ends with `parts`. */
interface Joined extends OpenShell, Knowledge {
  readonly parts: AsyncDisposableStack;
  readonly window: ShellWindow;
  readonly control: WindowControl;
}

const paintsWithinMs = 10_000;
/** A working page paints within a few frames. */
const saidWithinMs = 300;
const opensWithinMs = 6_000;
/** The bridge; and a window manager, which takes milliseconds, at the start. */
const [answersWithinMs, activeWithinMs] = [4_000, 1_000];

export async function openShell(options: OpenShell): Promise<Outcome<OpenedShell, OpenWindowFailure>> {
  const { component, platform } = options;
  const { env, log } = component;
  const parts = new AsyncDisposableStack();
  const lost = Promise.withResolvers<Awaited<OpenedShell['lost']>>();
  const silence = { begun: () => lost.resolve('page not responding'), isExcused: () => isWindowHeld({ platform, env }) };
  const known = openKnowledge(options, parts, silence);
  // A portal that is only being started takes a while.
  const theme = openSystemTheme({ platform, env, log });
  const opened = await openWindow(
    options,
    known,
    loggingFailures(log, 'page', (command: PageCommand) => doCommand(commands, command)),
  );
  if (!opened.ok) {
    void theme.then((system) => system.close());
    await parts.disposeAsync();
    return opened;
  }
  const window = parts.use(opened.value);
  window.on('destroyed', () => lost.resolve('window destroyed'));
  const control = parts.use(
    new WindowControl({
      window,
      memory: known.memory,
      shell: known.shell,
      log,
      run: env.HUB_INSTANCE ?? '',
      startsHidden: env.HUB_WINDOW === 'hidden',
      isBack: Number(env.HUB_RESTARTS) > 0,
    }),
  );
  const joined: Joined = { ...options, ...known, parts, window, control };
  const painted = new PaintAcks();
  bringPageBack({ ...joined, painted, log, giveUp: () => lost.resolve('page ends again and again') });
  const writeTasks = async (): Promise<void> => publishTasks({ ...options, places: component.places, env, log });
  const written = writeTasks();
  loggingFailures(log, 'state', () => written)();
  const entry = { name: entryName(options.owner.key), written: written.catch(() => {}) };
  const picker = parts.use(await openPicker({ ...joined, ...component, isWayland: !window.hasPlace, entry }));
  if (env.DISPLAY) followTarget({ ...joined, ends: parts.use(new WindowEnds(env.DISPLAY, env.XAUTHORITY)) });
  const commands = commandsOf(joined, painted, { picker, entry });
  component.onTold(
    loggingFailures(log, 'supervisor', (message: ComponentMessage) => {
      if (message.kind === 'missed') known.shell.lists.moved();
      if (message.kind === 'text-taken') sayTaken(known.shell, message.result);
      if (message.kind !== 'act') return;
      return message.verb === 'open-picker' ? picker.toggle() : doVerb(message.verb, commands, message.requestId);
    }),
  );
  followTheme(joined, theme);
  showTray(joined, commands);
  const writeAgain = loggingFailures(log, 'state', writeTasks);
  let { language } = known.shell.state;
  known.shell.onChanged((state) => {
    if (state.language === language) return;
    language = state.language;
    writeAgain();
  });
  const { opensAt } = control;
  if (opensAt !== null) {
    await within(activeWithinMs, control.restore(opensAt));
    // Ready is a window that shows something. It becomes active later where its manager is late, or there is none. A window whose page does not load is ready all the same, and reports that.
    if (!(await painted.reaches(0, paintsWithinMs))) log.warn('the page was not painted in time');
  } else known.shell.setShown(false);
  await picker.shortcutTried();
  return done({ lost: lost.promise, [Symbol.asyncDispose]: () => parts.disposeAsync() });
}

/** The shell's state, updated from the core, the settings and the window's memory. */
function openKnowledge({ component, platform }: OpenShell, parts: AsyncDisposableStack, silence: PageSilence): Knowledge {
  const { places, env, log } = component;
  const memory = parts.use(new OpenWindowMemory(path.join(places.home, 'data', 'window.json')));
  const hub = parts.use(
    openHubDocument('hub', component, ({ language, save, picker }) =>
      shell.set({ language: speakAs(language, env), savePolicy: save.policy, minTextChars: save.min_text_chars, pickerRules: picker }),
    ),
  );
  const catalog = parts.use(openHubDocument('workspaces', component, () => void shell.refreshStatus()));
  const chat = parts.use(openHubDocument('chat-routing', component, (value) => shell.set({ chat: value })));
  const saved = parts.use(openHubDocument('commands', component, (value) => shell.set({ commands: namedCommands(value) })));
  const fallbacks = { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome };
  const bridge = new Bridge(() => link.port, { timeoutMs: answersWithinMs }, parts.use(new ReusedConnections()));
  const { section, seenMissed, dismissed, panel, railIsOpen, theme: themeChoice, systemTheme } = memory.beginning(env.HUB_INSTANCE ?? '');
  const shell = parts.use(
    new Shell({
      places,
      bridge,
      silence,
      initial: {
        section,
        ...{ seenMissed, dismissed },
        panel,
        railIsOpen,
        themeChoice,
        theme: effectiveTheme(themeChoice, systemTheme),
        language: speakAs(hub.value.language, env),
        savePolicy: hub.value.save.policy,
        minTextChars: hub.value.save.min_text_chars,
        pickerRules: hub.value.picker,
        commands: namedCommands(saved.value),
        chat: chat.value,
        workspacePath: activeWorkspace(catalog.value, fallbacks),
        profile: profileOf(null, env),
      },
    }),
  );
  const link = parts.use(
    new CoreLink({
      places,
      snapshot: (snapshot) => {
        shell.follow(snapshot);
        log.debug('snapshot', { revision: shell.feed.revision });
      },
      changed: (fragment) => void shell.changed(fragment),
      missed: () => shell.lists.missed(),
      deleted: (fragmentId) => shell.lists.deleted(fragmentId),
      log,
      connected: (isConnected) => {
        const connection = isConnected ? 'connected' : 'lost';
        if (connection !== shell.state.connection) log.debug('core', { is: connection });
        // Only the supervisor knows whether the core is restarted automatically.
        if (connection !== shell.state.connection) void shell.refreshStatus();
        shell.set({ connection });
      },
    }),
  );
  const programs = parts.use(new ShownPrograms({ platform, env, shell, log }));
  return { memory, bridge, shell, programs };
}

function openWindow(
  options: OpenShell,
  { memory, bridge, shell, programs }: Knowledge,
  command: PageParts['command'],
): Promise<OpenedWindow> {
  const { component, owner, platform, page: folder } = options;
  const { places, env } = component;
  return openShellWindow(
    { platform, env },
    {
      title: windowTitle,
      program: programOf(owner.key),
      engineFolder: path.join(places.home, 'data', 'webview'),
      page: pageHandler({
        folder,
        viewAfter: (revision) => shell.newsAfter(revision),
        rows: (query) => shell.lists.rows(query),
        answered: (bytes) => component.log.debug('page answered', { bytes }),
        command,
        picture: (id) => shownPicture(bridge, shell, id),
        html: (id) => shownHtml(bridge, shell, id),
        programIcon: (id) => programs.icon(id),
        profilePicture: showProfile(options.component, options.platform, shell),
      }),
      ...openedAs(memory.value),
      icon: iconFor(shell.state.theme),
      background: backgroundFor(shell.state.theme),
    },
  );
}

function commandsOf(
  { component, owner, platform, parts, memory, bridge, shell, window, control }: Joined,
  painted: PaintAcks,
  { picker, entry }: { readonly picker: Picker; readonly entry: KeyboardSurroundings['entry'] },
): CommandParts {
  const { places, log, env } = component;
  const ownAutostart = autostart({ platform, env, places, owner });
  const settings = parts.use(new ShownSettings({ places, env, log, bridge, shell, autostart: ownAutostart }));
  const chooser = folderChooser({ platform, env, log });
  const folders = parts.use(new FolderChoice({ shell, chooser, add: (command) => doCommand(commands, command) }));
  const savedCommands = new SavedCommands({
    ...{ places, log, shell },
    run: ({ id, timeout_seconds }, fragmentId) => askRunCommand(places, { command: id, fragmentId, limitMs: timeout_seconds * 1_000 }),
  });
  const keyboard = { platform, env, log, isWayland: !window.hasPlace, isOwn: (id: number) => BigInt(id) === window.handle, entry };
  const textShortcut = parts.use(
    followTextShortcut({ component, shell, keyboard, act: (verb) => doCommand(commands, { kind: 'act', verb }) }),
  );
  const seen = async (): Promise<boolean> => window.isVisible && painted.reaches(shell.feed.revision, saidWithinMs);
  const commands: CommandParts = {
    places,
    env,
    log,
    shell,
    bridge,
    control,
    memory,
    open: (as, target) => askOpen(places, { as, target }, { timeoutMs: opensWithinMs }),
    painted: (revision, atMs) => {
      painted.tell(revision);
      log.debug('painted', { revision, atMs });
    },
    inUse: () => window.stir(),
    settings,
    pairings: parts.use(new ShownPairings({ places, shell })),
    autostart: ownAutostart,
    folders,
    picker,
    savedCommands,
    textShortcut,
    readings: new Map(),
    readsPictures: () => effectiveDocument(places, 'text-extraction').value.read_pictures !== 'off',
    tellDesktop: (text) => tellDesktop({ platform, env, log }, text),
    // The supervisor hears it.
    tellSent: (sent) => component.tell('hub', { kind: 'chat-sent', ...sent }),
    quick: new QuickWindow({ window, control, memory, shell, follow: () => settings.open() }),
    exit: () => exitHub({ places, log, notifications: { publish: (text, intent) => shell.notify(intent, text) }, seen }),
  };
  openSection(commands, shell.state.section);
  return commands;
}
