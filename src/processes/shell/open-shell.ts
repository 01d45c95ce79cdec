/** The shell's parts, joined. */
import path from 'node:path';
import { Debounced } from '../../base/debounced.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import type { ActionVerb } from '../../contract/actions.ts';
import type { PanelState } from '../../contract/shell-page.ts';
import { effectiveTheme } from '../../domain/theme.ts';
import { blockedParts, profileFields } from '../../domain/user-profile.ts';
import { activeWorkspace } from '../../domain/workspace.ts';
import { folderOpener } from '../../platform/folder-opener/index.ts';
import { type ListOwner, programOf } from '../../platform/jump-list/index.ts';
import { openSystemTheme, type SystemThemeName } from '../../platform/theme/index.ts';
import { openTray } from '../../platform/tray/index.ts';
import { drawMark } from '../../platform/tray/mark.ts';
import { accountsOf } from '../../platform/user-profile/accounts-service.ts';
import { readUserProfile, type UserProfile } from '../../platform/user-profile/index.ts';
import { type OpenWindowFailure, openShellWindow, type ShellWindow } from '../../platform/window/index.ts';
import { meaningOf, openWindowMessages, type WindowMessageReceived } from '../../platform/window-messages/index.ts';
import type { Component } from '../component.ts';
import { openHubDocument } from '../documents.ts';
import { openBridge } from './bridge.ts';
import { act, type CommandParts, doCommand } from './commands.ts';
import { CoreLink } from './core-link.ts';
import { exitHub } from './exit-hub.ts';
import { pageHandler } from './page-handler.ts';
import { isForPage } from './page-picture.ts';
import { Painted } from './painted.ts';
import { Shell } from './shell.ts';
import { publishTasks } from './taskbar.ts';
import { TrayControl } from './tray-control.ts';
import { sizeWithRail, WindowControl } from './window-control.ts';
import { OpenWindowMemory } from './window-memory.ts';

export interface OpenShell {
  readonly component: Component;
  readonly owner: ListOwner;
  readonly platform: NodeJS.Platform;
  /** The folder of the built page. */
  readonly page: string;
}

const smallest = { width: 360, height: 420 } as const;
const icon = { rgba: drawMark(64, { form: 'watching', stroke: [15, 108, 189] }), sizePx: 64 } as const;
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
const lookAfterMs = 200;

export async function openShell({ component, owner, platform, page }: OpenShell): Promise<Outcome<AsyncDisposable, OpenWindowFailure>> {
  const { places, env, log } = component;
  const parts = new AsyncDisposableStack();
  const memory = parts.use(new OpenWindowMemory(path.join(places.home, 'data', 'window.json')));
  const hub = parts.use(
    openHubDocument('hub', component, ({ save }) => shell.set({ savePolicy: save.policy, minTextChars: save.min_text_chars })),
  );
  const catalog = parts.use(openHubDocument('workspaces', component, () => void shell.refreshStatus()));
  const fallbacks = { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome };
  // A portal that is only being started takes its time.
  const opening = openSystemTheme({ platform, env });
  const bridge = openBridge(() => link.port);
  const { section, panel, railIsOpen, theme: themeChoice, systemTheme, place, size } = memory.value;
  const shell = parts.use(
    new Shell({
      places,
      bridge,
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
      moved: () => shell.moved(),
      connected: (isConnected) => {
        const connection = isConnected ? 'connected' : 'lost';
        // Whether the core comes back by itself is for the supervisor to say.
        if (connection !== shell.state.connection) void shell.refreshStatus();
        shell.set({ connection });
      },
    }),
  );
  let profile: UserProfile | null = null;
  const opened = await openShellWindow(
    { platform, env },
    {
      title: 'Hub',
      program: programOf(owner.key),
      engineFolder: path.join(places.home, 'data', 'webview'),
      page: pageHandler({
        folder: page,
        viewAfter: (revision) => shell.feed.after(revision),
        command: (command) => void doCommand(commands, command),
        picture: (id) => bridge.picture(id),
        profilePicture: () => profile?.picture?.reveal() ?? null,
      }),
      place,
      size: sizeWithRail(size, railIsOpen),
      smallest,
      icon,
      background: backgrounds[shell.state.theme],
    },
  );
  if (!opened.ok) {
    void opening.then((system) => system.close());
    await parts.disposeAsync();
    return opened;
  }
  const window: ShellWindow = parts.use(opened.value);
  const painted = new Painted();
  const control = new WindowControl({ window, memory, shell, log, run: env.HUB_INSTANCE ?? '' });
  const commands: CommandParts = {
    places,
    shell,
    bridge,
    control,
    memory,
    opener: folderOpener({ platform, env }),
    painted: (revision, atMs) => {
      painted.tell(revision);
      log.debug('painted', { revision, atMs });
    },
    inUse: () => window.stir(),
    exit: () => exitHub({ places, log, notifications: { publish: (text, intent) => shell.notify(intent, text) }, seen }),
  };
  const seen = async (): Promise<boolean> => window.isVisible && painted.reaches(shell.feed.revision, saidWithinMs);
  const followTheme = (): void => shell.set({ theme: effectiveTheme(shell.state.themeChoice, memory.value.systemTheme) });
  shell.onChanged(followTheme);
  const isSystemTheme = (theme: SystemThemeName): void => {
    memory.set({ systemTheme: theme });
    followTheme();
  };
  // Windows tells of one change in several messages.
  const look = new Debounced(lookAfterMs, () => void opening.then((system) => system.look()));
  const heard = ({ message }: WindowMessageReceived): void => {
    if (meaningOf(message, platform) === 'theme') look.request();
  };
  const display = window.handle === 0n ? undefined : env.DISPLAY;
  void openWindowMessages({ platform, display }, window.handle, heard).then((listening) => {
    if (!listening.ok) log.debug('window messages not heard', { reason: listening.reason });
    else if (parts.disposed) void listening.value.close();
    else parts.use(listening.value);
  });
  void opening.then((system) => {
    if (parts.disposed) return void system.close();
    parts.use(system);
    isSystemTheme(system.current());
    system.onChanged(isSystemTheme);
    // Where no message tells of another theme, it is looked for when the window is come back to.
    window.on('activated', () => void system.look());
  });
  component.onTold((message) => {
    if (message.kind === 'act') void doVerb(message.verb, commands);
    if (message.kind === 'missed') shell.moved();
  });
  const tray = openTray({ platform, env, application: window.application });
  if (tray.ok) {
    const trayControl = new TrayControl({
      tray: parts.use(tray.value),
      log,
      restore: () => void control.restore(),
      act: (verb) => void act(commands, verb),
    });
    trayControl.show(shell.state);
    shell.onChanged((state) => trayControl.show(state));
    tray.value.refreshForDpi(window.scale);
    void tray.value.initialize(shell.state.theme);
    window.on('scaleChanged', (scale) => tray.value.refreshForDpi(scale));
  }
  void readUserProfile({ platform, env, userHome: places.userHome, askAccounts: accountsOf(env), timeoutMs: profileWithinMs }).then(
    async (known) => {
      const picture = known.picture?.reveal() ?? null;
      profile = picture !== null && (await isForPage(picture, 'face')) ? known : { ...known, picture: null };
      shell.set({ profile: profileOf(profile, env) });
    },
  );
  void publishTasks({ platform, env, places, owner, log });
  if (!control.isToBeShown) return done(parts);
  await control.restore();
  // Ready is a window that shows something. One whose page does not come is there all the same, and says so.
  if (!(await painted.reaches(0, paintsWithinMs))) log.warn('the page was not painted in time');
  return done(parts);
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
