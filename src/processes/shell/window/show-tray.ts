/** The tray icon of this shell, if the desktop has a place for it. */
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { openTray } from '../../../platform/tray/index.ts';
import type { ShellWindow } from '../../../platform/window/index.ts';
import type { Component } from '../../component.ts';
import { type CommandParts, copyFromTray } from '../commands.ts';
import { loggingFailures } from '../logging-failures.ts';
import type { Shell } from '../shell.ts';
import { requestVerb } from '../verbs/request-verb.ts';
import { TrayControl } from './tray-control.ts';

interface Parts {
  readonly component: Component;
  readonly platform: NodeJS.Platform;
  readonly parts: AsyncDisposableStack;
  readonly shell: Shell;
  readonly window: ShellWindow;
}

export function showTray({ component: { env, log }, platform, parts, shell, window }: Parts, commands: CommandParts): void {
  const opened = openTray({ platform, env, application: window.application, log });
  if (!opened.ok) return;
  const tray = parts.use(opened.value);
  const trayControl = new TrayControl({
    tray,
    log,
    act: loggingFailures(log, 'tray', (verb: ActionVerb) => requestVerb(commands, verb)),
    copy: (fragmentId) => void copyFromTray(commands, fragmentId),
  });
  trayControl.show(shell.state);
  shell.onChanged(loggingFailures(log, 'state', (state: ShellState) => trayControl.show(state)));
  tray.refreshForDpi(window.scale);
  void tray.initialize(shell.state.theme);
  window.on('scaleChanged', (scale) => tray.refreshForDpi(scale));
}
