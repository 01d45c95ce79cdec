/** A shortcut as a value of a configuration document: `Ctrl+Shift+V`, in that form whatever the document says; empty for none. */
import * as z from 'zod';
import { parseShortcut, type Shortcut, shortcutText } from './shortcut.ts';

/** `form`: what is expected, in the words of an error. */
export function shortcutValue(isUsable: (shortcut: Shortcut) => boolean, form: string) {
  return z
    .string()
    .max(64)
    .refine((text) => {
      const parsed = parseShortcut(text);
      return text === '' || (parsed !== null && isUsable(parsed));
    }, form)
    .meta({ patternErrorMessage: form })
    .transform((text) => {
      const parsed = parseShortcut(text);
      return parsed === null ? '' : shortcutText(parsed);
    });
}
