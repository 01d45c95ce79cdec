/** The theme of a Linux desktop: the portal's, or without one that of GTK programs. Followed while it changes. */
import path from 'node:path';
import type { DetailedLog } from '../../base/log.ts';
import type { Bus } from '../dbus/bus.ts';
import type { BusEnvironment } from '../dbus/bus-address.ts';
import { ReconnectingBus } from '../dbus/reconnecting-bus.ts';
import { FollowedTheme, themeNamed } from './followed-theme.ts';
import { GtkFiles } from './gtk-files.ts';
import { gtkHints, noHints, type ThemeHints } from './gtk-settings.ts';
import type { SystemTheme, SystemThemeName } from './interface.ts';
import { followPortal, portalHints } from './portal.ts';
import { XSettings } from './xsettings.ts';

/**
 * `env` is read for the session bus, the X display, `GTK_THEME`, `XDG_CONFIG_HOME` and `HOME`. Resolves when the theme is known, or there is no
 * source.
 */
export async function openLinuxTheme(env: BusEnvironment, log?: DetailedLog): Promise<SystemTheme> {
  const theme = new LinuxTheme(env, log);
  await theme.settled;
  return theme;
}

class LinuxTheme implements SystemTheme {
  readonly settled: Promise<void>;

  readonly #followed = new FollowedTheme();
  readonly #gtkVariable: string | undefined;
  readonly #gtk: GtkFiles | null;
  readonly #desktop: XSettings | null;
  readonly #lasting: ReconnectingBus;
  #bus: Bus | null = null;
  #portal: ThemeHints = noHints;
  #asked = 0;
  #latest: Promise<void> = Promise.resolve();

  constructor(env: BusEnvironment, log?: DetailedLog) {
    this.#gtkVariable = env.GTK_THEME;
    const configFolder = env.XDG_CONFIG_HOME || (env.HOME && path.join(env.HOME, '.config'));
    this.#gtk = configFolder ? new GtkFiles(configFolder, () => this.#decide()) : null;
    const display = env.DISPLAY;
    this.#desktop = display ? new XSettings({ name: display, authorityFile: env.XAUTHORITY }, () => this.#decide()) : null;
    this.#decide();
    this.#lasting = new ReconnectingBus('session', env, { up: (bus) => this.#onBus(bus), down: () => this.#onBusGone() }, log);
    this.settled = Promise.all([this.#lasting.settled, this.#desktop?.settled]).then(() => {});
  }

  current(): SystemThemeName {
    return this.#followed.theme;
  }

  onChanged(hear: (theme: SystemThemeName) => void): void {
    this.#followed.onChanged(hear);
  }

  look(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    const answer = this.#bus === null ? Promise.resolve(noHints) : portalHints(this.#bus);
    // A later answer is right, and earlier callers get it too: a portal that has just started does not answer the first request.
    this.#latest = answer.then((hints) => (turn === this.#asked ? this.#take(hints) : this.#latest));
    return this.#latest;
  }

  async close(): Promise<void> {
    this.#followed.silence();
    this.#gtk?.close();
    await this.#desktop?.[Symbol.asyncDispose]();
    await this.#lasting.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #onBus(bus: Bus): Promise<void> {
    this.#bus = bus;
    followPortal(bus, () => void this.look());
    await this.look();
  }

  #take(hints: ThemeHints): void {
    this.#portal = hints;
    this.#decide();
  }

  #onBusGone(): void {
    this.#bus = null;
    void this.look();
  }

  #decide(): void {
    const gtk = gtkHints({ variable: this.#gtkVariable, desktop: this.#desktop?.theme ?? null, files: this.#gtk?.read() ?? [] });
    const isDark = this.#portal.isDark ?? gtk.isDark ?? false;
    const isHighContrast = this.#portal.isHighContrast ?? gtk.isHighContrast ?? false;
    this.#followed.become(themeNamed(isDark, isHighContrast));
  }
}
