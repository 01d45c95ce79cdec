/** The theme of macOS, as defaults(1) has it. After its documentation; untried. The key is there only while the theme is dark. */
import type { Ask } from './asked.ts';
import { themeNamed } from './followed-theme.ts';
import type { SystemThemeName } from './interface.ts';

const defaults = '/usr/bin/defaults';

export async function readMacosTheme(ask: Ask): Promise<SystemThemeName> {
  const style = await ask(defaults, ['read', '-g', 'AppleInterfaceStyle']);
  const contrast = await ask(defaults, ['read', 'com.apple.universalaccess', 'increaseContrast']);
  return themeNamed(style?.trim() === 'Dark', contrast?.trim() === '1');
}
