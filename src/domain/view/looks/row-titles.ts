/** What a fragment is called where its user has given it no name. */

import { familyOfReason, secretFamilies } from '../../../contract/secret-families.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { titledDocument } from '../../document-title.ts';
import { textOfHtml } from '../../kind/html-text.ts';
import { say } from '../../language/say.ts';
import { isScreenshotProgram } from '../../programs/screenshot-programs.ts';
import { withoutSecretLines } from '../../secrets/find-secret.ts';
import { secretTitle } from '../../secrets/secret-in-words.ts';
import { lastPart } from '../shown-place.ts';
import { cutText, firstLineWithWords, oneLine } from '../shown-text.ts';
import { typeName } from '../type-names.ts';
import { titleInPicture } from './extracted-views.ts';

export const longestTitle = 200;
/** Of a list of files. */
export const shownFiles = 20;

/** The first meaningful line, or a description. What a secret is, is named by the rule that found it, never by its text; nor by a line that may say one. */
export function titleOf(fragment: Fragment): string {
  const family = familyOfReason(fragment.reason) ?? secretFamilies.find((each) => each === fragment.secret);
  if (family !== undefined) return secretTitle(family);
  // What is read in a picture of the screen begins with menus and buttons.
  if (fragment.kind === 'image' && isScreenshotProgram(fragment.source.app)) return screenshotTitle(fragment);
  if (fragment.kind === 'image') return titleInPicture(fragment, longestTitle) || pictureTitle(fragment);
  if (fragment.kind === 'files') return filesTitle(fragment);
  if (fragment.kind === 'document') return documentTitle(fragment);
  if (fragment.secret !== undefined) return say('Private copy');
  const said = saidIn(fragment);
  const own = oneLine(titledDocument(said)?.title ?? '', longestTitle);
  if (own !== '') return own;
  const isWhole = withoutSecretLines(fragment.text ?? '') === fragment.text;
  return firstLineWithWords(said, longestTitle) || (isWhole ? say('Blank text') : say('Text that may be a secret'));
}

/** What a text says, without lines that may say a secret. HTML that was copied without its text is shown as it reads: its tags say nothing. */
export function saidIn({ text = '', mediaTypes }: Pick<Fragment, 'text' | 'mediaTypes'>): string {
  const said = withoutSecretLines(text);
  if (!mediaTypes.includes('text/html') || mediaTypes.includes('text/plain')) return said;
  const words = titledDocument(said) === null ? withoutSecretLines(textOfHtml(said)) : '';
  return words.trim() === '' ? said : words;
}

/** `Picture 1920 × 1080`; of an unknown size in pixels `Picture, 2,048 bytes`. */
export function pictureTitle({ width, height, bytes }: Pick<Fragment, 'width' | 'height' | 'bytes'>): string {
  const [w, h] = [pixels(width), pixels(height)];
  if (w === null || h === null) return say('Picture, {count, plural, one {# byte} other {# bytes}}', { count: bytes });
  return say('Picture {size}', { size: `${w} × ${h}` });
}

/** `Screenshot 1920 × 1080`. */
function screenshotTitle({ width, height }: Pick<Fragment, 'width' | 'height'>): string {
  const [w, h] = [pixels(width), pixels(height)];
  return w === null || h === null ? say('Screenshot') : say('Screenshot {size}', { size: `${w} × ${h}` });
}

/** The name of its file; without one its type: `PDF`. */
export function documentTitle({ savedPath, detection }: Pick<Fragment, 'savedPath' | 'detection'>): string {
  if (savedPath !== null) return oneLine(lastPart(savedPath), longestTitle) || say('Document');
  return detection === null ? say('Document') : typeName(detection.typeId);
}

function filesTitle({ files = [], filesTruncated }: Pick<Fragment, 'files' | 'filesTruncated'>): string {
  const [first] = files;
  if (first === undefined) return say('Files');
  if (files.length === 1) return oneLine(lastPart(first), longestTitle);
  const names = files.slice(0, shownFiles).map((file) => oneLine(lastPart(file), longestTitle));
  const [count, all] = [files.length, names.join(', ')];
  const title =
    filesTruncated === true
      ? say('over {count, number} files: {all}', { count, all })
      : say('{count, number} files: {all}', { count, all });
  return cutText(title, longestTitle);
}

/** Null if it is not known. */
export function pixels(count: number | undefined): number | null {
  return count !== undefined && count > 0 ? count : null;
}
