/** The code that a person carries from `hub pair` into an extension: short, for one pairing and a few minutes, and never written anywhere. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface OfferedCode {
  /** In two groups, as it is shown. */
  readonly code: string;
  readonly expiresAtMs: number;
}

/** 32 characters, so that five bits choose one evenly; none of them looks like another one (0 and O, 1 and I). */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 8;
const validMs = 5 * 60_000;
/**
 * Of 2^40 codes. An extension that tries at random loses its own tries, and not the code of somebody else's; one that changes its `Origin` comes to the
 * total.
 */
const mostWrongTries = { ofOrigin: 5, ofAll: 20 } as const;

export interface CodeClocks {
  /** A clock that nobody sets. */
  readonly steadyMs: () => number;
  readonly nowMs: () => number;
}

const usualClocks: CodeClocks = { steadyMs: () => performance.now(), nowMs: () => Date.now() };

export class PairingCode {
  readonly #clocks: CodeClocks;
  #offered: { readonly digest: Buffer; readonly untilMs: number; readonly wrongTries: Map<string, number> } | null = null;

  constructor(clocks: CodeClocks = usualClocks) {
    this.#clocks = clocks;
  }

  /** A new code; the one before pairs no more. */
  offer(): OfferedCode {
    const code = Array.from(randomBytes(length), (byte) => characters.charAt(byte % characters.length)).join('');
    this.#offered = { digest: digestOf(code), untilMs: this.#clocks.steadyMs() + validMs, wrongTries: new Map() };
    return { code: `${code.slice(0, length / 2)}-${code.slice(length / 2)}`, expiresAtMs: this.#clocks.nowMs() + validMs };
  }

  /** Whether this is the code, which is used up by it. After five wrong ones an origin has no more tries at it, and after twenty of all nobody. */
  take(written: string, origin: string): boolean {
    const offered = this.#offered;
    if (offered === null || this.#clocks.steadyMs() >= offered.untilMs) {
      this.#offered = null;
      return false;
    }
    const { digest, wrongTries } = offered;
    const tries = wrongTries.get(origin) ?? 0;
    if (tries >= mostWrongTries.ofOrigin) return false;
    const isRight = timingSafeEqual(digestOf(plain(written)), digest);
    if (!isRight) wrongTries.set(origin, tries + 1);
    if (isRight || sumOf(wrongTries.values()) >= mostWrongTries.ofAll) this.#offered = null;
    return isRight;
  }
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}

/** As a person may write it: in small letters, with or without the line between its groups. */
function plain(written: string): string {
  return written.replaceAll(/[\s-]/g, '').toUpperCase();
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
