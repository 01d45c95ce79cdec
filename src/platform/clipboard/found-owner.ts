/** What a lookup of an owner has found. */
import type { OwnerIdentity } from './interface.ts';

/** `isComplete`: all requests were answered, so null means that there is none. */
export interface FoundOwner {
  readonly identity: OwnerIdentity;
  readonly isComplete: boolean;
  /** The identity is the owner's own; otherwise it is unknown, or that of the program whose window is active. */
  readonly isKnown: boolean;
  /** The programs that it may be, if no more is known; null if it may be any. */
  readonly mayBe: readonly string[] | null;
}

export const unknownOwner: FoundOwner = {
  identity: { name: null, executable: null, pid: null, windowTitle: null },
  isComplete: false,
  isKnown: false,
  mayBe: null,
};
