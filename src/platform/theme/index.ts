/** The theme of this system. */
import type { DetailedLog } from '../../base/log.ts';
import type { SystemTheme } from './interface.ts';
import { openLinuxTheme } from './linux.ts';
import { readMacosTheme } from './macos.ts';
import { askProgram, openPolledTheme } from './polled-theme.ts';
import { readWindowsTheme } from './windows.ts';

export type * from './interface.ts';

export interface ThemeSystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Logs each step at a detailed level. */
  readonly log?: DetailedLog;
}

/** Opens the facility; resolves once the theme is known. A system without a preference is light. Never rejects. */
export async function openSystemTheme({ platform, env, log }: ThemeSystem): Promise<SystemTheme> {
  if (platform === 'linux') return openLinuxTheme(env, log);
  if (platform === 'win32') return openPolledTheme(() => readWindowsTheme(askProgram, env.SystemRoot ?? 'C:\\Windows'));
  if (platform === 'darwin') return openPolledTheme(() => readMacosTheme(askProgram));
  return openPolledTheme(async () => 'light');
}
