/**
 * How a file of each label is recognised: by its name, and by its text where names mislead. Labels are named as in Magika; `beyond` marks one that
 * people need and Magika does not have.
 *
 * `learning/labels.ts` decides which labels become types. Some labels are finer than Magika's (`elisp`, `h`, `hpp`), and are merged there.
 */
import type { Kind } from './kind.ts';
import { codeKinds } from './kinds/code.ts';
import { documentKinds } from './kinds/documents.ts';
import { textKinds } from './kinds/text.ts';
import { webKinds } from './kinds/web.ts';

export const kinds: readonly Kind[] = [...codeKinds, ...webKinds, ...textKinds, ...documentKinds];

const byEnding = new Map<string, Kind[]>();
for (const kind of kinds) {
  for (const ending of kind.endings?.split(' ') ?? []) byEnding.set(ending, [...(byEnding.get(ending) ?? []), kind]);
}
const byName = kinds.filter((kind) => kind.names !== undefined);
const byPlace = kinds.filter((kind) => kind.places !== undefined);
const byInterpreter = kinds.filter((kind) => kind.interpreters !== undefined);

/** The kinds that a file may have by its path, or `?` if only its first line can tell. A whole name takes precedence over an extension. */
export function kindsByName(path: string): readonly Kind[] | '?' {
  const plain = path.replace(/\.gz$/, '');
  const base = plain.slice(plain.lastIndexOf('/') + 1);
  const named = byName.filter((kind) => kind.names?.test(base));
  if (named.length > 0) return named;
  const placed = byPlace.filter((kind) => kind.places?.test(plain));
  if (placed.length > 0) return placed;
  const dot = base.lastIndexOf('.');
  if (dot < 1) return /\/(s?bin|scripts?|tools|contrib|examples|hooks|init\.d|libexec|lib)\//.test(plain) ? '?' : [];
  return byEnding.get(base.slice(dot + 1).toLowerCase()) ?? [];
}

/** The kinds that a `#!` line names. */
export function kindsByFirstLine(text: string): readonly Kind[] {
  const program = /^#! ?(?:\S*\/env +(?:-S +)?)?(\S+)/.exec(text)?.[1];
  if (program === undefined) return [];
  const name = program.slice(program.lastIndexOf('/') + 1);
  return byInterpreter.filter((kind) => kind.interpreters?.test(name));
}

/** Whether a text matches the patterns of a kind. */
export function matchesKind(kind: Kind, text: string): boolean {
  if (kind.unlike?.test(text)) return false;
  if (kind.looks === undefined) return true;
  return kind.looks instanceof RegExp ? kind.looks.test(text) : kind.looks(text);
}
