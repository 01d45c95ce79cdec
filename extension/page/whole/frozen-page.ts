/**
 * A copy of a page as it is shown now. It is built node by node in a document without a window: no code of the page hears of it, and nothing is loaded.
 * The page itself is not touched.
 */
import { baseOf, fetchableAddress } from '../addresses.ts';
import type { Budget } from '../budget.ts';
import type { PageFiles } from '../fetching.ts';
import { lateAddress } from '../late-pictures.ts';
import { isLeftOut, makeHarmless } from './harmless.ts';

/** An attribute that is still without its picture. */
export interface Picture {
  readonly element: Element;
  readonly attribute: 'src' | 'poster' | 'background' | 'href';
  readonly address: string;
}

export interface FrozenPage {
  /** `<html>` with a head that is empty and a body that has everything. */
  readonly root: HTMLElement;
  readonly pictures: readonly Picture[];
  /** Elements with a `style` that names files. */
  readonly styled: readonly Element[];
  readonly shadows: readonly { readonly shadow: ShadowRoot; readonly template: HTMLTemplateElement }[];
}

interface Freezing {
  readonly fresh: Document;
  readonly base: string;
  readonly pictures: Picture[];
  readonly styled: Element[];
  readonly shadows: { readonly shadow: ShadowRoot; readonly template: HTMLTemplateElement }[];
  /** What is still to be copied, the next one last: a page may be deeper than calls may be. */
  readonly open: { readonly original: Node; readonly into: Node }[];
  readonly files: Room;
  drawings: number;
}

/** Where it is counted what drawings (`<canvas>`) put into the file. */
type Room = Pick<PageFiles, 'take' | 'lack'>;

export function freezePage(page: Document, files: Room, budget: Budget): FrozenPage {
  const fresh = page.implementation.createHTMLDocument('');
  fresh.head.replaceChildren();
  const freezing: Freezing = { fresh, base: baseOf(page), pictures: [], styled: [], shadows: [], open: [], files, drawings: 0 };
  const { documentElement: root, body } = fresh;
  takeAttributes(page.documentElement, root, freezing);
  if (page.body instanceof HTMLBodyElement) takeAttributes(page.body, body, freezing);
  // Whatever stands beside head and body is shown too.
  const shown = [...page.documentElement.childNodes].flatMap((node) =>
    node === page.body && isBody(node) ? [...node.childNodes] : [node],
  );
  push(shown, body, freezing);
  for (let next = freezing.open.pop(); next !== undefined; next = freezing.open.pop()) {
    budget();
    copyNode(next.original, next.into, freezing);
  }
  return { root, pictures: freezing.pictures, styled: freezing.styled, shadows: freezing.shadows };
}

function isBody(node: Node): boolean {
  return node instanceof HTMLBodyElement;
}

function push(nodes: Iterable<Node>, into: Node, { open }: Freezing): void {
  for (const original of [...nodes].reverse()) open.push({ original, into });
}

/** Without comments: text in them can end them. */
function copyNode(original: Node, into: Node, freezing: Freezing): void {
  const { fresh } = freezing;
  if (original instanceof Text) into.appendChild(fresh.createTextNode(original.data));
  if (!(original instanceof Element) || isLeftOut(original)) return;
  const [copy, isWhole] = copyElement(original, freezing);
  into.appendChild(copy);
  if (isWhole) return;
  if (original.shadowRoot !== null) {
    const template = fresh.createElement('template');
    template.setAttribute('shadowrootmode', 'open');
    copy.appendChild(template);
    freezing.shadows.push({ shadow: original.shadowRoot, template });
    push(original.shadowRoot.childNodes, template.content, freezing);
  }
  push(original.childNodes, copy, freezing);
}

