/** What became of taking the text of what is on the clipboard, as the desktop and the window say it: with what to do, and nothing of the text. */
import type { TextNotTaken, TextTaken } from '../../contract/extraction/clipboard-text.ts';
import type { Notice } from '../../contract/shell-page.ts';
import { say, withinSentence } from '../language/say.ts';
import { whyNoText, whyUnread } from './extraction-words.ts';

type Taken = Extract<TextTaken, { ok: true }>;
type NotTaken = Extract<TextTaken, { ok: false }>;

const whose: Readonly<Record<Taken['from'], (files: number | undefined) => string>> = {
  text: () => say('The text without its formatting'),
  image: () => say('The text of the picture'),
  files: (count) => (count === 1 ? say('The text of the copied file') : say('The text of the copied files')),
  document: () => say('The text of the document'),
};

/** The text is there, whatever else happened. */
export function takenTextInWords(result: TextTaken): Pick<Notice, 'intent' | 'text'> {
  if (!result.ok) return { intent: result.because === 'busy' ? 'info' : 'warning', text: whyNotTaken(result) };
  const what = whose[result.from](result.files);
  const text = went(result, what);
  const left = [...leftUnread(result), ...withoutText(result)];
  return { intent: result.went === 'clipboard' && left.length === 0 ? 'success' : 'info', text: [text, ...left].join('; ') };
}

function leftUnread({ unread }: Pick<Taken, 'unread'>): readonly string[] {
  if (unread === undefined || unread.count === 0) return [];
  const reasons = [...new Set(unread.because.map(whyUnread))].join(', ');
  return [say('{count, plural, one {# file} other {# files}} could not be read ({reasons})', { count: unread.count, reasons })];
}

function withoutText({ without: count }: Taken): readonly string[] {
  return count === 0 ? [] : [say('{count, plural, one {# file has no text} other {# files have no text}}', { count })];
}

function went({ went: to, characters: count }: Taken, what: string): string {
  if (to === 'clipboard')
    return say('{what} is on the clipboard: {count, plural, one {# character} other {# characters}}', { what, count });
  return to === 'elsewhere'
    ? say('{what} is in the history; something else was copied meanwhile, and stays on the clipboard', { what })
    : say('{what} is in the history; it could not be put on the clipboard', { what });
}

const reasons: Readonly<Partial<Record<TextNotTaken, (result: NotTaken) => string>>> = {
  nothing: () => say('nothing is on the clipboard; copy a picture or a file first'),
  private: () => say('what is on the clipboard is private, and Hub does not read it'),
  paused: () => say('capture is paused; resume it and copy again'),
  unread: () => say('Hub has not read what is on the clipboard; copy it again'),
  plain: () => say('the clipboard already contains text'),
  secret: () => say('it looks like a secret, or is excluded by your rules'),
  'too-long': () => say('it is longer than the limit in Text extraction'),
  'time-over': ({ timeLimitSeconds: seconds = 0 }) =>
    say('it took longer than the time limit of {seconds} s; change it in Text extraction', { seconds }),
  waited: ({ timeLimitSeconds: seconds = 0 }) =>
    say('another document was still being read after {seconds} s; try again later, or cancel it in the window', { seconds }),
  busy: () => say('Hub is still reading the text of an earlier copy'),
  'content-missing': () => say('its content is missing in the data folder of Hub; copy it again'),
  'not-kept': () => say('Hub cannot write to its journal now'),
};

const sentences: Readonly<Partial<Record<TextNotTaken, () => string>>> = {
  'no-text': () => say('No text was found'),
  'was-paused': () => say('Not extracted: this was copied while capture was paused, so Hub did not read it'),
};

function whyNotTaken(result: NotTaken): string {
  const { because, unread } = result;
  const sentence = sentences[because];
  if (sentence !== undefined) return sentence();
  const own = reasons[because];
  const [several] = leftUnread({ unread });
  const why = several ?? (own === undefined ? whyNoText(because as Parameters<typeof whyNoText>[0], { reader: 'window' }) : own(result));
  return say('No text was extracted: {why}', { why: withinSentence(why) });
}
