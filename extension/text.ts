/** The texts of the extension, from `extension/public/_locales/`, in the language of the browser. `test/extension/unit/texts.test.ts` keeps them in step. */
import { browser } from 'wxt/browser';

/** Its type in WXT is made from the sources of the build, which a check of types does not have. */
interface Messages {
  getMessage(key: string, values: readonly string[]): string;
}

/** A text by its key, with its values in their order. The key is a literal, so that a test finds every one that is used. */
export function text(key: string, ...values: readonly (string | number)[]): string {
  return (browser.i18n as unknown as Messages).getMessage(key, values.map(String));
}
