/**
 * A whole page as one HTML file that looks the same without the network: styles, pictures and fonts are put into it within limits. The document is new: a head of our own, in
 * which a policy comes first that forbids the file to load or run anything, and a body with all that the page shows. A picture that does not fit is left out, and its
 * address is in `data-source`.
 */
import { baseOf, fetchableAddress } from '../addresses.ts';
import type { Budget } from '../budget.ts';
import type { ExcludedHosts } from '../excluded.ts';
import { type FetchElsewhere, openPageFiles, type PageFiles } from '../fetching.ts';
import type { Missing, Read } from '../tasks.ts';
import { type FrozenPage, freezePage, type Picture } from './frozen-page.ts';
import { filePolicy, harmIn } from './harmless.ts';
import { inStyle, openSheets } from './sheets.ts';
import { openNamedFiles } from './style-addresses.ts';

/** The charset has to be told within the first 1,024 bytes (HTML §4.2.5.4), so what stands before it is bounded. */
const longestRootAttributes = 500;
const rootAttributes = ['lang', 'dir', 'class', 'id', 'style'];

export interface WholePage {
  /** Of the file. */
  readonly text: string;
  readonly missing?: Missing;
}

export interface WholePageParts {
  readonly url: string;
  readonly excluded: ExcludedHosts;
  readonly fetchElsewhere: FetchElsewhere;
  readonly budget: Budget;
}

/** `not-harmless`: it did not come out as it was made. */
export async function readWholePage(page: Document, { url, excluded, fetchElsewhere, budget }: WholePageParts): Promise<Read<WholePage>> {
  const files = openPageFiles(fetchElsewhere, excluded);
  const named = openNamedFiles(files);
  const { root, pictures, styled, shadows } = freezePage(page, files, budget);
  const shown = shownPictures(page, shadows);
  const sheets = openSheets(page, { files, named, budget });
  const ownStyles = await sheets.of(page);
  for (const { shadow, template } of shadows) {
    const text = await sheets.of(shadow);
    if (text !== '') template.content.prepend(styleWith(template.ownerDocument, text));
  }
  await Promise.all([
    ...pictures.map(async (picture) => await putInline(picture, { files, shown })),
    ...styled.map(async (element) => {
      element.setAttribute('style', await named.inline(element.getAttribute('style') ?? '', baseOf(page), 'attribute'));
    }),
  ]);
  budget();
  const fresh = root.ownerDocument;
  fresh.head.append(
    metaWith(fresh, { charset: 'utf-8' }),
    metaWith(fresh, { 'http-equiv': 'Content-Security-Policy', content: filePolicy }),
    fresh.createComment(` Saved by Hub from ${(fetchableAddress(url, url) ?? '').replaceAll('--', '%2D%2D')} `),
  );
  const viewport = page.querySelector('meta[name="viewport"]')?.getAttribute('content');
  if (viewport !== undefined && viewport !== null) fresh.head.append(metaWith(fresh, { name: 'viewport', content: viewport }));
  const title = fresh.createElement('title');
  title.textContent = page.title;
  fresh.head.append(title, styleWith(fresh, `${named.definitions()}${ownStyles}`));
  boundAttributes(root);
  // Pages of the nineties are laid out by other rules, which a browser follows where this line is missing.
  const doctype = page.compatMode === 'BackCompat' ? '' : '<!doctype html>\n';
  const text = plain(`${doctype}${root.outerHTML}\n`);
  budget();
  if (harmIn(text) !== null) return { ok: false, reason: 'not-harmless' };
  const missing = files.missing();
  return { ok: true, value: { text, ...(missing === undefined ? {} : { missing }) } };
}

function styleWith(fresh: Document, text: string): HTMLStyleElement {
  const style = fresh.createElement('style');
  style.textContent = inStyle(text);
  return style;
}

function metaWith(fresh: Document, attributes: Readonly<Record<string, string>>): HTMLMetaElement {
  const meta = fresh.createElement('meta');
  for (const [name, value] of Object.entries(attributes)) meta.setAttribute(name, value);
  return meta;
}

/** What styles ask of the root goes first; the rest stays while there is room. */
function boundAttributes(root: Element): void {
  const place = ({ name }: Attr): number => (rootAttributes.includes(name) ? rootAttributes.indexOf(name) : rootAttributes.length);
  let length = 0;
  for (const attribute of [...root.attributes].sort((one, other) => place(one) - place(other))) {
    length += new TextEncoder().encode(attribute.name + attribute.value).length;
    if (length > longestRootAttributes) root.removeAttributeNode(attribute);
  }
}

/** Without control characters: ESC changes what the following bytes mean in encodings that a browser may guess. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\f\r]/gu, '').toWellFormed();
}

/** The addresses of the pictures that the user sees, by which a picture that can't be had is told from one that its page lacks too. */
function shownPictures(page: Document, shadows: FrozenPage['shadows']): ReadonlySet<string> {
  const pictures = [page, ...shadows.map(({ shadow }) => shadow)].flatMap((root) => [...root.querySelectorAll('img')]);
  const loaded = pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return new Set(loaded.flatMap(({ currentSrc }) => fetchableAddress(currentSrc, currentSrc) ?? []));
}

interface Inlining {
  readonly files: PageFiles;
  readonly shown: ReadonlySet<string>;
}

async function putInline({ element, attribute, address }: Picture, { files, shown }: Inlining): Promise<void> {
  const data = await files.data(address, 'picture');
  const isPicture = data?.startsWith('data:image/') === true;
  if (isPicture && files.take(data.length)) return element.setAttribute(attribute, data);
  if (isPicture || shown.has(address)) files.lack(address, 'picture');
  if (attribute === 'src') element.setAttribute('data-source', address);
}
