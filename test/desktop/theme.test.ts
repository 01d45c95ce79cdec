import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { variant } from '../../src/platform/dbus/values.ts';
import { openSystemTheme } from '../../src/platform/theme/index.ts';
import { Portal } from '../harness/desktop/portal.ts';
import { missingPrograms, startSessionBus } from '../harness/desktop/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

function themeWith(env: Readonly<Record<string, string>>) {
  return openSystemTheme({ platform: 'linux', env });
}

describe('the theme of a Linux desktop with a portal', { skip: missingPrograms('dbus-daemon') }, () => {
  it('is that of the portal, and follows it', async () => {
    await using bus = await startSessionBus();
    await using portal = await Portal.start(bus.env, { 'color-scheme': 1, contrast: 0 });
    await using theme = await themeWith(bus.env);
    assert.equal(theme.current(), 'dark');
    const heard: string[] = [];
    theme.onChanged((name) => heard.push(name));
    portal.change('color-scheme', 2);
    await until('light theme', () => theme.current() === 'light');
    portal.change('contrast', 1);
    await until('high contrast', () => theme.current() === 'high-contrast-light');
    portal.change('color-scheme', 1);
    await until('dark high contrast', () => theme.current() === 'high-contrast-dark');
    assert.deepEqual(heard, ['light', 'high-contrast-light', 'high-contrast-dark']);
  });

  it('is read from the first version of the portal too', async () => {
    await using bus = await startSessionBus();
    await using _portal = await Portal.start(bus.env, { 'color-scheme': 1 }, 1);
    await using theme = await themeWith(bus.env);
    assert.equal(theme.current(), 'dark');
  });

  it('is requested from the portal, whatever a signal says', async () => {
    await using bus = await startSessionBus();
    await using portal = await Portal.start(bus.env, { 'color-scheme': 1 });
    await using theme = await themeWith(bus.env);
    const heard: string[] = [];
    theme.onChanged((name) => heard.push(name));
    portal.tell(['org.freedesktop.appearance', 'color-scheme', variant('u', 2)], 'ssv');
    portal.tell([7], 'i');
    portal.tell([[[1, Buffer.alloc(3)]]], 'a(iay)');
    // The signals arrived before its answer.
    await theme.look();
    assert.deepEqual([theme.current(), heard], ['dark', []]);
  });

  it('comes from a portal that starts late, and from the files when that exits', async (t) => {
    await using bus = await startSessionBus();
    const home = temporaryHome(t);
    mkdirSync(path.join(home, 'gtk-3.0'));
    writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-theme-name=HighContrastInverse\n');
    await using theme = await themeWith({ ...bus.env, XDG_CONFIG_HOME: home });
    assert.equal(theme.current(), 'high-contrast-dark');
    const portal = await Portal.start(bus.env, { 'color-scheme': 2 });
    await until('theme of the portal', () => theme.current() === 'high-contrast-light');
    await portal[Symbol.asyncDispose]();
    await until('theme of the files', () => theme.current() === 'high-contrast-dark');
  });

  it('without a portal is that of GTK programs, and follows folders that are created later and files that are replaced', async (t) => {
    await using bus = await startSessionBus();
    const home = temporaryHome(t);
    await using theme = await themeWith({ ...bus.env, HOME: path.dirname(home), XDG_CONFIG_HOME: home });
    assert.equal(theme.current(), 'light');
    const file = path.join(home, 'gtk-4.0/settings.ini');
    mkdirSync(path.dirname(file));
    writeFileSync(file, '[Settings]\ngtk-theme-name=Adwaita-dark\n');
    await until('dark theme', () => theme.current() === 'dark');
    writeFileSync(`${file}.new`, '[Settings]\ngtk-theme-name=HighContrast\n');
    renameSync(`${file}.new`, file);
    await until('high contrast', () => theme.current() === 'high-contrast-light');
    rmSync(path.dirname(file), { recursive: true });
    await until('light theme', () => theme.current() === 'light');
  });

  it('is followed if no settings folder existed at the start, and after all of them were removed', async (t) => {
    await using bus = await startSessionBus();
    const home = path.join(temporaryHome(t), 'home/maria');
    const file = path.join(home, '.config/gtk-3.0/settings.ini');
    const write = (name: string) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `[Settings]\ngtk-theme-name=${name}\n`);
    };
    await using theme = await themeWith({ ...bus.env, HOME: home });
    write('Adwaita-dark');
    await until('dark theme', () => theme.current() === 'dark');
    for (const gone of ['.config/gtk-3.0/settings.ini', '.config/gtk-3.0', '.config', '..']) {
      rmSync(path.join(home, gone), { recursive: true });
      await until(`light theme without ${gone}`, () => theme.current() === 'light');
      write('Adwaita-dark');
      await until(`dark theme after ${gone}`, () => theme.current() === 'dark');
    }
  });

  it('outlives its bus', async () => {
    await using bus = await startSessionBus();
    await using _portal = await Portal.start(bus.env, { 'color-scheme': 1 });
    await using theme = await themeWith(bus.env);
    await bus.kill();
    await until('theme without a portal', () => theme.current() === 'light');
  });
});

