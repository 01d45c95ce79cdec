/** Elements of the popup and the options. Every text is set as text: nothing that a page or Hub tells becomes HTML. */

type Child = Node | string | null;

interface Properties {
  readonly class?: string;
  readonly id?: string;
  readonly title?: string;
  readonly role?: string;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  /** Attributes by their names; false and null leave one out. */
  readonly has?: Readonly<Record<string, string | number | boolean | null>>;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (properties.class !== undefined) made.className = properties.class;
  if (properties.id !== undefined) made.id = properties.id;
  if (properties.title !== undefined) made.title = properties.title;
  if (properties.role !== undefined) made.setAttribute('role', properties.role);
  for (const [attribute, value] of Object.entries(properties.has ?? {})) {
    if (value !== false && value !== null) made.setAttribute(attribute, value === true ? '' : String(value));
  }
  for (const [event, listener] of Object.entries(properties.on ?? {})) made.addEventListener(event, listener);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Fluent's icons (MIT, Microsoft), 20 px. */
const paths = {
  article:
    'M6 2a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H6ZM5 4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4Zm2 2h6v1H7V6Zm0 3h6v1H7V9Zm0 3h4v1H7v-1Z',
  selection: 'M3 4.5h14v1H3v-1ZM5 8h10v4H5V8Zm1 1v2h8V9H6Zm-3 5.5h14v1H3v-1Z',
  page: 'M4 4.5C4 3.67 4.67 3 5.5 3h9c.83 0 1.5.67 1.5 1.5v11c0 .83-.67 1.5-1.5 1.5h-9A1.5 1.5 0 0 1 4 15.5v-11ZM5.5 4a.5.5 0 0 0-.5.5V7h10V4.5a.5.5 0 0 0-.5-.5h-9ZM5 8v7.5c0 .28.22.5.5.5h9a.5.5 0 0 0 .5-.5V8H5Z',
  picture:
    'M4.5 3h11c.83 0 1.5.67 1.5 1.5v11c0 .83-.67 1.5-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5v-11C3 3.67 3.67 3 4.5 3Zm0 1a.5.5 0 0 0-.5.5v8.3l3.6-3.6a1.5 1.5 0 0 1 2.1 0l6.2 6.2a.5.5 0 0 0 .1-.3v-10.6a.5.5 0 0 0-.5-.5h-11ZM4 14.2v1.3c0 .28.22.5.5.5h10.6L9 9.9a.5.5 0 0 0-.7 0L4 14.2ZM13 6a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  link: 'M8 6H6a4 4 0 0 0 0 8h2v-1H6a3 3 0 0 1 0-6h2V6Zm4 0v1h2a3 3 0 0 1 0 6h-2v1h2a4 4 0 0 0 0-8h-2ZM6.5 9.5h7v1h-7v-1Z',
  code: 'm7.35 5.65.7.7L4.41 10l3.64 3.65-.7.7L3 10l4.35-4.35Zm5.3 0L17 10l-4.35 4.35-.7-.7L15.59 10l-3.64-3.65.7-.7Z',
  settings:
    'M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0 1a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM8.7 2h2.6l.4 2.1 1.5.9 2-.7 1.3 2.2-1.6 1.4v1.8l1.6 1.4-1.3 2.2-2-.7-1.5.9-.4 2.1H8.7l-.4-2.1-1.5-.9-2 .7-1.3-2.2 1.6-1.4V8.1L3.5 6.7l1.3-2.2 2 .7 1.5-.9L8.7 2Zm.8 1-.3 1.7-2.2 1.3-1.7-.6-.5.9L6.1 7.6v2.6L4.8 11.4l.5.9 1.7-.6 2.2 1.3.3 1.7h1l.3-1.7 2.2-1.3 1.7.6.5-.9-1.3-1.2V7.6l1.3-1.2-.5-.9-1.7.6-2.2-1.3L10.5 3h-1Z',
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  return drawn('0 0 20 20', 'icon', (path) => {
    path.setAttribute('d', paths[name]);
    path.setAttribute('fill', 'currentColor');
    path.setAttribute('fill-rule', 'evenodd');
  });
}

/** Hub's mark (`brand/mark.svg`). */
export function mark(): SVGSVGElement {
  return drawn('0 0 24 24', 'mark', (path) => {
    path.setAttribute('d', 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM8 8v8M16 8v8M8 12h8');
    path.setAttribute('fill', 'none');
    path.setAttribute('stroke', 'currentColor');
    path.setAttribute('stroke-width', '2');
    path.setAttribute('stroke-linecap', 'round');
  });
}

function drawn(viewBox: string, name: string, draw: (path: SVGPathElement) => void): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('viewBox', viewBox);
  picture.setAttribute('class', name);
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  draw(path);
  picture.append(path);
  return picture;
}
