/** `hub show`: one copy with its facts, its text and what was read in it, or its bytes. */
import { isFinding } from '../../contract/fragment-words.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { Detection, Fragment } from '../../contract/source-snapshot.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { copyStateName } from '../../domain/conditions/state-names.ts';
import { say } from '../../domain/language/say.ts';
import { kindName } from '../../domain/view/kind-names.ts';
import { extractedViews } from '../../domain/view/looks/extracted-views.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { contentLimits, fragmentView, isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { contentPlaces, tryReadHead } from '../../journal/fragments/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { undoable } from '../../journal/keeping/deletions.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine, padded, size } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { marksOf, outcomeText, shownClock } from './copy-facts.ts';
import { fragmentNamed, isNumber } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';
import { namesOnDesktop, type ProgramNames, recordedNames } from './program-names.ts';

interface ShowOptions {
  readonly json?: boolean;
  readonly content?: boolean;
}

/** One copy with its facts. Other programs get the names of programs as they were recorded. */
export async function showCopy(surface: Surface, id: string, options: ShowOptions): Promise<ExitStatus> {
  return show(surface, id, options, options.json || options.content ? undefined : await namesOnDesktop(surface));
}

/** `content` prints only the bytes; on a terminal, a text with control characters made visible. */
export function show(surface: Surface, id: string, options: ShowOptions, programs = recordedNames): ExitStatus {
  if (options.content && options.json)
    return wrongUsage(surface, say('--content prints bytes, and not JSON; use --content or --json, not both'));
  return withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    const deleted = fragment === null && isNumber(id) ? undoable(journal, currentNumber(journal, Number(id)), Date.now()) : null;
    if (deleted !== null) {
      const end = shownClock(deleted.untilMs);
      return failedBecause(
        surface,
        say('copy {id} is deleted; to bring it back before {end}: hub undelete {id}', { id, end }),
        'not_found',
      );
    }
    if (fragment === null)
      return failedBecause(surface, say('there is no copy {id}; run "hub history" to see the IDs', { id: oneLine(id, 20) }), 'not_found');
    if (options.content) return printContent(surface, journal, fragment);
    const shown = fragmentView({ journal, pathsOf: pathsOfUriList }, fragment, contentLimits.single);
    if (options.json) printJson(surface, shown);
    else for (const line of details(shown, programs)) surface.print(line);
    if (shown.textTruncated === true && !options.json)
      surface.complain(`hub: ${say('this is the beginning of the text; for all of it: hub show {id} --content', { id: fragment.id })}`);
    const place = contentPlaces(journal, fragment.id)[0];
    const isMissing = !isHeldBack(fragment) && (place === undefined || tryReadHead(place, 1) === null);
    if (isMissing && !options.json)
      surface.print(`\n${say('Its content is missing: its file in the data folder of Hub is gone or cannot be read.')}`);
    return 0;
  });
}

function printContent(surface: Surface, journal: Journal, fragment: JournalFragment): ExitStatus {
  if (fragment.state === 'filtered')
    return failedBecause(surface, say('copy {id} {why}', { id: fragment.id, why: wasNotKept(fragment.reason) }));
  if (isHeldBack(fragment)) {
    const because = fragment.reason === null ? say('Hub has not examined it yet') : say('its type could not be determined');
    return failedBecause(
      surface,
      say('{because}, and a rule of your content filter may exclude it; see: hub show {id}', { because, id: fragment.id }),
    );
  }
  const place = contentPlaces(journal, fragment.id)[0];
  if (place === undefined) return failedBecause(surface, say('it has no content'));
  const bytes = tryReadHead(place, Number.POSITIVE_INFINITY);
  if (bytes === null) return failedBecause(surface, say('the file with its content is missing or cannot be read'));
  if (!surface.terminal) surface.printBytes(bytes);
  else if (fragment.kind === 'image')
    return failedBecause(surface, say('it is a picture; write it to a file: hub show --content {id} > FILE', { id: fragment.id }));
  else if (fragment.kind === 'document')
    return failedBecause(surface, say('it is no text; write it to a file: hub show --content {id} > FILE', { id: fragment.id }));
  else surface.print(visibleText(new TextDecoder().decode(bytes)));
  return 0;
}

