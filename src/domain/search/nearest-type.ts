/** Which type somebody meant who typed one that does not exist: `pyton`, `c++`. */
import { fileTypes } from '../detect/learned/types.ts';
import { mistakesBetween } from '../language/nearest-word.ts';
import { typeName } from '../view/type-names.ts';
import type { SearchQuery } from './query.ts';

/** Longer ones are no type with a mistake in it. */
const longestMistake = 20;
/** Up to this length one mistake makes another word, beyond it two do not. */
const shortWord = 4;

/** For a search that found nothing: the conditions that were probably meant, such as `type:python`. */
export function meantConditions(query: SearchQuery): readonly string[] {
  const types = query.flatMap(({ any }) => any.flatMap((term) => (term.is === 'type' ? [term.text] : [])));
  return types.flatMap((text) => nearestType(text) ?? []).map((type) => `type:${type}`);
}

/** The type whose label or familiar name is nearest to a folded word; null if it is one, or the extension of one, or near to none. */
export function nearestType(word: string): string | null {
  if (word.length > longestMistake || isType(word)) return null;
  const most = word.length <= shortWord ? 1 : 2;
  let nearest: { readonly type: string; readonly mistakes: number } | null = null;
  for (const { typeId } of fileTypes())
    for (const name of [typeId, typeName(typeId).toLowerCase()]) {
      const mistakes = name === word ? 0 : mistakesBetween(word, name, most);
      if (mistakes <= most && mistakes < name.length && mistakes < (nearest?.mistakes ?? most + 1)) nearest = { type: typeId, mistakes };
    }
  return nearest?.type ?? null;
}

/** The types whose label or familiar name begins like this folded word, which is none of them itself. */
export function typesWith(word: string): readonly string[] {
  if (word === '' || word.length > longestMistake || isType(word)) return [];
  const begins = (typeId: string): boolean => typeId.startsWith(word) || typeName(typeId).toLowerCase().startsWith(word);
  return fileTypes().flatMap(({ typeId }) => (begins(typeId) ? [typeId] : []));
}

function isType(word: string): boolean {
  const extension = `.${word.replace(/^\./, '')}`;
  return fileTypes().some((type) => type.typeId === word || type.extension.toLowerCase() === extension);
}
