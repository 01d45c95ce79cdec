/**
 * A fragment as a search compares it, read from its rows. One that is not judged yet, or was filtered, has no texts: what is in it must not be found
 * out by searching either.
 */
import { fragmentKinds, fragmentStates } from '../../contract/fragment-words.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { contentKind } from '../../domain/kind/content-kind.ts';
import { withoutCredentials } from '../../domain/kind/page-address.ts';
import { foldedText } from '../../domain/search/folding.ts';
import type { NameOf, SearchedFragment } from '../../domain/search/match.ts';
import { searchedTexts } from '../fragments/extracted-texts.ts';
import { isHeldBack } from '../fragments/fragment-view.ts';
import { contentPlaceOf, tryReadHead } from '../fragments/fragments.ts';
import type { JournalReader } from '../journal.ts';
import { isOfProgram } from '../program-names.ts';
import { type Row, textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';

/** Only this many characters at the beginning of a text are searched. */
const searchedCharacters = 65_536;
/** The bytes that contain these characters, in any UTF encoding. */
export const textHeadBytes: number = 4 * searchedCharacters;

/** With the text as it is, of which a match shows a line. */
export interface ReadFragment extends SearchedFragment {
  readonly id: number;
  original(): string;
  /** What was read in it, as it is. */
  originalExtracted(): string;
  /** The names of it that people read, as they are, each with what it is. */
  originalNames(): readonly (readonly [of: NameOf, name: string])[];
}

const select = (
  state: string,
): string => `SELECT fragments.id, origin, kind, ${state}, type_id, type_group, extension, confidence, embedded_filename, saved_path, given_name, copied_at, source_type, source_name,
    source_path, app_name, app_executable, representations.media_type, bytes, sha256, inline, pinned, title, note,
    (SELECT group_concat(tag, char(10)) FROM tags WHERE fragment_id = fragments.id) AS tags
  FROM fragments JOIN captures ON captures.id = capture_id JOIN representations ON representations.fragment_id = fragments.id AND position = 0
    LEFT JOIN annotations ON annotations.fragment_id = fragments.id
  WHERE fragments.id`;

const shownOne = `${select('state')} = ? AND state <> 'deleted'`;
const anyOne = `${select('coalesce((SELECT was.state FROM deleted_fragments AS was WHERE was.fragment_id = fragments.id), state) AS state')} = ?`;

/** Null if there is none, or its row is damaged. `any`: also one that is deleted and not erased yet. */
export function searchedFragment(journal: JournalReader, id: number, which: 'shown' | 'any' = 'shown'): ReadFragment | null {
  const row = journal.statement(which === 'shown' ? shownOne : anyOne).get(id);
  return row === undefined ? null : fragmentOf(journal, row);
}

function fragmentOf(journal: JournalReader, row: Row): ReadFragment | null {
  const [id, bytes, kind, state] = [
    wholeNumber(row.id),
    wholeNumber(row.bytes),
    wordOf(fragmentKinds, row.kind),
    wordOf(fragmentStates, row.state),
  ];
  if (id === null || bytes === null || kind === null || state === null) {
    journal.reportDamagedRow(row.id);
    return null;
  }
  const isHidden = isHeldBack({ state });
  const shown = (value: unknown): string => (isHidden ? '' : (textOf(value) ?? ''));
  const original = once(() => (isHidden || kind === 'image' || kind === 'document' ? '' : contentOf(journal, row, kind)));
  const text = once(() => foldedText(original()));
  const originalExtracted = once(() => (isHidden || kind === 'text' ? '' : searchedTexts(journal, id, searchedCharacters)));
  const app = once(() => `${foldedText(textOf(row.app_name) ?? '')}\n${foldedText(baseName(textOf(row.app_executable) ?? ''))}`);
  const address = (): string => (row.source_type === 'web' ? shown(row.source_path) : '');
  const ownNames = (): string => `${shown(row.given_name) || shown(row.embedded_filename)}\n${baseName(shown(row.saved_path))}`;
  const fileNames = once(() => (kind === 'files' ? `${foldedText(ownNames())} ${text()}` : foldedText(ownNames())));
  const names = once(() =>
    isHidden
      ? ''
      : foldedText(
          `${ownNames()}\n${shown(row.source_name)}\n${shown(row.app_name)}\n${shown(row.type_id)}\n${address()}\n${shown(row.title)}\n${shown(row.tags)}\n${shown(row.note)}`,
        ),
  );
  const originalNames = (): ReturnType<ReadFragment['originalNames']> => [
    ['title', shown(row.title)],
    ...shown(row.tags)
      .split('\n')
      .map((tag) => ['tag', tag] as const),
    ['note', shown(row.note)],
    ...ownNames()
      .split('\n')
      .map((name) => ['file', name] as const),
    ['source', shown(row.source_name)],
    ['address', withoutCredentials(address())],
    ['source', shown(row.app_name)],
  ];
  return {
    id,
    kind,
    state,
    bytes,
    copiedAtMs: timeOf(row.copied_at) ?? 0,
    typeId: foldedText(textOf(row.type_id) ?? ''),
    group: foldedText(textOf(row.type_group) ?? ''),
    extension: foldedText(textOf(row.extension) ?? '').replace(/^\./, ''),
    app,
    isOf: (program) => isOfProgram(journal, app(), program),
    isSelected: row.origin === 'selection',
    isPinned: row.pinned === 1,
    tags: shown(row.tags).split('\n').map(foldedText),
    address: once(() => foldedText(address())),
    fileNames,
    names,
    contentKind: once(() => (isHidden ? '' : contentKind({ kind, bytes, text: original(), type: typeOf(row) }))),
    original,
    originalNames,
    text,
    originalExtracted,
    extracted: once(() => foldedText(originalExtracted())),
  };
}

function typeOf({ type_id, type_group, confidence }: Row): Parameters<typeof contentKind>[0]['type'] {
  const [typeId, group] = [textOf(type_id), textOf(type_group)];
  return typeId === null || group === null || typeof confidence !== 'number' ? null : { typeId, group, confidence };
}

function contentOf(journal: JournalReader, row: Row, kind: 'text' | 'files'): string {
  const place = contentPlaceOf(journal, row);
  const head = place === null ? null : tryReadHead(place, textHeadBytes);
  if (head === null) return '';
  const text = new TextDecoder().decode(head).slice(0, searchedCharacters);
  return kind === 'files' ? pathsOfUriList(text).join('\n') : text;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function once(read: () => string): () => string {
  let value: string | null = null;
  return () => {
    value ??= read();
    return value;
  };
}