/** The copy, and whether it needs nothing of what is in the original. */
function copyElement(original: Element, freezing: Freezing): [copy: Element, isWhole: boolean] {
  const { fresh, base } = freezing;
  const name = original.localName.toLowerCase();
  if (/^i?frame$/.test(name)) return [linkTo(original, fresh, base), true];
  if (original instanceof HTMLCanvasElement) return [drawingOf(original, freezing), true];
  // What is only text to the parser is only text here, and what is there once is not there again.
  if (/^(?:xmp|plaintext|listing)$/.test(name)) return [withText(fresh.createElement('pre'), original), true];
  if (/^(?:html|body|frameset)$/.test(name)) return [fresh.createElement('div'), false];
  const copy = fresh.importNode(original, false);
  takePictures(original, copy, freezing);
  makeHarmless(copy, base);
  if (/url\(/i.test(copy.getAttribute('style') ?? '')) freezing.styled.push(copy);
  if (name === 'title') return [withText(copy, original), true];
  if (original instanceof HTMLTextAreaElement) {
    copy.textContent = isSecretField(original) ? '' : original.value;
    return [copy, true];
  }
  freezeField(original, copy);
  return [copy, false];
}

function takeAttributes(original: Element, copy: Element, freezing: Freezing): void {
  const shallow = freezing.fresh.importNode(original, false);
  for (const attribute of [...shallow.attributes]) {
    shallow.removeAttributeNode(attribute);
    copy.setAttributeNode(attribute);
  }
  takePictures(original, copy, freezing);
  makeHarmless(copy, freezing.base);
  if (/url\(/i.test(copy.getAttribute('style') ?? '')) freezing.styled.push(copy);
}

function withText(copy: Element, original: Element): Element {
  copy.textContent = original.textContent;
  return copy;
}

/** Notes the pictures of an element, which are fetched later. */
function takePictures(original: Element, copy: Element, { base, pictures }: Freezing): void {
  const add = (attribute: Picture['attribute'], told: string | null): void => {
    const address = told === null || told === '' ? null : fetchableAddress(told, base);
    if (address !== null) pictures.push({ element: copy, attribute, address });
  };
  if (original instanceof HTMLImageElement) {
    const shown = original.currentSrc || original.src;
    const late = lateAddress(original);
    if (late === null && /^data:image\//i.test(shown)) copy.setAttribute('src', shown);
    else add('src', late ?? shown);
  } else if (original instanceof HTMLInputElement && original.type === 'image') add('src', original.getAttribute('src'));
  else if (original instanceof SVGImageElement) add('href', original.href.baseVal);
  if (original instanceof HTMLVideoElement) add('poster', original.getAttribute('poster'));
  if (original instanceof HTMLElement) add('background', original.getAttribute('background'));
}

/** What stands in a field now, except secrets: what nobody sees, and what was typed as a password, also while the page shows it. */
function freezeField(original: Element, copy: Element): void {
  if (original instanceof HTMLOptionElement) {
    const list = original.closest('select');
    copy.toggleAttribute('selected', original.selected && (list === null || !isSecretField(list)));
  }
  if (!(original instanceof HTMLInputElement)) return;
  if (/^(?:password|hidden|file)$/.test(original.type) || isSecretField(original)) copy.removeAttribute('value');
  else if (original.type === 'checkbox' || original.type === 'radio') copy.toggleAttribute('checked', original.checked);
  else copy.setAttribute('value', original.value);
}

/** As the page has written it: a browser's own reading of `autocomplete` leaves out what is written wrongly. */
function isSecretField(field: Element): boolean {
  const names = field.getAttribute('autocomplete') ?? '';
  return names.toLowerCase().split(/\s+/).some(isSecretName);
}

/** HTML §4.10.18.7.1: passwords, codes, and what stands on a card. */
function isSecretName(name: string): boolean {
  return name.endsWith('-password') || name === 'one-time-code' || name.startsWith('cc-');
}

function drawingOf(original: HTMLCanvasElement, freezing: Freezing): Element {
  const { fresh, files } = freezing;
  freezing.drawings += 1;
  const picture = fresh.createElement('img');
  for (const name of ['id', 'class', 'style']) {
    const value = original.getAttribute(name);
    if (value !== null) picture.setAttribute(name, value);
  }
  picture.width = original.width;
  picture.height = original.height;
  try {
    // Its size in pixels is counted first, because writing it down is what takes long.
    const drawn = files.take(original.width * original.height) ? original.toDataURL() : null;
    if (drawn?.startsWith('data:image/') === true) picture.src = drawn;
    else if (drawn === null) files.lack(`drawing ${freezing.drawings}`, 'picture');
  } catch {
    // A picture of another site was drawn into it: it can't be read.
    files.lack(`drawing ${freezing.drawings}`, 'picture');
  }
  return picture;
}

function linkTo(frame: Element, fresh: Document, base: string): Element {
  const address = fetchableAddress(frame.getAttribute('src') ?? '', base);
  if (address === null || frame.getAttribute('src') === null) return fresh.createElement('span');
  const link = fresh.createElement('a');
  link.setAttribute('href', address);
  link.textContent = frame.getAttribute('title')?.trim() || address;
  return link;
}
