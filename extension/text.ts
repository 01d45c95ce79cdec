/** The texts of the extension, from `extension/public/_locales/`, in the language of the browser. `test/extension/unit/texts.test.ts` keeps them in step. */
import { browser } from 'wxt/browser';

/** A text by its key, with its values in their order. The key is a literal, so that a test finds every one that is used. */
export function text(key: string, ...values: readonly (string | number)[]): string {
  return (browser.i18n.getMessage as (name: string, values: string[]) => string)(key, values.map(String));
}
