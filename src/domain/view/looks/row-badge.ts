/** The few words at the end of a row: what kind of thing it is. */
import { isSureType } from '../../../contract/fragment-words.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { say } from '../../language/say.ts';
import { kindName, tellingKind } from '../kind-names.ts';
import { lastPart } from '../shown-place.ts';

/** Whether its HTML is worth a look: that of a link says the same, and of a secret no more is shown than its row says. */
export function isFormatted({ kind, mediaTypes, secret, contentKind }: Fragment): boolean {
  return kind === 'text' && secret === undefined && contentKind !== 'link' && mediaTypes.length > 1 && mediaTypes.includes('text/html');
}

const plainText = { extension: '.txt', typeId: 'txt' } as const;

/**
 * Its kind, such as `Link`, if that says more than its type: plain text is `Text`, and so is one of a doubtful type. Otherwise a short name of its type in capitals: `JSON`; empty if the
 * type is unknown.
 */
export function badgeOf(fragment: Fragment): string {
  const kind = tellingKind(fragment);
  if (kind !== null) return kindName(kind);
  const { files = [], filesTruncated } = fragment;
  const isUnsure = fragment.kind === 'text' && fragment.detection !== null && !isSureType(fragment.detection);
  // What its file is called would contradict it: that of a doubtful type ends in `.txt`.
  const detection = isUnsure ? plainText : fragment.detection;
  const common = filesTruncated === true ? '' : commonEnding(files);
  const word = detection?.extension.replace(/^\./, '') || detection?.typeId || common;
  // Told apart from the same words as plain text.
  if (word === 'txt' && isFormatted(fragment)) return say('Formatted');
  if (word === 'txt' && fragment.kind === 'text') return kindName(fragment.contentKind ?? 'prose');
  return /^[\w+#-]{1,12}$/.test(word) ? word.toUpperCase().slice(0, 10) : '';
}

/** The extension that all of these files have, in lower case; empty if one has another, or none. */
function commonEnding(files: readonly string[]): string {
  const endings = new Set(files.map((file) => /[^.]\.([a-z0-9]{1,8})$/i.exec(lastPart(file))?.[1]?.toLowerCase() ?? ''));
  const [ending = ''] = endings;
  return endings.size === 1 ? ending : '';
}
