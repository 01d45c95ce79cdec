/**
 * The window's rows (§2.6) from the snapshot (§2.5): every field by its exact name. The snapshot may come from another version, and its texts from
 * anywhere: a malformed value counts as missing, nothing throws, and every text in the result is harmless and bounded.
 */
import { mainFragment } from '../../contract/fragment-words.ts';
import type { FragmentRow, HubWindowViewModel, RowSymbol } from '../../contract/shell-page.ts';
import type { Fragment, SourceType } from '../../contract/source-snapshot.ts';
import type { Dictionary, HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { say } from '../language/say.ts';
import type { ProfileFields } from '../profile/user-profile.ts';
import { fragmentOutcome, isUnderWay } from './fragment-outcome.ts';
import { fragmentRow, previewOf, type RowContext, sourceName, wholeText } from './fragment-row.ts';
import { titleOf } from './looks/row-titles.ts';
import { lastPart, shownAddress } from './shown-place.ts';
import { oneLine } from './shown-text.ts';

export interface WindowInput {
  /** Null until the core has answered. */
  readonly snapshot: HubWindowSnapshot | null;
  /** The full text, if the snapshot has only the beginning. */
  readonly wholeText?: string | null;
  readonly profile: ProfileFields;
  readonly railIsOpen: boolean;
  /** A request is still in progress. */
  readonly busy: boolean;
  readonly context: RowContext;
}

type SourceFields = Pick<
  HubWindowViewModel,
  'Bar0IsWeb' | 'Bar0IsLocal' | 'Bar0IsOther' | 'Bar0Symbol' | 'Bar0Text' | 'Bar1Symbol' | 'Bar1Text'
>;
type ContentFields = Pick<
  HubWindowViewModel,
  'Bar2Symbol' | 'Bar2Text' | 'Bar2ToolTip' | 'Bar2Image' | 'Bar2ImageVisibility' | 'ClipboardFragments'
>;
type DetectionFields = Pick<HubWindowViewModel, Extract<keyof HubWindowViewModel, `Bar3${string}`>>;

/** The most of the full text that is shown; a longer one is shown by its beginning. */
const mostCharacters = 1024 * 1024;
/** More fragments than a copy ever has must be a mistake of another program. */
const mostFragments = 50;

export function windowViewModel({
  snapshot,
  wholeText: whole = null,
  profile,
  railIsOpen,
  busy,
  context,
}: WindowInput): HubWindowViewModel {
  const fragments = (snapshot?.fragments ?? []).slice(0, mostFragments);
  return {
    ...sourceFields(snapshot, context),
    ...contentFields(whole ?? snapshot?.clipboardText ?? '', fragments, context),
    ...detectionFields(snapshot, fragments),
    Busy: busy || fragments.some(isUnderWay),
    ...profile,
    IsLeftRailPaneOpen: railIsOpen,
    ExitCommand: { kind: 'act', verb: 'exit' },
    RestoreCommand: { kind: 'act', verb: 'restore' },
    ToggleLeftRailPaneCommand: { kind: 'toggle-rail' },
  };
}

const sourceSymbols: Readonly<Record<SourceType, RowSymbol>> = { web: 'globe', local: 'apps', other: 'warning' };

function sourceFields(snapshot: HubWindowSnapshot | null, { userHome, programOf }: RowContext): SourceFields {
  const type = snapshot?.sourceType ?? 'other';
  const path = snapshot?.sourcePath ?? '';
  const { executable, windowTitle } = snapshot?.appIdentity ?? {};
  const told = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const app = { name: snapshot?.appName || null, executable: told(executable), windowTitle: told(windowTitle) };
  const program = type === 'web' ? null : (programOf?.(app) ?? null);
  const name = program?.name ?? sourceName(snapshot?.sourceName ?? '', snapshot?.appName ?? '');
  // Hub wrote it itself, whatever is known of the copy that it is the text of.
  const isOwn = name === '' && snapshot?.fragments[0]?.reason === 'extracted';
  const isAddress = type === 'web' || /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(path);
  return {
    Bar0IsWeb: type === 'web',
    Bar0IsLocal: type === 'local',
    Bar0IsOther: type === 'other',
    Bar0Symbol: isOwn ? 'apps' : sourceSymbols[type],
    Bar0Text: isOwn ? say('Text extracted from another copy') : name || unknownSource(snapshot),
    Bar1Symbol: isAddress ? 'link' : 'folder',
    Bar1Text: shownAddress(path, userHome),
  };
}

function unknownSource(snapshot: HubWindowSnapshot | null): string {
  return (snapshot?.fragments.length ?? 0) > 0 ? say('Unknown program') : '';
}

function contentFields(text: string, fragments: readonly Fragment[], context: RowContext): ContentFields {
  const rows = fragments.map((fragment) => fragmentRow(fragment, context));
  const image = rows.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
  return {
    Bar2Symbol: 'clipboard',
    Bar2Text: previewText(fragments, context),
    Bar2ToolTip: wholeText(text, mostCharacters),
    Bar2Image: image,
    Bar2ImageVisibility: image === null ? 'Collapsed' : 'Visible',
    ClipboardFragments: mainFirst(rows) satisfies readonly FragmentRow[],
  };
}

/** The picker chooses the first of them: what represents the copy. The others keep the order of the copy. */
function mainFirst(rows: readonly FragmentRow[]): readonly FragmentRow[] {
  const main = mainFragment(rows);
  return main === undefined ? rows : [main, ...rows.filter((row) => row !== main)];
}

function previewText(fragments: readonly Fragment[], context: RowContext): string {
  const main = mainFragment(fragments);
  if (main === undefined) return '';
  if (main.state === 'filtered') return fragmentOutcome(main, context).text;
  return previewOf(main) || titleOf(main);
}

function detectionFields(snapshot: HubWindowSnapshot | null, fragments: readonly Fragment[]): DetectionFields {
  const text = fragments.find(({ kind }) => kind === 'text');
  const found = detectionIn(text?.detection ?? snapshot?.detection ?? {});
  const name = text?.embeddedFilename ?? snapshot?.raw.embeddedFilename;
  const embedded = typeof name === 'string' ? oneLine(lastPart(name), 255) : '';
  return {
    Bar3DetectedConfidence: found?.confidence ?? 0,
    Bar3DetectedExtension: found?.extension ?? '',
    Bar3DetectedGroup: found?.group ?? '',
    Bar3DetectedTypeId: found?.typeId ?? '',
    Bar3HasDetectedFiletype: found !== null,
    Bar3EmbeddedFilename: embedded,
    Bar3HasEmbeddedFilename: embedded !== '',
  };
}

/** Null if it has no type, or a value of the wrong kind. Missing values are empty. */
function detectionIn(dictionary: Dictionary): (Record<'extension' | 'group' | 'typeId', string> & { readonly confidence: number }) | null {
  const { typeId, group = '', extension = '', confidence = 0 } = dictionary;
  if (typeof typeId !== 'string' || typeof group !== 'string' || typeof extension !== 'string') return null;
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) return null;
  const word = (text: string): string => oneLine(text, 40);
  if (word(typeId) === '') return null;
  return { typeId: word(typeId), group: word(group), extension: word(extension), confidence };
}
