/**
 * One fragment as a list shows it: everything is computed here, so that the page only draws it. The texts come from strangers; the results are
 * harmless and bounded.
 */
import type { ListedFragment } from '../../contract/bridge.ts';
import { annotationLimits, savedOverBridge } from '../../contract/fragment-words.ts';
import { familyOfReason } from '../../contract/secret-families.ts';
import type { FragmentRow, RowSymbol } from '../../contract/shell-page.ts';
import type { AppIdentity, Fragment } from '../../contract/source-snapshot.ts';
import { titledDocument } from '../document-title.ts';
import { openTargetOf } from '../kind/open-target.ts';
import { say } from '../language/say.ts';
import { isDrawable } from '../picture/drawable-picture.ts';
import type { KnownProgram } from '../programs/installed-programs.ts';
import { windowSubject } from '../programs/window-title.ts';
import { isSavedWhenAsked } from '../saving/save-policy.ts';
import { fragmentOutcome, type OutcomeContext, savedPlace } from './fragment-outcome.ts';
import { foundDetail, matchParts } from './looks/match-parts.ts';
import type { Readings } from './looks/reading-progress.ts';
import { badgeOf, isFormatted } from './looks/row-badge.ts';
import { linkOf, noWholeLooks, rowLooks, wholeLooks } from './looks/row-looks.ts';
import { documentTitle, longestTitle, pictureTitle, pixels, saidIn, shownFiles, titleOf } from './looks/row-titles.ts';
import { lastPart, shownAddress } from './shown-place.ts';
import { cutText, directionIsolated, firstLines, fromFirstLine, oneLine, withoutHarmfulCharacters } from './shown-text.ts';
import { type Clock, groupLabel, timeLabel, timePhrase } from './shown-time.ts';

/** What a row depends on, besides its fragment. */
export type RowContext = OutcomeContext &
  Clock & {
    /** What the window is having read. */
    readonly readings?: Readings | undefined;
    /** The installed program with this window class or executable, in the language that is spoken. */
    readonly programOf?: (app: Pick<AppIdentity, 'name' | 'executable'> & Partial<Pick<AppIdentity, 'windowTitle'>>) => KnownProgram | null;
  };

/** The most that the core sends of a text (§2.5), in UTF-16 units. */
const longestToolTip = 65_536;
const previewExtent = { lines: 20, columns: 400 } as const;
/** Of a row in a list, which shows the first of them that are not blank. */
const listExtent = { lines: 10, columns: 240 } as const;
const listLines = 3;
/** Has room on one line of a narrow window. */
const shortTitle = 60;
const longestSource = 100;
/** Leaves room for the time in a narrow window. */
const longestPlace = 52;

export function fragmentRow(fragment: Fragment, context: RowContext): FragmentRow {
  return { ...rowOf(fragment, context), ...wholeLooks(fragment, context.readings) };
}

function rowOf(fragment: Fragment, context: RowContext): Omit<FragmentRow, keyof typeof noWholeLooks> {
  const isReachable = /^[1-9]\d{0,14}$/.test(fragment.id);
  const hasContent = isReachable && fragment.state !== 'filtered';
  return {
    id: cutText(withoutHarmfulCharacters(fragment.id.slice(0, 64)), 40),
    kind: fragment.kind,
    symbol: symbolOf(fragment),
    title: oneLine(fragment.title ?? '', longestTitle) || titleOf(fragment),
    ...annotationsOf(fragment),
    ...timesOf(fragment, context),
    canAnnotate: hasContent && fragment.state !== 'captured',
    detail: listDetail(fragment, context),
    program: context.programOf?.(fragment.source.app) ?? null,
    group: groupLabel(fragment.capturedAt, context),
    ...rowLooks(fragment),
    badge: badgeOf(fragment),
    isSelected: fragment.selection !== undefined,
    preview: previewOf(fragment),
    toolTip: toolTipOf(fragment, context.userHome),
    imageUrl: hasContent && isDrawn(fragment) ? `/content/${fragment.id}` : null,
    width: pixels(fragment.width),
    height: pixels(fragment.height),
    outcome: outcomeWithMend(fragment, context),
    canCopy: hasContent,
    canCopyPlain: hasContent && hasOtherText(fragment),
    hasHtml: hasContent && isFormatted(fragment),
    canSave: hasContent && canBeSaved(fragment),
    canKeep: isReachable && fragment.state === 'filtered' && isCopy(fragment),
    canOpen: isReachable && (fragment.savedPath !== null || (fragment.files ?? []).length > 0),
    names: isReachable ? (openTargetOf(fragment, context.userHome)?.what ?? null) : null,
  };
}

