/** The tray of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Tray } from './interface.ts';
import { LinuxTray } from './linux.ts';
import { PackageTray, type TrayApplication } from './package-tray.ts';

export type * from './interface.ts';
export type { TrayApplication } from './package-tray.ts';

/** What determines the kind of tray. `env` is read for the session bus; `application` is the window package's, if that draws the tray. */
export interface TraySystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly application?: TrayApplication;
  /** Logs each step at a detailed level. */
  readonly log?: DetailedLog;
}

/** The tray, not shown yet: call `initialize`. `unsupported`: this system has none, or its window package was not passed. */
export function openTray({ platform, env, application, log }: TraySystem): Outcome<Tray, 'unsupported'> {
  if (platform === 'linux') return done(new LinuxTray(env, log));
  return application !== undefined && (platform === 'win32' || platform === 'darwin')
    ? done(new PackageTray(application))
    : failed('unsupported');
}
