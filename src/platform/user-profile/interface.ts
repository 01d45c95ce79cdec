/**
 * What the system knows about its user, only for the title bar (§2.6): best effort, each value separately. It must never be logged or stored: that is
 * why every value is a `PrivateValue`, and why no failure says more than that nothing is known.
 */
import type { PrivateValue } from './private-value.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

/** Texts are empty if unknown, and unchanged otherwise: nothing in them is harmless yet. */
export interface UserProfile {
  readonly displayName: PrivateValue<string>;
  /** The user's login name. */
  readonly accountName: PrivateValue<string>;
  readonly emailOrUpn: PrivateValue<string>;
  readonly picture: PrivateValue<Picture> | null;
}

/** The result of a system's own implementation. */
export interface SystemProfile {
  readonly displayName: string;
  readonly accountName: string;
  readonly emailOrUpn: string;
  readonly picture: Picture | null;
}

/** AccountsService's properties of a user: RealName, Email and IconFile. */
export interface AccountsAnswer {
  readonly realName: string;
  readonly email: string;
  /** A path. */
  readonly iconFile: string;
}

/** Reads AccountsService over the system bus. Null if it does not answer; it may also reject, and is abandoned after the deadline. */
export type AskAccounts = (accountName: string, signal: AbortSignal) => Promise<AccountsAnswer | null>;