/** A text that is not all of it. */
function hasOtherText({ kind, mediaTypes, extracted = [] }: Fragment): boolean {
  if (extracted[0]?.text !== undefined && kind !== 'files') return true;
  const hasPlain = mediaTypes.includes('text/plain');
  return hasPlain ? mediaTypes.length > 1 : kind === 'text' && mediaTypes.includes('text/html');
}

/** Only what was copied may still be on the clipboard, from where it can be kept all the same. */
function isCopy({ origin, selection }: Fragment): boolean {
  return origin === undefined && selection === undefined;
}

/** What the browser sent is nowhere else: its mend is to send it again. */
function outcomeWithMend(fragment: Fragment, context: OutcomeContext): FragmentRow['outcome'] {
  const outcome = fragmentOutcome(fragment, context);
  if (fragment.origin !== 'web' || familyOfReason(fragment.reason) === null) return outcome;
  const { text } = outcome;
  const setting = say('Kinds of secrets to keep anyway');
  return {
    ...outcome,
    text: say('{text}; add this kind in Settings, under “{setting}”, and save it again in the browser', { text, setting }),
  };
}

/** The same for a list, which shows the first lines of its fragment. Only the current clipboard content and the expanded row get the rest. */
export function listRow(fragment: ListedFragment, context: RowContext): FragmentRow {
  const row = { ...rowOf(fragment, context), ...noWholeLooks };
  const { match: found } = fragment;
  const usual = { ...row, preview: listPreview(fragment, row), toolTip: row.title, note: '', earlier: [] };
  if (found === undefined || fragment.secret !== undefined) return usual;
  if (found.of !== undefined) return { ...usual, foundDetail: foundDetail(found, row, detailParts(fragment, context)) };
  const match = fragment.kind === 'text' ? matchParts(found) : null;
  if (match === null) return usual;
  const title = row.ownTitle || match.map(({ text }) => text).join('');
  return { ...usual, title, toolTip: title, match };
}

/**
 * The first lines without blank ones. Empty if the title says as much, or is not of the text. Below a title of the user's own there is always what was copied:
 * nobody pastes what he does not see.
 */
function listPreview(fragment: ListedFragment, { title, ownTitle, host }: FragmentRow): string {
  // A link stays on one line, with its host.
  const isLines = fragment.kind === 'text' && fragment.secret === undefined && host === '';
  if (!isLines) return ownTitle === '' ? '' : titleOf(fragment);
  const said = saidIn(fragment);
  const titled = ownTitle === '' ? titledDocument(said) : null;
  const filled = firstLines(titled === null ? said : `${title}\n${titled.rest}`, listExtent)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const lines = filled.slice(0, listLines).join('\n');
  return lines.trim() === title && title.length <= shortTitle ? '' : lines;
}

/** File, time and source: `code/package.json · 13:58 · Code — package.json`. That a copy has no file is said only if it should have one. */
export function listDetail(fragment: Fragment, context: RowContext): string {
  const { went, times, source } = detailParts(fragment, context);
  const parts = [went, timeLabel(fragment.capturedAt, context), times, linkOf(fragment)?.text ?? '', source];
  return parts.filter((part) => part !== '').join(' · ');
}

/** `file`: its name in the detail; empty without one, while `went` says why. */
function detailParts(fragment: Fragment, context: RowContext) {
  const { kind, text } = fragmentOutcome(fragment, context);
  const place = fragment.state === 'saved' ? savedPlace(fragment.savedPath, context) || text : '';
  const went = kind === 'saved' || kind === 'kept' ? shortened(place) : text;
  const times = fragment.copyCount === undefined ? '' : say('{count, number} times', { count: fragment.copyCount });
  const shown = directionIsolated(went);
  return { went: shown, file: place === '' ? '' : shown, times, source: sourceLabel(fragment.source, context) };
}

/** Without its middle, if it would push the time after it out of sight; the extension stays. */
function shortened(place: string): string {
  if (place.length <= longestPlace) return place;
  return `${cutText(place, longestPlace - 12)}${place.slice(-12).replace(/^[\udc00-\udfff]/, '')}`;
}

/** For text its beginning, for files their names; none for a picture. */
export function previewOf(fragment: Pick<Fragment, 'kind' | 'text' | 'files'>): string {
  if (fragment.kind === 'text') return firstLines(fragment.text ?? '', previewExtent);
  const files = fragment.files ?? [];
  const names = files.slice(0, shownFiles).map((file) => oneLine(lastPart(file), 255));
  return [...names, ...(files.length > shownFiles ? [say('… and {count, number} more', { count: files.length - shownFiles })] : [])].join(
    '\n',
  );
}

