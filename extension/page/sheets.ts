/** The style sheets of a document or an open shadow root as the text of one, with the files that they name in it. */
import { baseOf } from './addresses.ts';
import type { PageFiles } from './fetching.ts';
import type { NamedFiles } from './style-addresses.ts';

export interface SheetParts {
  readonly files: PageFiles;
  readonly named: NamedFiles;
}

/** All sheets that apply, in their order. */
export async function sheetsOf(root: Document | ShadowRoot, parts: SheetParts): Promise<string> {
  const base = baseOf(root instanceof Document ? root : root.ownerDocument);
  const texts: string[] = [];
  for (const sheet of [...root.styleSheets, ...adoptedOf(root)]) {
    if (!sheet.disabled && (sheet.href === null || parts.files.mayHave(sheet.href, 'style')))
      texts.push(within(sheet.media.mediaText, await textOf(sheet, base, parts)));
  }
  return texts.join('\n');
}

/**
 * A text that ends no `<style>`: in CSS `<\/` is `</` in a string, and an address in `url("")` has none of it. The parser looks for the end tag in any case of
 * letters, so every `</` is written so.
 */
export function inStyle(text: string): string {
  return text.replaceAll('</', '<\\/');
}

/** More than these are not looked at: a page may tell any length. */
const mostAdopted = 1_000;

/** The sheets that the page's scripts have made. Firefox shows a list of them to nobody but the page, so it is taken from there, and each sheet is looked at as the browser has it. */
function adoptedOf(root: Document | ShadowRoot): readonly CSSStyleSheet[] {
  const { wrappedJSObject: asPageHasIt } = root as { wrappedJSObject?: Pick<DocumentOrShadowRoot, 'adoptedStyleSheets'> };
  if (asPageHasIt === undefined) return [...root.adoptedStyleSheets];
  const { XPCNativeWrapper: asBrowserHasIt } = globalThis as unknown as { XPCNativeWrapper: (waived: unknown) => unknown };
  try {
    const list = asPageHasIt.adoptedStyleSheets;
    return Array.from({ length: Math.min(Number(list.length) || 0, mostAdopted) }, (_, index) => asBrowserHasIt(list[index])).filter(
      (sheet) => sheet instanceof CSSStyleSheet,
    );
  } catch {
    return []; // the page has put something else in its place
  }
}

async function textOf(sheet: CSSStyleSheet, base: string, parts: SheetParts): Promise<string> {
  const from = sheet.href ?? base;
  const rules = rulesOf(sheet);
  // The sheet is another site's, and its rules can't be read, but perhaps its bytes can.
  if (rules === null) return await parts.named.inline(counted(await textAt(sheet.href, parts.files), parts.files), from, 'sheet');
  const texts: string[] = [];
  let own: string[] = [];
  const flush = async (): Promise<void> => {
    texts.push(await parts.named.inline(counted(own.join('\n'), parts.files), from, 'sheet'));
    own = [];
  };
  for (const rule of rules) {
    if (!(rule instanceof CSSImportRule)) own.push(rule.cssText);
    else if (rule.styleSheet !== null && parts.files.mayHave(rule.styleSheet.href ?? from, 'style')) {
      await flush();
      texts.push(within(rule.media.mediaText, await textOf(rule.styleSheet, from, parts)));
    }
  }
  await flush();
  return texts.join('\n');
}

/** Nothing, if there is no room for it. */
function counted(text: string, files: PageFiles): string {
  return files.take(text.length) ? text : '';
}

function within(media: string, text: string): string {
  return media === '' || media === 'all' || text === '' ? text : `@media ${media} {\n${text}\n}`;
}

function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] | null {
  try {
    return [...sheet.cssRules];
  } catch {
    return null;
  }
}

async function textAt(address: string | null, files: PageFiles): Promise<string> {
  const found = address === null ? null : await files.bytes(address, 'style');
  return found === null ? '' : new TextDecoder().decode(found.bytes);
}
