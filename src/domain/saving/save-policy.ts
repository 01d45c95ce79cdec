/** Whether a fragment that is kept also becomes a file (`save` in hub.json). */
import type { SaveRules } from '../../contract/documents/hub.ts';
import { type ContentKind, shortKinds } from '../../contract/fragment-words.ts';
import type { FragmentReason } from '../../contract/journal.ts';
import type { Detection, FragmentKind } from '../../contract/source-snapshot.ts';

export interface SaveFacts {
  readonly kind: FragmentKind;
  /** Unicode characters; 0 for what is not text. */
  readonly characters: number;
  readonly detection: Detection | null;
  readonly contentKind: ContentKind;
  /** It has several lines. */
  readonly isList: boolean;
  /** It is one word, such as a name or a branch. */
  readonly isWord: boolean;
  /** It has at most `mostOfShortText` characters. */
  readonly isShort: boolean;
  /** It is a document of Markdown, however short. */
  readonly isLaidOut: boolean;
  /** It is one command for a shell. */
  readonly isCommand: boolean;
  /** Of the whole content. */
  readonly bytes: number;
  /** This save was requested. */
  readonly asked: boolean;
}

export type SaveVerdict =
  | { readonly kind: 'save' }
  | { readonly kind: 'keep'; readonly because: 'policy_off' | 'no_document' | 'too_large' | 'too_short' | 'untyped' | 'file_list' };

const overruled: ReadonlySet<string | null> = new Set<FragmentReason>([
  'policy_off',
  'no_document',
  'too_large',
  'too_short',
  'untyped',
  'too_many',
  'unjudgeable',
  'imported',
  'command_output',
  'extracted',
  'selected',
  'workspace_lost',
]);

/** A sentence or two, a greeting, a few cells, in Unicode characters: it is pasted, and found in the history. */
export const mostOfShortText = 80;
/** Text of more bytes than this is data that is on its way from one program to another, and somewhere already; nobody wants it twice in a folder. */
export const mostBytesOfText = 16_000_000;

/** Whether the policy `documents` makes no file of it. A list of links is worth one; a message with a one-time code is not. */
function isPassing({ contentKind, isList }: SaveFacts): boolean {
  return shortKinds.has(contentKind) && (!isList || contentKind === 'one-time-code');
}

/** Whether a fragment kept without a file for this reason gets one on request. A list of copied files does not. */
export function isSavedWhenAsked(reason: string | null): boolean {
  return overruled.has(reason);
}

/** Copied files are on the disk already: their list is kept, the files stay where they are. */
export function judgeSave(facts: SaveFacts, rules: SaveRules): SaveVerdict {
  if (facts.asked) return { kind: 'save' };
  if (facts.kind === 'files') return { kind: 'keep', because: 'file_list' };
  if (rules.policy === 'off') return { kind: 'keep', because: 'policy_off' };
  const isLong = facts.characters >= rules.min_text_chars;
  const typed = facts.kind === 'image' || facts.kind === 'document' || (facts.detection !== null && facts.detection.typeId !== 'txt');
  if (rules.policy === 'documents') {
    if (isPassing(facts)) return { kind: 'keep', because: 'no_document' };
    if (facts.kind === 'text' && facts.bytes > mostBytesOfText) return { kind: 'keep', because: 'too_large' };
    if (facts.contentKind === 'code' && facts.isCommand) return { kind: 'keep', because: 'no_document' };
    // The limit of this policy, whatever `min_text_chars` says: one rule has one reason.
    const isBrief = facts.contentKind === 'table' || (facts.contentKind === 'prose' && !facts.isLaidOut);
    if (isBrief && (facts.isShort || facts.isWord)) return { kind: 'keep', because: 'no_document' };
  }
  if (typed) return { kind: 'save' };
  if (rules.policy === 'typed') return { kind: 'keep', because: 'untyped' };
  return isLong ? { kind: 'save' } : { kind: 'keep', because: 'too_short' };
}

const searchedLines = 40;
const longestLine = 300;

const headingOfMarkdown = /^#{1,6} +\S/;
const ruleOfTable = /^\|?(?: *:?-{2,}:? *\|)+(?: *:?-{2,}:? *)?$/;
const item = /^ {0,3}(?:[-*+]|\d{1,3}[.)]) +\S/;
const fence = /^(?:```|~~~)/;

/**
 * Whether a short text of Markdown is a document: a heading with a table, a list of two items or more, or a block of code.
 * A heading over a sentence or two is a note. Reads the first 40 lines.
 */
export function isLaidOut(markdown: string): boolean {
  const lines = markdown
    .slice(0, searchedLines * longestLine)
    .split(/\r\n|[\n\r]/u, searchedLines)
    .map((line) => line.slice(0, longestLine));
  const has = (shape: RegExp): boolean => lines.some((line) => shape.test(line));
  return has(headingOfMarkdown) && (has(ruleOfTable) || has(fence) || lines.filter((line) => item.test(line)).length > 1);
}
