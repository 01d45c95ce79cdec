/**
 * What the system tells about its user, for the title bar alone (§2.6): best effort, each value on its own. It must never be logged or kept:
 * that is why every value is a `PrivateValue`, and why no failure says more than that nothing is known.
 */
import type { PrivateValue } from './private-value.ts';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

/** Texts are empty where unknown, and come as the system has them: nothing in them is harmless yet. */
export interface UserProfile {
  readonly displayName: PrivateValue<string>;
  /** The name that the user logs in by. */
  readonly accountName: PrivateValue<string>;
  readonly emailOrUpn: PrivateValue<string>;
  readonly picture: PrivateValue<Picture> | null;
}

/** What a system's own part found out. */
export interface Claims {
  readonly displayName: string;
  readonly accountName: string;
  readonly emailOrUpn: string;
  readonly picture: Picture | null;
}

/** What AccountsService says of a user: its properties RealName, Email and IconFile. */
export interface AccountsAnswer {
  readonly realName: string;
  readonly email: string;
  /** A path. */
  readonly iconFile: string;
}

/** Asks AccountsService over the system's bus. Null where it does not answer; it may reject too, and is given up after the deadline. */
export type AskAccounts = (accountName: string, signal: AbortSignal) => Promise<AccountsAnswer | null>;
