/** The shell's parts, joined. */
import path from 'node:path';
import { deferred } from '../../base/deadline.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import { askOpen } from '../../client/ask-pipes.ts';
import type { ActionVerb } from '../../contract/actions.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { PageCommand, PanelState } from '../../contract/shell-page.ts';
import type { ShellState } from '../../domain/page-view.ts';
import { effectiveTheme } from '../../domain/theme.ts';
import { blockedParts, profileFields } from '../../domain/user-profile.ts';
import { activeWorkspace } from '../../domain/workspace.ts';
import { type ListOwner, programOf } from '../../platform/jump-list/index.ts';
import { openSystemTheme } from '../../platform/theme/index.ts';
import { openTray } from '../../platform/tray/index.ts';
import { accountsOf } from '../../platform/user-profile/accounts-service.ts';
import { readUserProfile, type UserProfile } from '../../platform/user-profile/index.ts';
import { type OpenedWindow, type OpenWindowFailure, openShellWindow, type ShellWindow } from '../../platform/window/index.ts';
import type { Component } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { type Bridge, openBridge } from './bridge.ts';
import { act, type CommandParts, doCommand } from './commands.ts';
import { CoreLink } from './core-link.ts';
import { eachSurvived } from './each-survived.ts';
import { exitHub } from './exit-hub.ts';
import { followTheme, iconFor } from './follow-theme.ts';
import { type PageParts, pageHandler } from './page-handler.ts';
import { isAsLarge, isForPage, type PagePicture } from './page-picture.ts';
import { Painted } from './painted.ts';
import { Shell } from './shell.ts';
import { publishTasks } from './taskbar.ts';
import { TrayControl } from './tray-control.ts';
import { openedAs, WindowControl } from './window-control.ts';
import { OpenWindowMemory } from './window-memory.ts';

export interface OpenShell {
  readonly component: Component;
  readonly owner: ListOwner;
  readonly platform: NodeJS.Platform;
  /** The folder of the built page. */
  readonly page: string;
}

export interface OpenedShell extends AsyncDisposable {
  /** Resolves when somebody else has destroyed the window, or its page is gone: nothing brings them back but another process. */
  readonly lost: Promise<'window destroyed' | 'page silent'>;
}

/** What the shell knows, and whom it asks. */
interface Knowledge {
  readonly memory: OpenWindowMemory;
  readonly bridge: Bridge;
  readonly shell: Shell;
}

/** What is joined once there is a window; it ends with `parts`. */
interface Joined extends OpenShell, Knowledge {
  readonly parts: AsyncDisposableStack;
  readonly window: ShellWindow;
  readonly control: WindowControl;
}

const backgrounds = {
  light: [245, 245, 245],
  dark: [31, 31, 31],
  'high-contrast-light': [255, 255, 255],
  'high-contrast-dark': [0, 0, 0],
} as const;
const paintsWithinMs = 10_000;
/** A page that is there paints within a few frames of the screen. */
const saidWithinMs = 300;
const profileWithinMs = 2_000;
const opensWithinMs = 6_000;

export async function openShell(options: OpenShell): Promise<Outcome<OpenedShell, OpenWindowFailure>> {
  const { component, platform } = options;
  const { env, log } = component;
  const parts = new AsyncDisposableStack();
  const lost = deferred<Awaited<OpenedShell['lost']>>();
  const known = openKnowledge(component, parts, () => lost.resolve('page silent'));
  // A portal that is only being started takes its time.
  const theme = openSystemTheme({ platform, env, log });
  const opened = await openWindow(
    options,
    known,
    eachSurvived(log, 'page', (command: PageCommand) => doCommand(commands, command)),
  );
  if (!opened.ok) {
    void theme.then((system) => system.close());
    await parts.disposeAsync();
    return opened;
  }
  const window = parts.use(opened.value);
  window.on('destroyed', () => lost.resolve('window destroyed'));
  const control = parts.use(new WindowControl({ window, memory: known.memory, shell: known.shell, log, run: env.HUB_INSTANCE ?? '' }));
  const joined: Joined = { ...options, ...known, parts, window, control };
  const painted = new Painted();
  const commands = commandsOf(joined, painted);
  component.onTold(
    eachSurvived(log, 'supervisor', (message: ComponentMessage) => {
      if (message.kind === 'missed') known.shell.lists.moved();
      return message.kind === 'act' ? doVerb(message.verb, commands) : undefined;
    }),
  );
  followTheme(joined, theme);
  showTray(joined, commands);
  void publishTasks({ ...options, places: component.places, env, log });
  if (control.isToBeShown) {
    await control.restore();
    // Ready is a window that shows something. One whose page does not come is there all the same, and says so.
    if (!(await painted.reaches(0, paintsWithinMs))) log.warn('the page was not painted in time');
  } else known.shell.setShown(false);
  return done({ lost: lost.promise, [Symbol.asyncDispose]: () => parts.disposeAsync() });
}