/** An XSETTINGS manager, as on lightweight desktops. It reads its file at the start and at SIGHUP (xsettingsd(1)). */
class SettingsManager implements AsyncDisposable {
  readonly #file: string;
  readonly #program: ChildProcess;

  constructor(display: string, home: string, theme: string) {
    this.#file = path.join(home, 'xsettingsd');
    this.#write(theme);
    this.#program = spawn('xsettingsd', ['-c', this.#file], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  }

  become(theme: string): void {
    this.#write(theme);
    this.#program.kill('SIGHUP');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#program.exitCode !== null || this.#program.signalCode !== null) return;
    this.#program.kill();
    await once(this.#program, 'exit');
  }

  #write(theme: string): void {
    writeFileSync(this.#file, `Net/DoubleClickTime 400\nNet/ThemeName "${theme}"\nXft/RGBA "none"\n`);
  }
}

describe('the theme of a Linux desktop with XSETTINGS', { skip: missingPrograms('xsettingsd') || withoutXvfb() }, () => {
  it('is the manager’s, and follows it while it changes, after it exits, and when another one starts', async (t) => {
    const home = temporaryHome(t);
    mkdirSync(path.join(home, 'gtk-3.0'));
    writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-theme-name=HighContrast\n');
    await using display = await startXDisplay();
    await using theme = await themeWith({ DISPLAY: display.name, XDG_CONFIG_HOME: home });
    assert.equal(theme.current(), 'high-contrast-light');
    await using first = new SettingsManager(display.name, home, 'Greybird-dark');
    await until('dark theme', () => theme.current() === 'dark');
    first.become('Greybird');
    await until('light theme', () => theme.current() === 'light');
    await first[Symbol.asyncDispose]();
    await until('theme of the files', () => theme.current() === 'high-contrast-light');
    await using _second = new SettingsManager(display.name, home, 'Adwaita-dark');
    await until('theme of the second manager', () => theme.current() === 'dark');
  });

  it('is known when the facility is opened, and outlives the display', async (t) => {
    const home = temporaryHome(t);
    await using display = await startXDisplay();
    await using _manager = new SettingsManager(display.name, home, 'Greybird-dark');
    await until('a manager', async () => {
      await using theme = await themeWith({ DISPLAY: display.name });
      return theme.current() === 'dark';
    });
    await using theme = await themeWith({ DISPLAY: display.name });
    assert.equal(theme.current(), 'dark');
    await display.kill();
    await using unreachable = await themeWith({ DISPLAY: display.name });
    assert.equal(unreachable.current(), 'light');
    assert.equal(theme.current(), 'dark');
  });
});

describe('the theme of a Linux desktop without a bus', () => {
  it('is that of the variable, and light without one', async () => {
    await using dark = await themeWith({ GTK_THEME: 'Adwaita:dark' });
    assert.equal(dark.current(), 'dark');
    await using silent = await themeWith({});
    assert.equal(silent.current(), 'light');
  });
});
