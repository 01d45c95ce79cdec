/** A system's theme that a test sets. */
import { FollowedTheme } from './followed-theme.ts';
import type { SystemTheme, SystemThemeName } from './interface.ts';

export class FakeSystemTheme implements SystemTheme {
  readonly #followed = new FollowedTheme();

  constructor(theme: SystemThemeName = 'light') {
    this.#followed.become(theme);
  }

  /** The user chooses another one. */
  become(theme: SystemThemeName): void {
    this.#followed.become(theme);
  }

  current(): SystemThemeName {
    return this.#followed.theme;
  }

  onChanged(hear: (theme: SystemThemeName) => void): void {
    this.#followed.onChanged(hear);
  }

  async look(): Promise<void> {}

  async close(): Promise<void> {
    this.#followed.silence();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
