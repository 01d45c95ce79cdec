/** The theme of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { askProgram, openAskedTheme } from './asked.ts';
import type { SystemTheme } from './interface.ts';
import { openLinuxTheme } from './linux.ts';
import { readMacosTheme } from './macos.ts';
import { readWindowsTheme } from './windows.ts';

export type * from './interface.ts';

export interface ThemeSystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is told each step, where it is detailed. */
  readonly log?: DetailedLog;
}

/** Opens the facility, once it knows the theme. A system that tells none is light. Never rejects. */
export async function openSystemTheme({ platform, env, log }: ThemeSystem): Promise<SystemTheme> {
  if (platform === 'linux') return openLinuxTheme(env, log);
  if (platform === 'win32') return openAskedTheme(() => readWindowsTheme(askProgram, env.SystemRoot ?? 'C:\\Windows'));
  if (platform === 'darwin') return openAskedTheme(() => readMacosTheme(askProgram));
  return openAskedTheme(async () => 'light');
}
