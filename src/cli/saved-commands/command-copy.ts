/** The copy that a saved command gets: its bytes, and what the command is told about it. */
import type { SavedCommand } from '../../contract/documents/commands.ts';
import { mainFragment } from '../../contract/fragment-words.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { isFor } from '../../contract/page-rows/offered-commands.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { wasNotKept, whyUnread } from '../../domain/capture/why-not-kept.ts';
import { commandVariables, pathLines } from '../../domain/commands/saved-commands.ts';
import { say } from '../../domain/language/say.ts';
import { kindName } from '../../domain/view/kind-names.ts';
import { contentLimits, fragmentView, isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { contentPlaces, readPresent, tryReadHead } from '../../journal/fragments/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { fragmentNamed, isNumber } from '../history/fragment-ids.ts';

export interface CommandCopy {
  readonly id: number;
  readonly input: Uint8Array;
  readonly variables: Readonly<Record<string, string>>;
}

/** `why` is said to the user; `word` is for programs. */
export interface NoCopy {
  readonly why: string;
  readonly word: string;
}

/** Without an id, what is on the clipboard. */
export function copyFor(journal: Journal, id: string | undefined, command: Pick<SavedCommand, 'kinds' | 'name'>): CommandCopy | NoCopy {
  if (id !== undefined && !isNumber(id))
    return { why: say('the ID of a copy is a number; run "hub history" to see the IDs'), word: 'bad_request' };
  if (id === undefined) return present(journal, command);
  const fragment = fragmentNamed(journal, id);
  if (fragment === null) return { why: say('there is no copy {id}; run "hub history" to see the IDs', { id }), word: 'not_found' };
  return given(journal, fragment, command);
}

/** What is on the clipboard. Of a copy that was not read, a private one above all, nothing is kept that a command could get. */
function present(journal: Journal, command: Pick<SavedCommand, 'kinds' | 'name'>): CommandCopy | NoCopy {
  const { fragments, absence } = readPresent(journal);
  const fragment = mainFragment(fragments);
  if (fragment !== undefined) return given(journal, fragment, command);
  const because = whyUnread(absence)?.because;
  if (because === undefined) return { why: say('there is no copy on the clipboard; name one: hub history lists them'), word: 'not_found' };
  return {
    why: say('nothing is kept of what is on the clipboard, so there is nothing to give to a command: {because}', { because }),
    word: 'not_kept',
  };
}

function given(journal: Journal, fragment: JournalFragment, command: Pick<SavedCommand, 'kinds' | 'name'>): CommandCopy | NoCopy {
  return isHeldBack(fragment) ? heldBack(fragment) : read(journal, fragment, command);
}

/** What the filter rejected is given to nobody, and neither is what it has not seen yet. */
function heldBack({ id, state, reason }: JournalFragment): NoCopy {
  if (state === 'filtered') return { why: say('copy {id} {why}', { id, why: wasNotKept(reason) }), word: 'not_kept' };
  return { why: say('Hub has not examined copy {id} yet; try again in a moment', { id }), word: 'unavailable' };
}

function read(journal: Journal, fragment: JournalFragment, command: Pick<SavedCommand, 'kinds' | 'name'>): CommandCopy | NoCopy {
  const { id, kind } = fragment;
  const { contentKind } = fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.listed);
  if (!isFor(command, { kind, contentKind })) {
    const shown = contentKind === undefined ? kind : kindName(contentKind);
    return {
      why: say('{command} is not for copies of this kind: copy {id} is {kind}', { command: command.name, id, kind: shown }),
      word: 'wrong_kind',
    };
  }
  const places = contentPlaces(journal, id);
  const place = places.find(({ mediaType }) => kind === 'text' && mediaType === 'text/plain') ?? places[0];
  const bytes = place === undefined ? null : tryReadHead(place, Number.POSITIVE_INFINITY);
  if (place === undefined || bytes === null)
    return { why: say('the file with its content is missing or cannot be read'), word: 'not_found' };
  const input = kind === 'files' ? pathLines(pathsOfUriList(new TextDecoder().decode(bytes))) : bytes;
  if (input === null)
    return { why: say('a path in copy {id} has a line break in its name, and commands get one path a line', { id }), word: 'not_given' };
  const variables = commandVariables({ id, kind: contentKind ?? kind, mediaType: place.mediaType, address: fragment.source.path });
  return { id, input: typeof input === 'string' ? Buffer.from(input) : input, variables };
}
