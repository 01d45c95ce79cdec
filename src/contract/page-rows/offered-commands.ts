/** The saved commands of the user as the window's page offers them, and the question before one runs for the first time. No zod: the page has this file. */
import { type ContentKind, contentKinds, meantKinds } from '../fragment-words.ts';
import type { FragmentKind } from '../source-snapshot.ts';

export interface OfferedCommand {
  readonly id: string;
  readonly name: string;
  readonly kinds: readonly string[];
  /** `Ctrl+Shift+S`; empty without one. */
  readonly shortcut: string;
}

/** Everything that the user agrees to. */
export interface CommandQuestion {
  /** Another one for each question. */
  readonly id: number;
  readonly name: string;
  /** The program and its arguments; what nobody would see in them is written out. */
  readonly words: readonly string[];
  /** The copy that it gets: its number, kind and size, in words. */
  readonly gets: string;
  /** What becomes of its output, and for how long it may run. */
  readonly becomes: string;
}

/** Whether a command is for such a copy. Without any kind it is for all. */
export function isFor(
  { kinds }: { readonly kinds: readonly string[] },
  copy: { readonly kind: FragmentKind; readonly contentKind?: ContentKind | undefined },
): boolean {
  return (
    kinds.length === 0 ||
    kinds.some((kind) => kind === copy.kind || (copy.contentKind !== undefined && meantKinds(kind).includes(copy.contentKind)))
  );
}

/** Whether there are copies that both are for: two such commands can't have the same keys. */
export function areForSame(one: { readonly kinds: readonly string[] }, other: { readonly kinds: readonly string[] }): boolean {
  return contentKinds.some((contentKind) => {
    const kind = contentKind === 'files' || contentKind === 'document' ? contentKind : contentKind === 'picture' ? 'image' : 'text';
    return isFor(one, { kind, contentKind }) && isFor(other, { kind, contentKind });
  });
}
