import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMacosTheme } from './macos.ts';
import { type AskProgram, openPolledTheme } from './polled-theme.ts';
import { readWindowsTheme } from './windows.ts';

/** A registry as reg.exe prints it; a missing value is an error. */
function registry(values: Readonly<Record<string, string>>): AskProgram {
  return async (program, args) => {
    assert.equal(program, 'C:\\Windows\\System32\\reg.exe');
    const [, key, , name] = args;
    const value = values[name ?? ''];
    return value === undefined ? null : `\r\n${key}\r\n    ${name}    ${value}\r\n\r\n`;
  };
}

test('the theme of Windows is that of applications, and high contrast depends on the window colour', async () => {
  const theme = (values: Record<string, string>) => readWindowsTheme(registry(values), 'C:\\Windows');
  assert.equal(await theme({}), 'light');
  assert.equal(await theme({ AppsUseLightTheme: 'REG_DWORD    0x1', Flags: 'REG_SZ    126' }), 'light');
  assert.equal(await theme({ AppsUseLightTheme: 'REG_DWORD    0x0', Flags: 'REG_SZ    126' }), 'dark');
  assert.equal(await theme({ Flags: 'REG_SZ    127', Window: 'REG_SZ    0 0 0' }), 'high-contrast-dark');
  assert.equal(await theme({ Flags: 'REG_SZ    127', Window: 'REG_SZ    255 250 239' }), 'high-contrast-light');
});

test('the theme of macOS is dark while that key exists', async () => {
  const theme = (values: Record<string, string>) => readMacosTheme(async (_, args) => values[args.at(-1) ?? ''] ?? null);
  assert.equal(await theme({}), 'light');
  assert.equal(await theme({ AppleInterfaceStyle: 'Dark\n' }), 'dark');
  assert.equal(await theme({ AppleInterfaceStyle: 'Dark\n', increaseContrast: '1\n' }), 'high-contrast-dark');
});

test('checking again reports another theme once', async () => {
  let now: 'light' | 'dark' = 'light';
  await using theme = await openPolledTheme(async () => now);
  const heard: string[] = [];
  theme.onChanged((name) => heard.push(name));
  await theme.look();
  now = 'dark';
  await theme.look();
  await theme.look();
  assert.deepEqual([theme.current(), heard], ['dark', ['dark']]);
});
