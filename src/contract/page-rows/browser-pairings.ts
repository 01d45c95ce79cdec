/** The browsers in the settings, whose extensions are paired with Hub: see `src/contract/shell-page.ts`. */
import * as z from 'zod';

export const pairingCommands = [
  /** Show a code by which an extension can be paired; it ends the one before. */
  z.object({ kind: z.literal('pair-browser') }),
  z.object({ kind: z.literal('revoke-pairing'), id: z.string().regex(/^[0-9a-f]{8}$/) }),
] as const;

export interface PairingRow {
  readonly id: string;
  readonly name: string;
  /** The browser, and when it was paired and seen. */
  readonly detail: string;
  readonly isConnected: boolean;
}

export interface BrowserPairings {
  readonly rows: readonly PairingRow[];
  /** The code that is shown, and until when it pairs (`14:05`); null: none. */
  readonly code: { readonly text: string; readonly until: string } | null;
  /** Why there is no list, in a sentence; empty if there is one. */
  readonly trouble: string;
}