const shownEarlier = 10;

/** A time of the contract (RFC 3339) as people read it: `2026-11-21 03:23:16`, by the clock of this machine. */
function shownTime(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}

/** How often it was copied, and when before; null if only once. */
function timesOf({ copyCount, firstCapturedAt, earlierCopies = [] }: Fragment, programs: ProgramNames): string | null {
  if (copyCount === undefined) return null;
  const earlier = earlierCopies.slice(0, shownEarlier).map(({ capturedAt, source }) => {
    const from = programs(source);
    const time = shownTime(capturedAt);
    return from === '' ? time : say('{time} from {from}', { time, from });
  });
  const isAll = earlier.length === copyCount - 1;
  const before = `${earlier.join(', ')}${isAll ? '' : ', …'}`;
  return say('{count, number}, first on {first}; before that: {before}', {
    count: copyCount,
    first: shownTime(firstCapturedAt ?? ''),
    before,
  });
}

function typeOf(detection: Detection): string {
  const { typeId, group, confidence } = detection;
  return isFinding(detection) ? `${typeId} (${group}, ${Math.round(confidence * 100)} %)` : group;
}

/** `filtered: excluded_app (…)`: the reason as `--json` has it, and what that means. Of what is kept only that it has no file, and why. */
function stateOf(fragment: Fragment): string {
  const { state, reason } = fragment;
  if (reason === null) return copyStateName(state);
  if (state === 'kept') return say('not saved as a file ({because})', { because: outcomeText(fragment) });
  return `${copyStateName(state)}: ${reason} (${outcomeText(fragment)})`;
}

function details(fragment: Fragment, programs: ProgramNames): readonly string[] {
  const { detection, source } = fragment;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('Title'), fragment.title ?? null],
    [say('Link text'), fragment.secret === undefined ? (fragment.linkTitle ?? null) : null],
    [say('Marks'), marksOf(fragment).join(' ')],
    [say('Copied'), shownTime(fragment.capturedAt)],
    [say('Times'), timesOf(fragment, programs)],
    [say('From'), [programs(source), source.path].filter((part) => part !== '').join(', ')],
    [say('Page'), source.type === 'web' && source.app.name !== null ? source.name : null],
    [
      say('Kind'),
      `${fragment.contentKind === undefined ? '' : `${kindName(fragment.contentKind)}, `}${fragment.kind}, ${size(fragment.bytes)}, ${fragment.mediaTypes.join(' ')}`,
    ],
    [say('Type'), detection === null ? null : typeOf(detection)],
    [say('Name in it'), fragment.embeddedFilename],
    [say('Text of'), fragment.textOf?.id ?? null],
    [say('Its text'), fragment.textCopy ?? null],
    [say('State'), stateOf(fragment)],
    [say('Saved as'), fragment.savedPath],
    [say('Note'), fragment.note ?? null],
  ];
  const known = facts.filter((fact) => fact[1] !== null && fact[1] !== '');
  // A name may have a line feed: each file is one line.
  const body = fragment.text ?? fragment.files?.map((file) => file.replaceAll('\n', '\\n')).join('\n');
  const lines = known.map(([name, value]) => `${padded(name, 11)} ${visibleText(value ?? '').replaceAll(/\s/g, ' ')}`);
  return [...lines, ...(body === undefined ? [] : ['', visibleText(body)]), ...extractedLines(fragment)];
}

/** What was read in it, each under what it was read in; or why there is nothing. */
function extractedLines(fragment: Fragment): readonly string[] {
  return extractedViews(fragment)
    .filter(({ state }) => state !== 'unread')
    .flatMap(({ name, text, note }) => {
      const title = name === '' ? say('Text in this picture') : say('Text in {name}', { name: visibleText(name) });
      return ['', `${title}:`, ...(text === '' ? [] : [visibleText(text)]), ...(note === '' ? [] : [note])];
    });
}
