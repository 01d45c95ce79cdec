/** The browsers in the settings: read when the settings are opened and, while a code is shown, until it has paired one or its time is over. */
import { askPairingCode, askPairingList, askRevoke, type PairingFailure } from '../../../client/ask-pipes.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import { codeStill, type KnownPairings } from '../../../domain/view/settings/browser-pairings.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Pick<Shell, 'state' | 'set' | 'notify'>;
  /** Hub's own pipe, except in tests. */
  readonly ask?: Asked;
}

interface Asked {
  readonly code: typeof askPairingCode;
  readonly list: typeof askPairingList;
  readonly revoke: typeof askRevoke;
}

const usual: Asked = { code: askPairingCode, list: askPairingList, revoke: askRevoke };
const time = { timeoutMs: 6_000 };
/** A person looks at the code, goes to the browser and enters it. */
const looksEveryMs = 2_000;
const nothingKnown: KnownPairings = { list: null, code: null, trouble: '' };

export class ShownPairings implements Disposable {
  readonly #parts: Parts;
  readonly #ask: Asked;
  readonly #looking: NodeJS.Timeout;
  /** Reads overlap: what an earlier one has found is of no account after a later one. */
  #asked = 0;
  #told = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#ask = parts.ask ?? usual;
    this.#looking = setInterval(() => {
      if (this.#known.code !== null) void this.read();
    }, looksEveryMs).unref();
  }

  async read(): Promise<void> {
    const { places, shell } = this.#parts;
    this.#asked += 1;
    const turn = this.#asked;
    const listed = await this.#ask.list(places, time);
    if (turn < this.#told) return;
    this.#told = turn;
    const known = this.#known;
    if (!listed.ok) return shell.set({ pairings: { ...known, trouble: whyNot(listed) } });
    const { pairings: list } = listed.value;
    shell.set({ pairings: { list, code: codeStill(known, list, Date.now()), trouble: '' } });
  }

  /** Shows a code. */
  async pair(): Promise<void> {
    const { places, shell } = this.#parts;
    const offered = await this.#ask.code(places, time);
    if (!offered.ok) return shell.notify('error', say('There is no code: {why}', { why: whyNot(offered) }));
    shell.set({ pairings: { ...this.#known, code: offered.value } });
  }

  /** There is no way back, except to pair it anew. */
  async revoke(id: string): Promise<void> {
    const { places, shell } = this.#parts;
    const revoked = await this.#ask.revoke(places, id, time);
    await this.read();
    if (revoked.ok) shell.notify('success', say('{name} is not paired any more.', { name: revoked.value.name }));
    else if (revoked.reason !== 'unknown_pairing') shell.notify('error', say('The pairing was not ended: {why}', { why: whyNot(revoked) }));
  }

  get #known(): KnownPairings {
    return this.#parts.shell.state.pairings ?? nothingKnown;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }
}

function whyNot({ detail }: { readonly reason: PairingFailure; readonly detail?: string | undefined }): string {
  return sayHeard(detail ?? '') || say('the web listener did not answer; see Diagnostics');
}
