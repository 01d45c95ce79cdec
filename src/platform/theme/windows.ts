/**
 * The theme of Windows, read from the user's registry by reg.exe: that of applications, and high contrast, which is dark or light by the window
 * colour. Written from the documentation of HIGHCONTRASTW and of the keys; untested on a real Windows.
 */
import path from 'node:path';
import { themeNamed } from './followed-theme.ts';
import type { SystemThemeName } from './interface.ts';
import type { AskProgram } from './polled-theme.ts';

const personalize = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize';
const highContrast = 'HKCU\\Control Panel\\Accessibility\\HighContrast';
const colours = 'HKCU\\Control Panel\\Colors';
/** HCF_HIGHCONTRASTON (winuser.h). */
const isOn = 1;

/** `systemRoot` is the folder of Windows. */
export async function readWindowsTheme(ask: AskProgram, systemRoot: string): Promise<SystemThemeName> {
  const reg = path.win32.join(systemRoot, 'System32', 'reg.exe');
  const value = async (key: string, name: string) => entryOf(await ask(reg, ['query', key, '/v', name]), name);
  const [lightApplications, flags, window] = await Promise.all([
    value(personalize, 'AppsUseLightTheme'),
    value(highContrast, 'Flags'),
    value(colours, 'Window'),
  ]);
  if ((Number(flags) & isOn) !== 0) return themeNamed(isDarkColour(window), true);
  return themeNamed(lightApplications !== null && Number(lightApplications) === 0, false);
}

/** The value in an answer such as `    Flags    REG_SZ    126`. */
function entryOf(answer: string | null, name: string): string | null {
  const entries = (answer ?? '').split(/\r?\n/).map((line) => /^\s*(\S+)\s+REG_\w+\s+(\S.*)$/.exec(line.trimEnd()));
  return entries.find((entry) => entry?.[1] === name)?.[2] ?? null;
}

/** `255 255 255`; an unknown colour counts as light. */
function isDarkColour(colour: string | null): boolean {
  const parts = (colour ?? '255 255 255').split(/\s+/).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) < (3 * 255) / 2;
}
