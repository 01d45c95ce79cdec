/**
 * What may be in the file of a page: nothing that runs, and nothing that loads or opens anything by itself. The copy is made so, and the finished text is read
 * once more as a browser reads it: markup can become another one on the way through text.
 */
import { leadingAddress } from '../addresses.ts';

/** In the head of every file, before anything of the page. The last two are not part of `default-src`. */
export const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; form-action 'none'; base-uri 'none'";

/** Elements that are no part of the file, with what is in them. The text of some is written without escapes, and so can end them early. */
const leftOut = new Set(
  'script noscript style template object embed applet param base meta link source track portal fencedframe noembed noframes set animate head'.split(
    ' ',
  ),
);
/** Attributes that are no part of it: they run, load, send, or mean something to the site alone. */
const leftOutAttributes = new Set(
  'nonce integrity ping srcset imagesrcset sizes loading srcdoc action formaction manifest codebase classid archive longdesc profile autofocus http-equiv crossorigin autoplay'.split(
    ' ',
  ),
);
/** Attributes whose address is loaded with the element. */
const loaded = new Set(['src', 'poster', 'background', 'data', 'lowsrc', 'dynsrc']);
/** Elements whose `href` leads to a place, and is not loaded. */
const leads = new Set(['a', 'area']);

export function isLeftOut(element: Element): boolean {
  const name = element.localName.toLowerCase();
  return leftOut.has(name) || (name === 'dialog' && !element.hasAttribute('open'));
}

/** Whether the address of this attribute is loaded as soon as the element is there. */
export function isLoaded(element: Element, attribute: Attr): boolean {
  const name = attribute.localName.toLowerCase();
  return loaded.has(name) || (name === 'href' && !leads.has(element.localName.toLowerCase()));
}

/**
 * Removes the attributes that may not be there from an element of the copy, and makes its addresses absolute. What it would load is removed too, except what is in the page
 * itself.
 */
export function makeHarmless(element: Element, base: string): void {
  for (const attribute of [...element.attributes]) {
    const name = attribute.localName.toLowerCase();
    if (name.startsWith('on') || leftOutAttributes.has(name)) element.removeAttributeNode(attribute);
    else if (isLoaded(element, attribute)) {
      if (!isInFile(element, attribute)) element.removeAttributeNode(attribute);
    } else if ((name === 'href' || name === 'cite') && !attribute.value.startsWith('#')) {
      const address = leadingAddress(attribute.value, base);
      if (address === null) element.removeAttributeNode(attribute);
      else attribute.value = address;
    }
  }
}

/** Why the text is no file of a page: what of it would run, load or open something; null: nothing. */
export function harmIn(text: string): string | null {
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  const [charset, policy] = parsed.head.children;
  if (parsed.documentElement.firstElementChild !== parsed.head || charset?.getAttribute('charset') !== 'utf-8')
    return 'the head is not first';
  if (policy?.getAttribute('http-equiv') !== 'Content-Security-Policy' || policy.getAttribute('content') !== filePolicy)
    return 'the policy is not first';
  const allowed = new Set<Element>([charset, policy, parsed.head]);
  const roots: ParentNode[] = [parsed];
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const element of root.querySelectorAll('*')) {
      const harm = allowed.has(element) ? null : harmOf(element);
      if (harm !== null) return harm;
      if (element instanceof HTMLTemplateElement) roots.push(element.content);
    }
  }
  return null;
}

function harmOf(element: Element): string | null {
  const name = element.localName.toLowerCase();
  const isOurs = name === 'style' || (name === 'template' && element.hasAttribute('shadowrootmode')) || isViewport(element);
  if ((leftOut.has(name) && !isOurs) || /^(?:i?frame|frameset|xmp|plaintext|listing)$/.test(name)) return `<${name}>`;
  for (const attribute of element.attributes) {
    const { localName, value } = attribute;
    const isKept =
      !/^on/i.test(localName) &&
      !leftOutAttributes.has(localName.toLowerCase()) &&
      (isLoaded(element, attribute)
        ? isInFile(element, attribute)
        : localName.toLowerCase() !== 'href' || value.startsWith('#') || leadingAddress(value, 'about:blank') !== null);
    if (!isKept) return `${localName} at <${name}>`;
  }
  return null;
}

function isViewport(element: Element): boolean {
  return element.localName === 'meta' && element.getAttribute('name') === 'viewport' && !element.hasAttribute('http-equiv');
}

/** Bytes of a picture, or a part of the page. What an SVG draws from elsewhere could be another document, so that only its pictures have bytes. */
function isInFile(element: Element, { localName, value }: Attr): boolean {
  const isPicture = localName.toLowerCase() !== 'href' || /^(?:fe)?image$/i.test(element.localName);
  return value === '' || value.startsWith('#') || (isPicture && /^data:image\//i.test(value));
}
