/** Where a found fragment matches, in parts that are made harmless. */
import type { ListedFragment } from '../../../contract/bridge.ts';
import type { FragmentRow, MatchPart } from '../../../contract/shell-page.ts';
import { withoutHarmfulCharacters } from '../shown-text.ts';

type Match = NonNullable<ListedFragment['match']>;

/** More than the core sends of a line. */
const longestMatch = 1_000;
const mostMarks = 64;

/** The line in parts, made harmless; null if nothing of it can be seen. */
export function matchParts({ text, marks }: Match): readonly MatchPart[] | null {
  const parts: MatchPart[] = [];
  let at = 0;
  const add = (to: number, isMatch: boolean): void => {
    const part = withoutHarmfulCharacters(text.slice(at, to)).replaceAll(/\s+/g, ' ');
    if (part !== '') parts.push({ text: part, isMatch });
    at = Math.max(at, to);
  };
  for (const [from, to] of marks.slice(0, mostMarks)) {
    add(from, false);
    add(to, true);
  }
  add(longestMatch, false);
  return parts.some(({ isMatch, text }) => isMatch && text.trim() !== '') ? parts : null;
}

/** The detail of a row, with marks where it has what was found; else after the line that was found. What the title or a tag says is not said again. */
export function foundDetail(match: Match, { detail, title, tags }: Pick<FragmentRow, 'detail' | 'title' | 'tags'>): readonly MatchPart[] {
  const parts = matchParts(match) ?? [];
  const found = parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);
  const places = found.map((text) => [text, detail.indexOf(text)] as const);
  if (places.some(([, at]) => at >= 0)) return markedAt(detail, places);
  const isSeen = [title, ...tags].some((text) => found.some((each) => text.includes(each)));
  return isSeen || parts.length === 0 ? [{ text: detail, isMatch: false }] : [...parts, { text: ` · ${detail}`, isMatch: false }];
}

function markedAt(text: string, places: readonly (readonly [found: string, at: number])[]): readonly MatchPart[] {
  const parts: MatchPart[] = [];
  let end = 0;
  for (const [found, at] of places.toSorted(([, one], [, other]) => one - other)) {
    if (at < end) continue;
    if (at > end) parts.push({ text: text.slice(end, at), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = at + found.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts;
}
