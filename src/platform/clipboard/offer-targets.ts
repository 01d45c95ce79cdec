/** Under which targets a representation is offered to programs that paste. Pure. */

import { rtfTargets } from './formats.ts';
import type { OfferedRepresentation } from './interface.ts';

export interface OfferedTarget {
  readonly target: string;
  /** Type of the property that contains the answer. */
  readonly type: string;
  readonly content: OfferedRepresentation['content'];
}

/** Every target of these representations, each once; the first representation of a type wins. */
export function offeredTargets(representations: readonly OfferedRepresentation[]): OfferedTarget[] {
  const targets = representations.flatMap((representation) => targetsOf(representation));
  return [...new Map(targets.toReversed().map((target) => [target.target, target])).values()].toReversed();
}

function targetsOf({ mediaType, content }: OfferedRepresentation): OfferedTarget[] {
  if (mediaType === 'text/plain') return textTargets(content);
  if (mediaType === 'text/uri-list' && 'inline' in content) return [...asItself(mediaType, content), gnomeFiles(content.inline)];
  if (mediaType === 'text/rtf') return rtfTargets.flatMap(({ target }) => asItself(target, content));
  return asItself(mediaType, content);
}

function asItself(mediaType: string, content: OfferedRepresentation['content']): OfferedTarget[] {
  return [{ target: mediaType, type: mediaType, content }];
}

function textTargets(content: OfferedRepresentation['content']): OfferedTarget[] {
  const utf8 = ['UTF8_STRING', 'TEXT'].map((target) => ({ target, type: 'UTF8_STRING', content }));
  const plain = ['text/plain;charset=utf-8', 'text/plain'].flatMap((target) => asItself(target, content));
  // STRING is Latin-1; plain ASCII is the same in both.
  const isAscii = 'inline' in content && content.inline.every((byte) => byte < 0x80);
  return [...utf8, ...plain, ...(isAscii ? asItself('STRING', content) : [])];
}

/**
 * The form that GNOME's file manager pastes: `copy`, then the addresses, separated by LF, without a trailing one and without the NUL that some lists
 * end with.
 */
function gnomeFiles(uriList: Buffer): OfferedTarget {
  const uris = uriList
    .toString('utf8')
    .replaceAll('\0', '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  const inline = Buffer.from(['copy', ...uris].join('\n'), 'utf8');
  return { target: 'x-special/gnome-copied-files', type: 'x-special/gnome-copied-files', content: { bytes: inline.length, inline } };
}
