/** The pairings of this Hub: who is paired, by which code an extension becomes so, and what the command asks about them. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { localTimestamp } from '../../base/timestamp.ts';
import { proofWords } from '../../contract/extension-messages.ts';
import { type PairingResponse, pairingRequest } from '../../contract/web-listener/pairings.ts';
import { plainTitle } from '../../domain/capture/web-page.ts';
import { told } from '../../domain/language/say.ts';
import { PairingCode } from './pairing-code.ts';
import { mostPairings, type Pairing, readPairings, writePairings } from './pairing-store.ts';

export type { Pairing } from './pairing-store.ts';

export interface PairingsParts {
  readonly file: string;
  readonly code?: PairingCode;
  readonly isConnected: (pairingId: string) => boolean;
  /** Called when a pairing has ended. */
  readonly ended: (pairing: Pairing) => void;
}

/** The request of an extension to be paired. */
export interface PairingOrder {
  readonly code: string;
  readonly name: string;
  readonly origin: string;
  /** Asked only for a right code, because it takes milliseconds. */
  readonly browser: () => Promise<string | null>;
}

/** Below Hub's home: a sentence of a component has no room for every home. */
const shownFile = 'data/paired-extensions.json';
const tokenBytes = 32;
const longestName = 80;
/** When it was last seen is shown in days: more than this would be writing for nobody. */
const seenEveryMs = 60_000;

