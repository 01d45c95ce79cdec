/** The style sheets of a document or an open shadow root as the text of one, with the files that they name in it. */
import { baseOf } from '../addresses.ts';
import type { Budget } from '../budget.ts';
import type { PageFiles } from '../fetching.ts';
import type { NamedFiles } from './style-addresses.ts';

export interface SheetParts {
  readonly files: PageFiles;
  readonly named: NamedFiles;
  readonly budget: Budget;
}

export interface Sheets {
  /** All sheets that apply, in their order. */
  of(root: Document | ShadowRoot): Promise<string>;
}

/**
 * A text that ends no `<style>`: in CSS `<\/` is `</` in a string, and an address in `url("")` has none of it. The parser looks for the end tag in any case of
 * letters, so every `</` is written so.
 */
export function inStyle(text: string): string {
  return text.replaceAll('</', '<\\/');
}

/** Of one page. A sheet that many roots share is read once. */
export function openSheets(page: Document, { files, named, budget }: SheetParts): Sheets {
  const base = baseOf(page);
  const read = new Map<CSSStyleSheet, Promise<string>>();

  /** Those of the page itself have no address. */
  const nameOf = (sheet: CSSStyleSheet): string => sheet.href ?? `style ${[...read.keys()].indexOf(sheet)}`;
  /** Each use takes room; without it there is nothing of the sheet. */
  const use = async (sheet: CSSStyleSheet, from: string): Promise<string> => {
    budget();
    const before = read.get(sheet);
    if (before === undefined) {
      const text = Promise.resolve().then(async () => await textOf(sheet, from));
      read.set(sheet, text);
      return await text;
    }
    const text = await before;
    if (files.take(text.length)) return text;
    files.lack(nameOf(sheet), 'style');
    return '';
  };
  const textOf = async (sheet: CSSStyleSheet, from: string): Promise<string> => {
    const at = sheet.href ?? from;
    if (sheet.href !== null && !files.mayHave(sheet.href, 'style')) return '';
    const rules = rulesOf(sheet);
    // The sheet is another site's, and its rules can't be read, but perhaps its bytes can.
    if (rules === null) {
      const text = await textAt(sheet.href, files);
      if (files.take(text.length)) return await named.inline(text, at, 'sheet');
      files.lack(nameOf(sheet), 'style');
      return '';
    }
    const texts: string[] = [];
    let own: string[] = [];
    const flush = async (): Promise<void> => {
      texts.push(await named.inline(own.join('\n'), at, 'sheet'));
      own = [];
    };
    for (const rule of rules) {
      budget();
      if (rule instanceof CSSImportRule) {
        if (rule.styleSheet === null) continue;
        await flush();
        texts.push(within(rule.media.mediaText, await use(rule.styleSheet, at)));
      } else {
        const { cssText } = rule;
        if (!files.take(cssText.length + 1)) {
          // The rules before it stay: they are whole.
          files.lack(nameOf(sheet), 'style');
          break;
        }
        own.push(cssText);
      }
    }
    await flush();
    return texts.join('\n');
  };
  return {
    of: async (root) => {
      const texts: string[] = [];
      for (const sheet of [...root.styleSheets, ...adoptedOf(root)])
        if (!sheet.disabled) texts.push(within(sheet.media.mediaText, await use(sheet, base)));
      return texts.join('\n');
    },
  };
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

function within(media: string, text: string): string {
  return media === '' || media === 'all' || text === '' ? text : `@media ${media} {\n${text}\n}`;
}

function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> | null {
  try {
    return sheet.cssRules;
  } catch {
    return null;
  }
}

async function textAt(address: string | null, files: PageFiles): Promise<string> {
  const found = address === null ? null : await files.bytes(address, 'style');
  return found === null ? '' : new TextDecoder().decode(found.bytes);
}
