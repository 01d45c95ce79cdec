/**
 * A whole page as one HTML file that looks the same without the network: styles, pictures and fonts are put into it within limits, scripts are left out, and a policy in
 * the file forbids it to load or run anything. What does not fit keeps its address as a link.
 */
import { base64, type Fetched, openFetcher } from './fetching.ts';
import { withInlinedAddresses } from './style-addresses.ts';

/** What runs, and what would be loaded from elsewhere. */
const leftOut =
  'script, noscript, template:not([shadowrootmode]), object, embed, applet, base, meta[http-equiv], link:not([rel~="canonical"]), portal, dialog:not([open])';
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:";
const addressAttributes = ['href', 'cite', 'action', 'formaction', 'poster', 'background'];

/** The file's text. */
export async function readWholePage(page: Document, url: string): Promise<string> {
  const fetcher = openFetcher();
  const styles = await stylesOf(page, fetcher.fetch);
  const { copy, pictures } = copyOf(page);
  await Promise.all(pictures.map(async ({ fresh, address }) => await putInline(fresh, address, fetcher.fetch)));
  const root = copy.querySelector('html') ?? copy.appendChild(page.createElement('html'));
  const head = root.querySelector('head') ?? root.insertBefore(page.createElement('head'), root.firstChild);
  for (const style of [...root.querySelectorAll('style')]) style.remove();
  const style = page.createElement('style');
  style.textContent = styles.replaceAll('</style', '<\\/style');
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', filePolicy);
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  for (const meta of [...head.querySelectorAll('meta[charset]')]) meta.remove();
  head.prepend(charset, policy);
  head.append(style);
  const about = `<!-- Saved by Hub from ${url.replaceAll('--', '%2D%2D')} -->`;
  return `<!doctype html>\n${about}\n${root.outerHTML}\n`.toWellFormed();
}

interface Picture {
  readonly fresh: Element;
  readonly address: string;
}

/** A copy without what is left out, with absolute addresses; and the pictures that it is still without. */
function copyOf(page: Document): { readonly copy: DocumentFragment; readonly pictures: readonly Picture[] } {
  const fresh = page.documentElement.cloneNode(true) as Element;
  const originals = [page.documentElement, ...page.documentElement.querySelectorAll('*')];
  const copies = [fresh, ...fresh.querySelectorAll('*')];
  const pictures: Picture[] = [];
  for (const [index, original] of originals.entries()) {
    const one = copies[index];
    if (one === undefined) continue;
    freeze(original, one, pictures);
  }
  for (const element of fresh.querySelectorAll(leftOut)) element.remove();
  for (const element of [fresh, ...fresh.querySelectorAll('*')]) harmless(element, page.baseURI);
  const copy = page.createDocumentFragment();
  copy.append(fresh);
  return { copy, pictures };
}

/** What the page shows now, and its HTML does not say. */
function freeze(original: Element, copy: Element, pictures: Picture[]): void {
  if (original instanceof HTMLImageElement) {
    for (const name of ['srcset', 'sizes', 'loading']) copy.removeAttribute(name);
    const address = original.currentSrc || original.src;
    if (address !== '') pictures.push({ fresh: copy, address });
  } else if (original instanceof HTMLSourceElement) copy.removeAttribute('srcset');
  else if (original instanceof HTMLCanvasElement) drawCanvas(original, copy);
  else if (original instanceof HTMLInputElement) {
    // What nobody sees may be a secret of the session.
    if (original.type === 'password' || original.type === 'hidden') copy.removeAttribute('value');
    else copy.setAttribute('value', original.value);
  } else if (original instanceof HTMLTextAreaElement) copy.textContent = original.value;
  else if (original instanceof HTMLIFrameElement) leaveLink(original, copy);
  else if (original instanceof HTMLMediaElement) copy.removeAttribute('src');
  if (original.shadowRoot !== null) copyShadow(original, original.shadowRoot, copy);
}

function drawCanvas(original: HTMLCanvasElement, copy: Element): void {
  try {
    const picture = original.ownerDocument.createElement('img');
    picture.src = original.toDataURL();
    copy.replaceWith(picture);
  } catch {
    // a picture of another site was drawn into it: it can't be read
  }
}

function leaveLink(original: HTMLIFrameElement, copy: Element): void {
  for (const name of ['src', 'srcdoc']) copy.removeAttribute(name);
  if (!/^https?:/.test(original.src)) return;
  const link = original.ownerDocument.createElement('a');
  link.href = original.src;
  link.textContent = original.title || original.src;
  copy.replaceWith(link);
}

/** An open shadow root, as HTML writes it. */
function copyShadow(original: Element, shadow: ShadowRoot, copy: Element): void {
  const template = original.ownerDocument.createElement('template');
  template.setAttribute('shadowrootmode', 'open');
  for (const child of shadow.childNodes) template.content.append(child.cloneNode(true));
  const sheets = shadow.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('\n'));
  if (sheets.length > 0) {
    const style = original.ownerDocument.createElement('style');
    style.textContent = sheets.join('\n');
    template.content.prepend(style);
  }
  for (const element of template.content.querySelectorAll(leftOut)) element.remove();
  for (const element of template.content.querySelectorAll('*')) harmless(element, original.baseURI);
  copy.prepend(template);
}

/** Without what runs, and with addresses that lead to the same places from anywhere. */
function harmless(element: Element, base: string): void {
  for (const { name, value } of [...element.attributes]) {
    if (name.startsWith('on') || name === 'nonce' || name === 'integrity' || name === 'ping') element.removeAttribute(name);
    else if (addressAttributes.includes(name) && !value.startsWith('#')) {
      const address = URL.canParse(value, base) ? new URL(value, base) : null;
      if (address === null || !/^(https?|mailto|data):$/.test(address.protocol)) element.removeAttribute(name);
      else element.setAttribute(name, address.href);
    }
  }
}

async function putInline(picture: Element, address: string, fetchOne: Fetched): Promise<void> {
  if (address.startsWith('data:')) return void picture.setAttribute('src', address);
  const found = await fetchOne(address);
  if (found !== null) return void picture.setAttribute('src', `data:${found.mediaType};base64,${base64(found.bytes)}`);
  picture.removeAttribute('src');
  picture.setAttribute('data-source', address);
}

/** All style sheets that apply, in their order, with the files that they name. */
async function stylesOf(page: Document, fetchOne: Fetched): Promise<string> {
  const parts: string[] = [];
  for (const sheet of [...page.styleSheets, ...page.adoptedStyleSheets]) {
    if (sheet.disabled) continue;
    const base = sheet.href ?? page.baseURI;
    const text = rulesOf(sheet) ?? (sheet.href === null ? null : await textAt(sheet.href, fetchOne));
    if (text === null) continue;
    const inlined = await withInlinedAddresses(text, base, fetchOne);
    const media = sheet.media.mediaText;
    parts.push(media === '' || media === 'all' ? inlined : `@media ${media} {\n${inlined}\n}`);
  }
  return parts.join('\n');
}

/** Null: the sheet is another site's, and its rules can't be read. */
function rulesOf(sheet: CSSStyleSheet): string | null {
  try {
    return [...sheet.cssRules]
      .map((rule) => (rule instanceof CSSImportRule ? (rule.styleSheet === null ? '' : (rulesOf(rule.styleSheet) ?? '')) : rule.cssText))
      .join('\n');
  } catch {
    return null;
  }
}

async function textAt(address: string, fetchOne: Fetched): Promise<string | null> {
  const found = await fetchOne(address);
  return found === null ? null : new TextDecoder().decode(found.bytes);
}