/** The shell's state, followed from the core, the settings and what the window keeps. */
function openKnowledge(component: Component, parts: AsyncDisposableStack, silent: () => void): Knowledge {
  const { places, env, log } = component;
  const memory = parts.use(new OpenWindowMemory(path.join(places.home, 'data', 'window.json')));
  const hub = parts.use(
    openHubDocument('hub', component, ({ save }) => shell.set({ savePolicy: save.policy, minTextChars: save.min_text_chars })),
  );
  const catalog = parts.use(openHubDocument('workspaces', component, () => void shell.refreshStatus()));
  const fallbacks = { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome };
  const bridge = openBridge(() => link.port);
  const { section, panel, railIsOpen, theme: themeChoice, systemTheme } = memory.value;
  const shell = parts.use(
    new Shell({
      places,
      bridge,
      silent,
      initial: {
        section,
        panel,
        railIsOpen,
        themeChoice,
        theme: effectiveTheme(themeChoice, systemTheme),
        savePolicy: hub.value.save.policy,
        minTextChars: hub.value.save.min_text_chars,
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
      moved: () => shell.lists.moved(),
      deleted: (fragmentId) => shell.lists.deleted(fragmentId),
      log,
      connected: (isConnected) => {
        const connection = isConnected ? 'connected' : 'lost';
        if (connection !== shell.state.connection) log.debug('core', { is: connection });
        // Whether the core comes back by itself is for the supervisor to say.
        if (connection !== shell.state.connection) void shell.refreshStatus();
        shell.set({ connection });
      },
    }),
  );
  return { memory, bridge, shell };
}

function openWindow(options: OpenShell, { memory, bridge, shell }: Knowledge, command: PageParts['command']): Promise<OpenedWindow> {
  const { component, owner, platform, page: folder } = options;
  const { places, env } = component;
  return openShellWindow(
    { platform, env },
    {
      title: 'Hub',
      program: programOf(owner.key),
      engineFolder: path.join(places.home, 'data', 'webview'),
      page: pageHandler({
        folder,
        viewAfter: (revision) => shell.feed.after(revision),
        command,
        picture: (id) => shownPicture(bridge, shell, id),
        profilePicture: showProfile(options, shell),
      }),
      ...openedAs(memory.value),
      icon: iconFor(shell.state.theme),
      background: backgrounds[shell.state.theme],
    },
  );
}

/** The picture of a fragment that is shown, if it is what the view says of it. */
async function shownPicture(bridge: Bridge, shell: Shell, fragmentId: string): Promise<PagePicture | null> {
  const shown = shell.shownFragment(fragmentId);
  const picture = shown === undefined ? null : await bridge.picture(fragmentId);
  return picture !== null && shown !== undefined && isAsLarge(picture, shown) ? picture : null;
}

/** Shows who the user is, once that is known. Returns how to have the picture. */
function showProfile({ component, platform }: OpenShell, shell: Shell): PageParts['profilePicture'] {
  const { places, env, log } = component;
  let picture: ReturnType<PageParts['profilePicture']> = null;
  const asked = readUserProfile({
    platform,
    env,
    userHome: places.userHome,
    askAccounts: accountsOf(env, log),
    timeoutMs: profileWithinMs,
  });
  void asked.then(async (known) => {
    const found = known.picture?.reveal() ?? null;
    picture = found !== null && isForPage(found, 'face') ? found : null;
    shell.set({ profile: profileOf(picture === null ? { ...known, picture: null } : known, env) });
  });
  return () => picture;
}

function commandsOf({ component, memory, bridge, shell, window, control }: Joined, painted: Painted): CommandParts {
  const { places, log } = component;
  const seen = async (): Promise<boolean> => window.isVisible && painted.reaches(shell.feed.revision, saidWithinMs);
  return {
    places,
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
    exit: () => exitHub({ places, log, notifications: { publish: (text, intent) => shell.notify(intent, text) }, seen }),
  };
}

function showTray({ component: { env, log }, platform, parts, shell, window }: Joined, commands: CommandParts): void {
  const opened = openTray({ platform, env, application: window.application, log });
  if (!opened.ok) return;
  const tray = parts.use(opened.value);
  const trayControl = new TrayControl({
    tray,
    log,
    act: eachSurvived(log, 'tray', (verb: ActionVerb) => act(commands, verb)),
  });
  trayControl.show(shell.state);
  shell.onChanged(eachSurvived(log, 'state', (state: ShellState) => trayControl.show(state)));
  tray.refreshForDpi(window.scale);
  void tray.initialize(shell.state.theme);
  window.on('scaleChanged', (scale) => tray.refreshForDpi(scale));
}

const nothing = { reveal: () => '' };

function profileOf(known: UserProfile | null, env: Component['env']): ReturnType<typeof profileFields> {
  return profileFields({
    known: known ?? { displayName: nothing, accountName: nothing, emailOrUpn: nothing },
    pictureUrl: known?.picture ? '/profile/picture' : null,
    blocked: blockedParts(env.HUB_HUBWINDOW_DEBUG_PROFILE_BLOCK),
  });
}

/** What the router hands to the window. */
async function doVerb(verb: ActionVerb, parts: CommandParts): Promise<void> {
  const { control, shell, memory } = parts;
  if (verb === 'restore') await control.restore();
  if (verb === 'toggle') await control.toggle();
  if (verb === 'pause-capture' || verb === 'resume-capture') shell.captureChanged();
  if (verb.startsWith('quick-settings-')) {
    await doCommand(parts, { kind: 'show', section: 'quick-settings' });
    await control.restore();
  }
  if (verb === 'cycle-top-panel') {
    const panel = ((shell.state.panel + 1) % 5) as PanelState;
    shell.set({ panel });
    memory.set({ panel });
  }
}
