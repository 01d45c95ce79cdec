/** Whether a fragment is what a search asks for, and where its text shows that. */
import type { ListedFragment } from '../../contract/bridge.ts';
import { meantKinds } from '../../contract/fragment-words.ts';
import type { FragmentKind, FragmentState } from '../../contract/source-snapshot.ts';
import { foldedText, placesInText, type TextSpan } from './folding.ts';
import type { SearchQuery, SearchTerm } from './query.ts';

/** What a search compares. All texts are folded (folding.ts), and those of a fragment that is not shown are empty. */
export interface SearchedFragment {
  readonly kind: FragmentKind;
  readonly state: FragmentState;
  readonly typeId: string;
  readonly group: string;
  /** Of its type, without a dot. */
  readonly extension: string;
  readonly bytes: number;
  readonly copiedAtMs: number;
  /** The name and the executable of its program, as the indexes have them. */
  app(): string;
  /** Whether its program has this folded text in its name, its executable, or a name under which it is shown. */
  isOf(program: string): boolean;
  address(): string;
  fileNames(): string;
  readonly isPinned: boolean;
  /** It was selected, and not copied. */
  readonly isSelected: boolean;
  readonly tags: readonly string[];
  /** All names by which it is found, and what its user wrote about it. */
  names(): string;
  /** A word of `contentKinds`; empty while its content is not shown. */
  contentKind(): string;
  /** Its content. */
  text(): string;
  /** What was read in it: in a picture, or in copied files. */
  extracted(): string;
}

/** Whether nothing but what was selected can be found. */
export function isForSelectedAlone(query: SearchQuery): boolean {
  return query.some(({ isNegated, any }) => !isNegated && any.every(({ is }) => is === 'selected'));
}

/** Whether all clauses hold. What was only selected is found by a query that asks for it. */
export function isMatch(query: SearchQuery, fragment: SearchedFragment): boolean {
  if (fragment.isSelected && !asksForSelected(query)) return false;
  return query.every(({ isNegated, any }) => any.some((term) => holds(term, fragment)) !== isNegated);
}

function asksForSelected(query: SearchQuery): boolean {
  return query.some(({ isNegated, any }) => !isNegated && any.some(({ is }) => is === 'selected'));
}

/** The query with the clauses first that need no text. */
export function cheapestFirst(query: SearchQuery): SearchQuery {
  const cost = (clause: SearchQuery[number]): number => (clause.any.some(({ is }) => is === 'text' || is === 'content-kind') ? 1 : 0);
  return query.toSorted((one, other) => cost(one) - cost(other));
}

function holds(term: SearchTerm, fragment: SearchedFragment): boolean {
  switch (term.is) {
    case 'text':
      return [fragment.text, fragment.names, fragment.extracted].some((each) => each().includes(term.text));
    case 'type':
      return fragment.typeId === term.text;
    case 'extension':
      return fragment.extension === term.text;
    case 'group':
      return fragment.group === term.text;
    case 'app':
      return fragment.isOf(term.text);
    case 'address':
      return fragment.address().includes(term.text);
    case 'file':
      return fragment.fileNames().includes(term.text);
    case 'tag':
      return fragment.tags.includes(term.text);
    case 'pinned':
      return fragment.isPinned;
    case 'selected':
      return fragment.isSelected;
    case 'kind':
      return fragment.kind === term.kind;
    case 'content-kind':
      return meantKinds<string>(term.kind).includes(fragment.contentKind());
    case 'state':
      return fragment.state === term.state;
    case 'size':
      return fragment.bytes >= term.least && fragment.bytes <= term.most;
    case 'time':
      return fragment.copiedAtMs >= term.from && fragment.copiedAtMs < term.before;
  }
}

/** The texts that a match shows: the words and phrases that have to be there, or may be. */
export function markedTexts(query: SearchQuery): readonly string[] {
  return query
    .filter(({ isNegated }) => !isNegated)
    .flatMap(({ any }) => any)
    .flatMap((term) => (term.is === 'text' ? [term.text] : []));
}

/** What the user wrote about it, its file, its page or program, the page's address, or what was read in it. */
export type NameOf = NonNullable<NonNullable<ListedFragment['match']>['of']>;

/** The line of a text in which it matches, and the parts of it that do, in order, in UTF-16 units. */
export interface MatchedLine {
  readonly text: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
  /** It is not of the content, but of this name. */
  readonly of?: NameOf;
}

/** A longer line is shown around its first match. */
const longestLine = 240;
const beforeMatch = 40;
const mostMarks = 32;

/** Null if none of these folded texts is in the text. `folded`: the text, folded. */
export function matchedLine(text: string, folded: string, wanted: readonly string[]): MatchedLine | null {
  const first = wanted
    .map((each) => ({ from: folded.indexOf(each), length: each.length }))
    .filter(({ from }) => from >= 0)
    .toSorted((one, other) => one.from - other.from)[0];
  if (first === undefined) return null;
  const place = placesInText(text, [{ from: first.from, to: first.from + first.length }])[0];
  if (place === undefined) return null;
  const shown = text.slice(...lineAround(text, place)).trimEnd();
  return { text: shown, marks: marksIn(shown, wanted) };
}

function lineAround(text: string, { from, to }: TextSpan): [number, number] {
  let start = Math.max(text.lastIndexOf('\n', from - 1) + 1, 0);
  if (from === 0) start = 0;
  while (start < from && /\s/.test(text.charAt(start))) start += 1;
  if (from - start > 2 * beforeMatch) start = from - beforeMatch;
  if (/[\udc00-\udfff]/.test(text.charAt(start))) start += 1;
  const lineEnd = text.indexOf('\n', to);
  let end = Math.min(lineEnd < 0 ? text.length : lineEnd, start + longestLine);
  if (/[\udc00-\udfff]/.test(text.charAt(end))) end -= 1;
  return [start, end];
}

function marksIn(shown: string, wanted: readonly string[]): MatchedLine['marks'] {
  const folded = foldedText(shown);
  const spans: TextSpan[] = [];
  for (const each of wanted) {
    for (let at = folded.indexOf(each); at >= 0 && spans.length < mostMarks; at = folded.indexOf(each, at + each.length))
      spans.push({ from: at, to: at + each.length });
  }
  const merged: [number, number][] = [];
  for (const { from, to } of placesInText(shown, spans).toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
