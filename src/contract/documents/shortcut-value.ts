/** A shortcut as a value of a configuration document: `Ctrl+Shift+V`, in that form whatever the document says; empty for none. */
import * as z from 'zod';
import { type Refusal, refusedKeysFault } from './refused-shortcuts.ts';
import { parseShortcut, type Shortcut, shortcutText } from './shortcut.ts';

/** `form`: what is expected, in the words of an error. */
export function shortcutValue(refusalOf: (shortcut: Shortcut) => Refusal | null, form: string) {
  return z
    .string()
    .max(64)
    .superRefine((text, context) => {
      const parsed = parseShortcut(text);
      const refusal = parsed === null ? null : refusalOf(parsed);
      if (parsed !== null && refusal === null) return;
      if (text !== '')
        context.addIssue({ code: 'custom', message: parsed === null || refusal === null ? form : refusedKeysFault(refusal, parsed) });
    })
    .meta({ patternErrorMessage: form })
    .transform((text) => {
      const parsed = parseShortcut(text);
      return parsed === null ? '' : shortcutText(parsed);
    });
}
