/**
 * Changes a copy of the page's document so that what converters lose is kept: code with its language and without line numbers, formulas as TeX, pictures
 * that load late. It never touches the page itself.
 */
import type { Budget } from './budget.ts';
import { languageOf } from './code-language.ts';
import { lateAddress } from './late-pictures.ts';
import { prepareTable } from './prepared-table.ts';

/** What pages put beside or into code that is no code. */
const besideCode =
  'button, [role="button"], .lineno, .linenos, .line-number, .line-numbers-rows, .gutter, .hljs-ln-numbers, .copy-button, .toolbar, [aria-hidden="true"].copy';
/** What encyclopedias put between their text, and Readability keeps: links to edit, tables of links, the line under the title. */
const besideText = '.mw-editsection, .navbox, .noprint, #siteSub, #toc';
/** The column of line numbers beside code, with a block of its own. */
const lineNumbers = 'td.gutter, td.linenos, td.lineno, td.blob-num, td.rouge-gutter, .lineNumbers';
/** A box around one block of code has no more nodes in it than these, and neither has what is beside the block. */
const mostBoxed = 8;
const displayStyle = '{\\displaystyle ';
const formulas = '.katex, mjx-container, .MathJax, .mwe-math-element, math';

/** Makes the changes in this document, which is a copy. */
export function prepare(document: Document, budget: Budget): void {
  for (const script of document.querySelectorAll('script[type^="math/tex"]'))
    writeFormula(script, script.textContent ?? '', script.getAttribute('type')?.includes('display') ?? false);
  for (const formula of document.querySelectorAll(formulas)) {
    budget();
    prepareFormula(formula);
  }
  for (const beside of document.querySelectorAll(besideText)) beside.remove();
  for (const table of document.querySelectorAll('table')) {
    budget();
    prepareTable(table);
  }
  for (const numbers of document.querySelectorAll(lineNumbers)) numbers.remove();
  const frames = framesOfCode(document);
  for (const block of document.querySelectorAll('pre')) {
    budget();
    prepareCode(block, frames);
  }
  for (const [table, lines] of groupedByTable(document.querySelectorAll('td.code, td.blob-code, td.rouge-code')))
    prepareCodeTable(table, lines);
  for (const picture of document.querySelectorAll('img')) preparePicture(picture);
}

/** The table in which a highlighter sets its line numbers: it has one row, and no more than two blocks in it. Each block and each row is counted once. */
function framesOfCode(document: Document): ReadonlySet<Element> {
  const rows = groupedByTable(document.querySelectorAll('tr'));
  const blocks = groupedByTable(document.querySelectorAll('pre'));
  return new Set([...blocks].flatMap(([table, own]) => (own.length <= 2 && (rows.get(table)?.length ?? 0) <= 1 ? [table] : [])));
}

function groupedByTable(elements: Iterable<Element>): ReadonlyMap<HTMLTableElement, readonly Element[]> {
  const groups = new Map<HTMLTableElement, Element[]>();
  for (const element of elements) {
    const table = element.closest('table');
    if (table === null) continue;
    const group = groups.get(table);
    if (group === undefined) groups.set(table, [element]);
    else group.push(element);
  }
  return groups;
}

/** The code in an element, by lines as they are shown. */
export function codeText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const beside of copy.querySelectorAll(besideCode)) beside.remove();
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\n');
  // Highlighters that wrap each line in a block have no line feeds between them.
  for (const line of copy.querySelectorAll('div, li, tr, p'))
    if (line.nextElementSibling !== null && !endsWithLine(line)) line.append('\n');
  return (copy.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd();
}

function endsWithLine(element: Element): boolean {
  let last: Node | null = element;
  while (last !== null && last.nodeType !== Node.TEXT_NODE) last = last.lastChild;
  return last?.nodeValue?.endsWith('\n') === true;
}

/** Of a `<pre>`: what it, its code, or one of the three elements around it names. */
export function codeLanguage(block: Element): string | null {
  const inner = block.querySelector('code');
  const around: Element[] = [];
  for (let at: Element | null = block; at !== null && at.localName !== 'body' && around.length < 4; at = at.parentElement) around.push(at);
  return languageOf(
    [...(inner === null ? [] : [inner]), ...around].map((element) => ({
      classes: [...element.classList],
      named: ['data-lang', 'data-language', 'data-code-language'].map((name) => element.getAttribute(name)),
    })),
  );
}

function prepareCode(block: Element, frames: ReadonlySet<Element>): void {
  // A picture or a form in it, or other blocks: no code.
  if (block.querySelector('pre, img, input, textarea') !== null) return;
  const text = codeText(block);
  if (text === '') return;
  const language = codeLanguage(block);
  const code = block.ownerDocument.createElement('code');
  if (language !== null) code.className = `language-${language}`;
  code.textContent = text;
  const fresh = block.ownerDocument.createElement('pre');
  fresh.append(code);
  // Such a table, and the boxes around it, hold nothing but this block.
  const table = block.closest('table');
  boxOf(table !== null && frames.has(table) ? table : block).replaceWith(fresh);
}

/** The outermost box around a block that shows nothing else. Readability takes a short one for clutter, and no block of code. */
function boxOf(block: Element): Element {
  let box = block;
  for (let around = box.parentElement; around !== null && /^(?:div|figure)$/.test(around.localName); around = around.parentElement) {
    const inner = box;
    if (around.childNodes.length > mostBoxed || ![...around.childNodes].every((node) => node === inner || isBesideCode(node))) break;
    box = around;
  }
  return box;
}

function isBesideCode(node: Node): boolean {
  if (!(node instanceof Element)) return (node.textContent ?? '').trim() === '';
  if (node.childNodes.length > mostBoxed) return false;
  return node.matches(besideCode) || [...node.childNodes].every(isBesideCode);
}

/** Code of which each line is a row of a table. */
function prepareCodeTable(table: Element, cells: readonly Element[]): void {
  if (table.querySelector('pre') !== null) return;
  const lines = cells.map((line) => line.textContent?.replace(/\n$/, '') ?? '');
  const language = codeLanguage(table);
  const code = table.ownerDocument.createElement('code');
  if (language !== null) code.className = `language-${language}`;
  code.textContent = lines.join('\n');
  const block = table.ownerDocument.createElement('pre');
  block.append(code);
  table.replaceWith(block);
}

function prepareFormula(formula: Element): void {
  if (!formula.isConnected) return;
  const source =
    formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    (formula.querySelector('math') ?? formula).getAttribute('alttext');
  if (source === null || source.trim() === '') return;
  const isBlock =
    formula.closest('.katex-display, [display="block"], [display="true"], .mwe-math-fallback-image-display') !== null ||
    formula.querySelector('math[display="block"]') !== null;
  writeFormula(formula, source, isBlock);
}

function writeFormula(place: Element, source: string, isBlock: boolean): void {
  const written = place.ownerDocument.createElement('span');
  written.setAttribute('data-hub-formula', isBlock ? 'block' : 'inline');
  const trimmed = source.trim();
  // As encyclopedias write every formula.
  const isWrapped = trimmed.startsWith(displayStyle) && trimmed.endsWith('}');
  const tex = isWrapped ? trimmed.slice(displayStyle.length, -1).trim() : trimmed;
  written.textContent = isBlock ? `$$${tex}$$` : `$${tex}$`;
  place.replaceWith(written);
}

function preparePicture(picture: HTMLImageElement): void {
  const late = lateAddress(picture);
  if (late !== null) picture.setAttribute('src', late);
}
