import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ask, askProgram, openAskedTheme } from './asked.ts';
import { readMacosTheme } from './macos.ts';
import { readWindowsTheme } from './windows.ts';

/** A registry as reg.exe tells it; a missing value is an error of its own. */
function registry(values: Readonly<Record<string, string>>): Ask {
  return async (program, args) => {
    assert.equal(program, 'C:\\Windows\\System32\\reg.exe');
    const [, key, , name] = args;
    const value = values[name ?? ''];
    return value === undefined ? null : `\r\n${key}\r\n    ${name}    ${value}\r\n\r\n`;
  };
}

test('the theme of Windows is that of applications, and high contrast has the colour of windows', async () => {
  const theme = (values: Record<string, string>) => readWindowsTheme(registry(values), 'C:\\Windows');
  assert.equal(await theme({}), 'light');
  assert.equal(await theme({ AppsUseLightTheme: 'REG_DWORD    0x1', Flags: 'REG_SZ    126' }), 'light');
  assert.equal(await theme({ AppsUseLightTheme: 'REG_DWORD    0x0', Flags: 'REG_SZ    126' }), 'dark');
  assert.equal(await theme({ Flags: 'REG_SZ    127', Window: 'REG_SZ    0 0 0' }), 'high-contrast-dark');
  assert.equal(await theme({ Flags: 'REG_SZ    127', Window: 'REG_SZ    255 250 239' }), 'high-contrast-light');
});

test('the theme of macOS is dark while that key is there', async () => {
  const theme = (values: Record<string, string>) => readMacosTheme(async (_, args) => values[args.at(-1) ?? ''] ?? null);
  assert.equal(await theme({}), 'light');
  assert.equal(await theme({ AppleInterfaceStyle: 'Dark\n' }), 'dark');
  assert.equal(await theme({ AppleInterfaceStyle: 'Dark\n', increaseContrast: '1\n' }), 'high-contrast-dark');
});

test('a program that is not there, or fails, has said nothing', async () => {
  assert.equal(await askProgram('/nowhere/reg.exe', []), null);
  assert.equal(await askProgram(process.execPath, ['-e', 'process.exit(1)']), null);
  assert.equal(await askProgram(process.execPath, ['-p', '1']), '1\n');
});

test('who looks again hears of another theme once', async () => {
  let now: 'light' | 'dark' = 'light';
  await using theme = await openAskedTheme(async () => now);
  const heard: string[] = [];
  theme.onChanged((name) => heard.push(name));
  await theme.look();
  now = 'dark';
  await theme.look();
  await theme.look();
  assert.deepEqual([theme.current(), heard], ['dark', ['dark']]);
});
