/** Tells the user what became of taking the text of the clipboard: by the desktop, and in the window. */
import { saidAs } from '../../../configuration/speak-language.ts';
import type { TextExtractionRules } from '../../../contract/documents/text-extraction.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { takenTextInWords } from '../../../domain/conditions/taken-text-words.ts';
import { oneLine } from '../../../domain/view/shown-text.ts';
import { tellDesktop } from '../../../platform/notification/index.ts';
import type { Component } from '../../component.ts';

/** In characters. */
const longestPreview = 160;

interface Preferences {
  readonly rules: Pick<TextExtractionRules, 'notify' | 'notification_preview'>;
  /** `language` of `hub.json`. */
  readonly language: string;
  /** Of who waits for it. */
  readonly requestId: number | undefined;
}

/** `text`: shown only if the user wants a preview. */
export function tellTaken(
  { tell, env, log }: Component,
  { rules, language, requestId }: Preferences,
  result: TextTaken,
  text: string,
): void {
  // The supervisor passes it on, and hears it.
  tell('hub', { kind: 'text-taken', result, ...(requestId === undefined ? {} : { requestId }) });
  if (!rules.notify) return;
  const said = saidAs(language, env, () => takenTextInWords(result).text);
  const preview = rules.notification_preview && result.ok ? oneLine(text, longestPreview) : '';
  void tellDesktop({ platform: process.platform, env, log }, said, preview).then((isTold) => log.debug('desktop told', { isTold }));
}
