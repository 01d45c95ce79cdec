/** Reads a fragment from its row. A damaged essential column makes the fragment unreadable; any other damaged column only becomes unknown. */
import { fragmentKinds, fragmentStates, sourceTypes } from '../../contract/fragment-words.ts';
import { type CaptureSource, fragmentReasons, type JournalFragment, type Origin } from '../../contract/journal.ts';
import { secretFamilies } from '../../contract/secret-families.ts';
import type { Detection } from '../../contract/source-snapshot.ts';
import { digestOf, mediaTypeOf, type Row, textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';

const origins: readonly Origin[] = ['clipboard', 'selection', 'bridge', 'web', 'import', 'command', 'extraction'];

/** Null if an essential column is damaged. */
export function fragmentOfRow(row: Row): JournalFragment | null {
  const [id, captureId, bytes] = [wholeNumber(row.id), wholeNumber(row.capture_id), wholeNumber(row.bytes)];
  const [kind, state] = [wordOf(fragmentKinds, row.kind), wordOf(fragmentStates, row.state)];
  const [sha256, mediaTypes] = [digestOf(row.sha256), textOf(row.media_types)?.split(' ') ?? []];
  if (id === null || captureId === null || bytes === null || kind === null || state === null || sha256 === null) return null;
  if (mediaTypeOf(mediaTypes[0]) === null) return null;
  return {
    id,
    captureId,
    origin: wordOf(origins, row.origin) ?? 'clipboard',
    isExempt: row.exempt === 1,
    textOf: wholeNumber(row.text_of),
    kind,
    state,
    reason: wordOf(fragmentReasons, row.reason),
    copiedAtMs: timeOf(row.copied_at) ?? 0,
    source: sourceOfRow(row),
    givenName: textOf(row.given_name),
    mediaTypes: mediaTypes.filter((mediaType) => mediaTypeOf(mediaType) !== null),
    bytes,
    sha256,
    detection: detectionOf(row),
    embeddedFilename: textOf(row.embedded_filename),
    secret: wordOf(secretFamilies, row.secret),
    pictureSize: pictureSizeOf(row),
    savedPath: textOf(row.saved_path),
    duplicate: row.duplicate === 1,
    attempts: wholeNumber(row.attempts) ?? 0,
    judgeAttempts: wholeNumber(row.judge_attempts) ?? 0,
    copies: wholeNumber(row.copies) || 1,
    firstCopiedAtMs: timeOf(row.first_copied_at) ?? timeOf(row.copied_at) ?? 0,
  };
}

function pictureSizeOf(row: Row): JournalFragment['pictureSize'] {
  const [width, height] = [wholeNumber(row.width), wholeNumber(row.height)];
  return width === null || height === null ? null : { width, height };
}

function detectionOf(row: Row): Detection | null {
  const [group, extension, typeId] = [textOf(row.type_group), textOf(row.extension), textOf(row.type_id)];
  const mediaType = mediaTypeOf(row.media_type);
  const { confidence } = row;
  if (group === null || extension === null || typeId === null || mediaType === null) return null;
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) return null;
  return { group, extension, typeId, mediaType, confidence };
}

/** The source of a capture, out of its columns. */
export function sourceOfRow(row: Row): CaptureSource {
  return {
    type: wordOf(sourceTypes, row.source_type) ?? 'other',
    name: textOf(row.source_name) ?? '',
    path: textOf(row.source_path) ?? '',
    app: {
      name: textOf(row.app_name),
      executable: textOf(row.app_executable),
      pid: wholeNumber(row.app_pid),
      windowTitle: textOf(row.window_title),
    },
  };
}
