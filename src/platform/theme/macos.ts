/** The theme of macOS, by defaults(1). Written from its documentation; untested. The key exists only while the theme is dark. */

import { themeNamed } from './followed-theme.ts';
import type { SystemThemeName } from './interface.ts';
import type { AskProgram } from './polled-theme.ts';

const defaults = '/usr/bin/defaults';

export async function readMacosTheme(ask: AskProgram): Promise<SystemThemeName> {
  const style = await ask(defaults, ['read', '-g', 'AppleInterfaceStyle']);
  const contrast = await ask(defaults, ['read', 'com.apple.universalaccess', 'increaseContrast']);
  return themeNamed(style?.trim() === 'Dark', contrast?.trim() === '1');
}
