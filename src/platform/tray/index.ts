/** The tray of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Tray } from './interface.ts';
import { LinuxTray } from './linux.ts';
import { PackageTray, type TrayApplication } from './package.ts';

export type * from './interface.ts';
export type { TrayApplication } from './package.ts';

/** What decides which tray there is. `env` is read for the session bus; `application` is the window package's, where it draws the tray. */
export interface TraySystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly application?: TrayApplication;
  /** Is told each step, where it is detailed. */
  readonly log?: DetailedLog;
}

/** The tray, not yet shown: `initialize` does that. `unsupported`: this system has none, or its window package was not given. */
export function openTray({ platform, env, application, log }: TraySystem): Outcome<Tray, 'unsupported'> {
  if (platform === 'linux') return done(new LinuxTray(env, log));
  return application !== undefined && (platform === 'win32' || platform === 'darwin')
    ? done(new PackageTray(application))
    : failed('unsupported');
}
