/** Under which targets a representation is offered to programs that paste. Pure. */

import { rtfTargets } from './formats.ts';
import type { OfferedRepresentation } from './interface.ts';

export interface OfferedTarget {
  readonly target: string;
  /** Type of the property that contains the answer. */
  readonly type: string;
  readonly content: OfferedRepresentation['content'];
  /** A picture of the text that is offered. */
  readonly isOfText: boolean;
}

/** What any program may have, whichever it is. */
export function forAnybody(representations: readonly OfferedRepresentation[]): readonly OfferedRepresentation[] {
  return representations.filter(({ isOfText }) => isOfText !== true);
}

/** The programs that paste a picture where they are offered cells and their picture: LibreOffice's Calc, whose process is that of Writer and Impress too. */
const pastesPicture = /(?:^|\/)soffice\.bin$/;

/** Whether a program is offered the picture of a text; null if it is unknown which one it is. */
export function mayHavePicture(executable: string | null): boolean {
  return executable !== null && !pastesPicture.test(executable);
}

/** Every target of these representations, each once; the first representation of a type wins. */
export function offeredTargets(representations: readonly OfferedRepresentation[]): OfferedTarget[] {
  const targets = representations.flatMap((each) => targetsOf(each).map((target) => ({ ...target, isOfText: each.isOfText === true })));
  return [...new Map(targets.toReversed().map((target) => [target.target, target])).values()].toReversed();
}

type Named = Omit<OfferedTarget, 'isOfText'>;

function targetsOf({ mediaType, content }: OfferedRepresentation): Named[] {
  if (mediaType === 'text/plain') return textTargets(content);
  if (mediaType === 'text/uri-list' && 'inline' in content) return [...asItself(mediaType, content), gnomeFiles(content.inline)];
  if (mediaType === 'text/rtf') return rtfTargets.flatMap(({ target }) => asItself(target, content));
  return asItself(mediaType, content);
}

function asItself(mediaType: string, content: OfferedRepresentation['content']): Named[] {
  return [{ target: mediaType, type: mediaType, content }];
}

function textTargets(content: OfferedRepresentation['content']): Named[] {
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
function gnomeFiles(uriList: Buffer): Named {
  const uris = uriList
    .toString('utf8')
    .replaceAll('\0', '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  const inline = Buffer.from(['copy', ...uris].join('\n'), 'utf8');
  return { target: 'x-special/gnome-copied-files', type: 'x-special/gnome-copied-files', content: { bytes: inline.length, inline } };
}
