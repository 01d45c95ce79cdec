import type { DesktopKeyboard } from './interface.ts';

type KeptKeys = Pick<DesktopKeyboard, 'keepKeys' | 'giveKeys' | 'cancelKeys' | 'returnKeys' | 'dropKeys' | 'awaitChosen' | 'releaseKeys'>;

/** Of a desktop where Hub keeps no keys: what is pressed around the picker goes where the system sends it. */
export abstract class KeysNotKept implements KeptKeys {
  keepKeys(): void {}

  async giveKeys(): Promise<void> {}

  cancelKeys(): void {}

  async returnKeys(): Promise<void> {}

  dropKeys(): void {}

  awaitChosen(): void {}

  releaseKeys(): void {}
}
