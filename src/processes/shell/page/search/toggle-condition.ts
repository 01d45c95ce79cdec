/** The conditions of the chips in the text of the search box: whether one is there, and the text with or without it. */
import type { ChipGroup, SearchChip } from '../../../../contract/page-rows/search-view.ts';

/** The words of a search as they are written, with their quotes. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (at < text.length && (isQuoted || character.trim() !== '')) continue;
    if (at > from) words.push(text.slice(from, at));
    from = at + 1;
  }
  return words;
}

/** It may be written in other words. */
export function hasCondition(text: string, { condition, alike = [] }: Pick<SearchChip, 'condition' | 'alike'>): boolean {
  const wanted = [condition, ...alike].map((word) => word.toLowerCase());
  return wordsOf(text).some((word) => wanted.includes(word.toLowerCase()));
}

/** With the condition of the chip at its end, instead of the others of its group; without it, if it is there. The rest stays as it is written. */
export function toggledCondition(text: string, { chips }: Pick<ChipGroup, 'chips'>, chip: Pick<SearchChip, 'condition' | 'alike'>): string {
  const group = new Set(chips.flatMap(({ condition, alike = [] }) => [condition, ...alike].map((word) => word.toLowerCase())));
  const others = wordsOf(text).filter((word) => !group.has(word.toLowerCase()));
  const isOn = hasCondition(text, chip);
  // Quotes that are left open would take the condition in.
  const isOpen = (others.join(' ').split('"').length - 1) % 2 === 1;
  const rest = `${others.join(' ')}${isOpen ? '"' : ''}`;
  return isOn ? rest : `${rest === '' ? '' : `${rest} `}${chip.condition} `;
}