export class Pairings {
  readonly #parts: PairingsParts;
  readonly #code: PairingCode;
  #known: readonly Pairing[];
  readonly isDamaged: boolean;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: PairingsParts) {
    this.#parts = parts;
    this.#code = parts.code ?? new PairingCode();
    const read = readPairings(parts.file);
    this.isDamaged = read === null;
    this.#known = read ?? [];
  }

  get count(): number {
    return this.#known.length;
  }

  /** The sentence about a list that can't be used; null if it can. */
  get condition(): string | null {
    return this.isDamaged
      ? told('no browser extension can connect: {file} is damaged; remove it, restart web_listener and pair again', {
          file: shownFile,
        })
      : null;
  }

  /** Whether this pairing has not ended. */
  has(pairingId: string): boolean {
    return this.#known.some(({ id }) => id === pairingId);
  }

  isPaired(origin: string): boolean {
    return this.#known.some((pairing) => pairing.origin === origin);
  }

  /** The pairing with this token and origin. Each is compared, in the same time. */
  find(origin: string, token: string): Pairing | null {
    const digest = Buffer.from(digestOf(token), 'hex');
    const found = this.#known.filter(({ tokenSha256 }) => timingSafeEqual(Buffer.from(tokenSha256, 'hex'), digest));
    return found.find((pairing) => pairing.origin === origin) ?? null;
  }

  /**
   * The proof that this Hub knows the token of a pairing of this origin (`proofWords`), or null: it has no such pairing.
   *
   * @param provingId what the extension calls the pairing: a digest of the token's digest
   */
  prove(origin: string, provingId: string, nonce: Uint8Array): Buffer | null {
    const keys = this.#known.filter((each) => each.origin === origin).map(({ tokenSha256 }) => Buffer.from(tokenSha256, 'hex'));
    const key = keys.find((each) => provingIdOf(each) === provingId);
    return key === undefined ? null : createHmac('sha256', key).update(proofWords.proof).update(nonce).digest();
  }

  /** Pairs an extension. Its token is told here only. */
  async pair({ code, name, origin, browser }: PairingOrder): Promise<{ readonly token: string } | 'wrong-code' | 'not-written'> {
    if (this.isDamaged || !this.#code.take(code, origin)) return 'wrong-code';
    const token = randomBytes(tokenBytes).toString('base64url');
    const pairing: Pairing = {
      id: randomBytes(4).toString('hex'),
      name: plainTitle(name, longestName) || told('browser extension'),
      origin,
      browser: await browser(),
      tokenSha256: digestOf(token),
      pairedAtMs: Date.now(),
      lastSeenAtMs: null,
    };
    // The one that has not been seen for longest makes room, of those that are there when it is written.
    let displaced: Pairing | undefined;
    const written = await this.#write((known) => {
      displaced = known.length < mostPairings ? undefined : known.toSorted((one, other) => seenAt(one) - seenAt(other))[0];
      return [...known.filter((each) => each !== displaced), pairing];
    });
    if (!written) return 'not-written';
    if (displaced !== undefined) this.#parts.ended(displaced);
    return { token };
  }

  /** An extension has connected, or is leaving. */
  async seen(pairingId: string, nowMs = Date.now()): Promise<void> {
    const isNews = ({ id, lastSeenAtMs }: Pairing): boolean => id === pairingId && nowMs - (lastSeenAtMs ?? 0) >= seenEveryMs;
    if (!this.#known.some(isNews)) return;
    await this.#write((known) => known.map((pairing) => (isNews(pairing) ? { ...pairing, lastSeenAtMs: nowMs } : pairing)));
  }

  /** Answers the pipe. */
  async answer(request: unknown): Promise<PairingResponse> {
    const parsed = pairingRequest.safeParse(request);
    if (!parsed.success) return { ok: false, error: 'bad_request' };
    if (this.isDamaged) return { ok: false, error: 'damaged', detail: this.condition ?? '' };
    switch (parsed.data.op) {
      case 'pair': {
        const { code, expiresAtMs } = this.#code.offer();
        return { ok: true, code, expiresAt: localTimestamp(expiresAtMs) };
      }
      case 'pairings':
        return { ok: true, pairings: this.#known.map((pairing) => this.#shown(pairing)) };
      case 'revoke':
        return this.#revoke(parsed.data.pairing);
    }
  }

  #shown({ id, name, origin, browser, pairedAtMs, lastSeenAtMs }: Pairing) {
    const lastSeenAt = lastSeenAtMs === null ? null : localTimestamp(lastSeenAtMs);
    return { id, name, origin, browser, pairedAt: localTimestamp(pairedAtMs), lastSeenAt, connected: this.#parts.isConnected(id) };
  }

  async #revoke(word: string): Promise<PairingResponse> {
    const named = this.#known.filter(({ name }) => name === word);
    const pairing = this.#known.find(({ id }) => id === word) ?? (named.length === 1 ? named[0] : undefined);
    if (pairing === undefined) return { ok: false, error: named.length > 1 ? 'ambiguous' : 'unknown_pairing' };
    const { id, name } = pairing;
    // At once, whatever the disk does: if it can't be written, the connection ends, and the extension is paired again only with the next start.
    this.#known = this.#known.filter((each) => each.id !== id);
    this.#parts.ended(pairing);
    if (await this.#write((known) => known)) return { ok: true, id, name };
    return {
      ok: false,
      error: 'failed',
      detail: told('its connection has ended, but {file} could not be written: it is paired again after a restart', {
        file: shownFile,
      }),
    };
  }

  /** One change after the other, each to what the one before has left. False if it was not written; then nothing is changed. */
  async #write(change: (known: readonly Pairing[]) => readonly Pairing[]): Promise<boolean> {
    const written = this.#writing.then(async () => {
      const before = this.#known;
      const next = change(before);
      if (!(await writePairings(this.#parts.file, next))) return false;
      const revoked = new Set(before.filter((each) => !this.#known.includes(each)).map(({ id }) => id));
      this.#known = next.filter(({ id }) => !revoked.has(id));
      return true;
    });
    this.#writing = written;
    return written;
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function provingIdOf(key: Uint8Array): string {
  return createHash('sha256').update(proofWords.pairing).update(key).digest('hex').slice(0, 16);
}

function seenAt({ lastSeenAtMs, pairedAtMs }: Pairing): number {
  return lastSeenAtMs ?? pairedAtMs;
}
