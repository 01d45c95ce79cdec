/** What is selected in a page, as Markdown, with a link that leads back to its place in the page. */
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import { baseOf } from './addresses.ts';
import { openBudget } from './budget.ts';
import { escapedAddress, escapedWords, frontMatter } from './front-matter.ts';
import { toMarkdown } from './markdown.ts';
import { codeLanguage, codeText, prepare } from './prepared.ts';
import { isTooLarge } from './size.ts';
import { pageLimits, type Read } from './tasks.ts';
import { restOfWord, textFragment } from './text-fragment.ts';
import { siteOf } from './title.ts';

/** The Markdown of the selection. `url` has no user and password. */
export function readSelection(page: Document, url: string, title: string): Read<string> {
  const field = page.activeElement;
  const selection = page.getSelection();
  const inField = field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '';
  const words = inField.trim() === '' ? (selection?.toString() ?? '') : inField;
  const body = inField.trim() === '' && selection !== null ? markdownOf(page, selection) : inField;
  if (body === null) return { ok: false, reason: 'too-large' };
  if (body === '') return { ok: false, reason: 'nothing-selected' };
  const place = placeOf(url, inField.trim() === '' && selection !== null ? inWholeWords(selection, words) : words);
  const facts = frontMatter({ title: title || new URL(url).hostname, url, site: siteOf(page, url) });
  const text = `${facts}${body}\n\n— [${escapedWords(title) || new URL(url).hostname}](${escapedAddress(place)})\n`.toWellFormed();
  return text.length > extensionLimits.text ? { ok: false, reason: 'too-large' } : { ok: true, value: text };
}

/** What is selected, and the words that it begins or ends in. */
function inWholeWords(selection: Selection, words: string): string {
  if (selection.rangeCount === 0) return words;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const { endContainer, endOffset } = selection.getRangeAt(selection.rangeCount - 1);
  const before = startContainer instanceof Text ? restOfWord(startContainer.data, startOffset, 'before') : '';
  const behind = endContainer instanceof Text ? restOfWord(endContainer.data, endOffset, 'behind') : '';
  return `${before}${words}${behind}`;
}

/** Null: there is too much in it. */
function markdownOf(page: Document, selection: Selection): string | null {
  const budget = openBudget(pageLimits.markdownMs);
  const copy = page.implementation.createHTMLDocument('');
  for (let index = 0; index < selection.rangeCount; index += 1)
    copy.body.append(copy.importNode(inItsBlock(selection.getRangeAt(index)), true));
  if (isTooLarge(copy)) return null;
  budget();
  prepare(copy, budget);
  return toMarkdown(copy.body, baseOf(page), budget);
}

/** A range within code is code also without the beginning of its block. */
function inItsBlock(range: Range): DocumentFragment {
  const fragment = range.cloneContents();
  const start = range.commonAncestorContainer;
  const block = (start instanceof Element ? start : start.parentElement)?.closest('pre');
  if (block === null || block === undefined) return fragment;
  const document = block.ownerDocument;
  const holder = document.createElement('div');
  holder.append(fragment);
  const code = document.createElement('code');
  code.textContent = codeText(holder);
  const language = codeLanguage(block);
  if (language !== null) code.className = `language-${language}`;
  const outer = document.createElement('pre');
  outer.append(code);
  const whole = document.createDocumentFragment();
  whole.append(outer);
  return whole;
}

/** The address with a text fragment, which browsers scroll to and mark; without the fragment that it had. */
function placeOf(url: string, words: string): string {
  const fragment = textFragment(words);
  if (fragment === null) return url;
  const place = new URL(url);
  // What an element's name leads to is kept: `#name:~:text=…`.
  place.hash = '';
  return `${place.href}#${new URL(url).hash.slice(1).split(':~:')[0] ?? ''}:~:text=${fragment}`;
}
