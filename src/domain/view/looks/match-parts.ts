/** Where a found fragment matches, in parts that are made harmless. */
import type { ListedFragment } from '../../../contract/bridge.ts';
import type { FragmentRow, MatchPart } from '../../../contract/shell-page.ts';
import { say } from '../../language/say.ts';
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

/**
 * The detail of a row (`listDetail`: it begins with the file and ends with the source), marked where it has the name that was found; else after the name.
 * What the title or a tag says is not said again.
 */
export function foundDetail(
  match: Match,
  { detail, title, tags }: Pick<FragmentRow, 'detail' | 'title' | 'tags'>,
  { file, source }: { readonly file: string; readonly source: string },
): readonly MatchPart[] {
  const plain = [{ text: detail, isMatch: false }];
  const parts = matchParts(match) ?? [];
  const found = parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);
  const isSeen = (text: string): boolean => found.every((each) => text.includes(each));
  if (found.length === 0 || (match.of === 'title' && isSeen(title)) || (match.of === 'tag' && tags.some(isSeen))) return plain;
  if (match.of === 'picture' || match.of === 'document') return [readIn(match.of), ...parts, { text: ` · ${detail}`, isMatch: false }];
  const name = match.of === 'file' ? file : match.of === 'source' || match.of === 'address' ? source : '';
  if (name === '' || !isSeen(name)) return [...parts, { text: ` · ${detail}`, isMatch: false }];
  const at = match.of === 'file' ? 0 : detail.length - name.length;
  const [before, after] = [detail.slice(0, at), detail.slice(at + name.length)].map((text) => ({ text, isMatch: false }));
  return [before, ...markedAt(name, found), after].filter((part) => part !== undefined && part.text !== '') as readonly MatchPart[];
}

/** Where it was read, before the line. */
function readIn(of: 'picture' | 'document'): MatchPart {
  const place = of === 'picture' ? say('Text in this picture') : say('Text in this document');
  return { text: `${place}: `, isMatch: false };
}

/** The first place of each. */
function markedAt(text: string, found: readonly string[]): readonly MatchPart[] {
  const parts: MatchPart[] = [];
  let end = 0;
  const places = found.map((each) => [each, text.indexOf(each)] as const).toSorted(([, one], [, other]) => one - other);
  for (const [each, at] of places) {
    if (at < end) continue;
    parts.push({ text: text.slice(end, at), isMatch: false }, { text: each, isMatch: true });
    end = at + each.length;
  }
  return [...parts, { text: text.slice(end), isMatch: false }];
}