/** The user's own words may come from an import, so they are made harmless too. */
function annotationsOf({
  title = '',
  pinned,
  tags = [],
  note = '',
}: Fragment): Pick<FragmentRow, 'ownTitle' | 'isPinned' | 'tags' | 'note'> {
  const { title: longestOwnTitle, tag: longestTag, note: longestNote } = annotationLimits;
  return {
    ownTitle: oneLine(title, longestOwnTitle),
    isPinned: pinned === true,
    tags: tags.map((tag) => oneLine(tag, longestTag)),
    note: wholeText(note, longestNote),
  };
}

const shownEarlier = 20;

/** `3 times, first on 12 Nov`; and each of the last earlier times, with its program. */
function timesOf(fragment: Fragment, context: RowContext): Pick<FragmentRow, 'times' | 'earlier'> {
  const { copyCount, firstCapturedAt = '', earlierCopies = [] } = fragment;
  if (copyCount === undefined) return { times: '', earlier: [] };
  const first = timePhrase(firstCapturedAt, context);
  return {
    times:
      first === ''
        ? say('{count, number} times', { count: copyCount })
        : say('{count, number} times, first {first}', { count: copyCount, first }),
    earlier: earlierCopies.slice(0, shownEarlier).map(({ capturedAt, source }) => {
      const program = source.type === 'web' ? null : (context.programOf?.(source.app) ?? null);
      const from = directionIsolated(program?.name ?? sourceName(source.name, source.app.name ?? ''));
      return [timeLabel(capturedAt, context), from].filter((part) => part !== '').join(' · ');
    }),
  };
}

/** A picture of unknown size is not drawn, nor one that stays hidden. */
function isDrawn({ kind, state, width, height }: Fragment): boolean {
  return (
    kind === 'image' &&
    state !== 'captured' &&
    state !== 'filtered' &&
    isDrawable({ width: pixels(width) ?? Number.POSITIVE_INFINITY, height: pixels(height) ?? Number.POSITIVE_INFINITY })
  );
}

/** Harmless, from the first visible line on, as far as it is loaded; for files their paths. */
function toolTipOf(fragment: Fragment, userHome: string): string {
  if (fragment.kind === 'text') return wholeText(fromFirstLine(fragment.text ?? ''));
  if (fragment.kind === 'document') return documentTitle(fragment);
  const paths = (fragment.files ?? []).slice(0, 200).map((file) => shownAddress(file, userHome));
  return fragment.kind === 'image' ? pictureTitle(fragment) : cutText(paths.join('\n'), longestToolTip);
}

/** The text as far as it is loaded, made harmless. */
export function wholeText(text: string, mostCharacters = longestToolTip): string {
  return cutText(withoutHarmfulCharacters(text.slice(0, mostCharacters + 1)), mostCharacters);
}

function symbolOf({ kind, contentKind, detection }: Fragment): RowSymbol {
  if (kind !== 'text') return kind;
  if (contentKind === 'link') return 'link';
  if (contentKind === 'path') return 'folder';
  return detection?.group === 'code' && contentKind !== 'prose' && contentKind !== 'color' && contentKind !== 'table' ? 'code' : 'text';
}

/** A fragment that was only kept can be saved on request, and a failed one can be tried again. */
function canBeSaved({ state, reason }: Fragment): boolean {
  return state === 'failed' || (state === 'kept' && isSavedWhenAsked(reason));
}

/** `Code — package.json`: the program and the title of its window; for a page, its title. */
function sourceLabel({ type, name, app }: Fragment['source'], { programOf }: RowContext): string {
  const program = type === 'web' ? null : (programOf?.(app) ?? null);
  const shown = program?.name ?? sourceName(name, app.name ?? '');
  const about = type === 'web' ? '' : windowSubject(app.windowTitle ?? '', [app.name ?? name, shown]);
  if (about === '' || about === shown) return directionIsolated(shown);
  const room = longestSource - shown.length - 3;
  const parts = [cutText(shown, longestSource), room > 1 ? cutText(about, room) : ''];
  // Each in its own direction.
  return parts
    .filter((part) => part !== '')
    .map(directionIsolated)
    .join(' — ');
}

/**
 * The name of the source, or of its program; for a program that is known only by its path, the last part of that. Of what was saved over the bridge, by `hub save` or
 * another program, nothing is known but that.
 */
export function sourceName(name: string, appName: string): string {
  const named = oneLine(name, longestTitle) || oneLine(appName, longestTitle);
  if (name === savedOverBridge && appName === '') return say('a program');
  return /^(?:\/|[a-z]:\\)/i.test(named) ? lastPart(named) : named;
}
