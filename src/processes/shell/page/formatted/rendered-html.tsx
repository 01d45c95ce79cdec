/**
 * Copied HTML as it reads. It is parsed as the content of a template that is never part of the page: such a content has a document of its own that runs
 * and loads nothing (HTML, 4.12.3). Of its tree only elements of a short list are drawn anew, without a single attribute of theirs: no address, no style,
 * no handler, no name. A link is text with its host, a picture is its description.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { createElement, type JSX, type ReactNode, useMemo } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { withoutHarmfulCharacters } from '../../../../domain/view/shown-text.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { bareHtml } from './bare-html.ts';

const useStyles = makeStyles({
  place: {
    maxHeight: 'var(--hubBody, 320px)',
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '6px',
    overflowWrap: 'anywhere',
    whiteSpace: 'normal',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '& p, & ul, & ol, & dl, & pre, & table, & blockquote': { margin: '0 0 8px' },
    '& ul, & ol': { paddingLeft: '24px' },
    '& blockquote': { paddingLeft: '12px', borderLeft: `3px solid ${tokens.colorNeutralStroke1}` },
    '& pre, & code, & kbd, & samp': { fontFamily: tokens.fontFamilyMonospace, fontSize: '12.5px', whiteSpace: 'pre-wrap' },
    '& table': { borderCollapse: 'collapse' },
    '& th, & td': { padding: '2px 8px', border: `1px solid ${tokens.colorNeutralStroke2}`, textAlign: 'start' },
    '& hr': { border: 'none', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
});

/** What is drawn, and as what. A heading is a strong paragraph: the page's own headings are those of lists. */
const drawnAs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'p',
      'div',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'blockquote',
      'pre',
      'code',
      'kbd',
      'samp',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'del',
      'ins',
      'sub',
      'sup',
      'small',
      'br',
      'hr',
      'table',
      'caption',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
    ].map((name) => [name, name]),
  ),
  ...Object.fromEntries(
    ['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'figure', 'figcaption', 'address'].map((name) => [name, 'div']),
  ),
};
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Of these not even the text is drawn. */
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'audio',
  'video',
  'canvas',
  'select',
  'textarea',
  'option',
  'noembed',
  'noframes',
]);
const empty: ReadonlySet<string> = new Set(['br', 'hr']);

/** In UTF-16 units. */
const longestHtml = 32_768;
const mostNodes = 3_000;
/** Deeper elements are drawn as their words. */
const deepest = 40;

interface Budget {
  nodes: number;
}

/** The parts of a tree that are drawn. Stops at the end of the budget. A parser makes no tree deeper than some hundred elements. */
function drawn(parent: Node, depth: number, budget: Budget): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  for (let node = parent.firstChild; node !== null && budget.nodes > 0; node = node.nextSibling) {
    budget.nodes -= 1;
    if (node.nodeType === Node.TEXT_NODE) parts.push(withoutHarmfulCharacters(node.nodeValue ?? ''));
    else if (node.nodeType === Node.ELEMENT_NODE) parts.push(...elementDrawn(node as Element, depth, budget));
  }
  return parts;
}

function elementDrawn(element: Element, depth: number, budget: Budget): readonly ReactNode[] {
  const name = element.localName;
  if (silent.has(name) || element.hasAttribute('hidden')) return [];
  if (name === 'img') return [describedPicture(element.getAttribute('alt') ?? '')];
  const key = budget.nodes;
  const children = empty.has(name) ? [] : drawn(element, depth + 1, budget);
  const parts = depth > deepest ? children : namedElement(name, key, children);
  return name === 'a' ? [...parts, hostShown(element)] : parts;
}

/** An element of the table; of any other name only what is in it. */
export function namedElement(name: string, key: number, children: readonly ReactNode[]): readonly ReactNode[] {
  if (headings.has(name)) return [createElement('p', { key }, createElement('strong', null, ...children))];
  if (name === 'a') return [createElement('u', { key }, ...children)];
  const as = Object.hasOwn(drawnAs, name) ? drawnAs[name] : undefined;
  return as === undefined ? children : [createElement(as, { key }, ...children)];
}

/** `[A house]` */
export function describedPicture(description: string): string {
  const words = withoutHarmfulCharacters(description.slice(0, 200)).trim();
  return `[${words === '' ? say('Picture') : words}]`;
}

/** ` (example.org)`; nothing for an address within the page. */
function hostShown(element: Element): string {
  const address = (element.getAttribute('href') ?? '').slice(0, 2_048).trim();
  return /^https?:/i.test(address) && URL.canParse(address) ? ` (${new URL(address).host})` : '';
}

/** The text of copied HTML, with its lists, tables and emphasis. */
export function RenderedHtml({ html }: { readonly html: string }): JSX.Element {
  const { parts, isWhole } = useMemo(() => {
    const inert = document.createElement('template');
    // What is before the words may be far longer: the style sheet of an office program.
    const bare = bareHtml(html, longestHtml);
    inert.innerHTML = bare.slice(0, longestHtml);
    const budget = { nodes: mostNodes };
    const all = drawn(inert.content, 0, budget);
    return { parts: all, isWhole: bare.length < longestHtml && budget.nodes > 0 };
  }, [html]);
  return <FormattedText parts={parts} isWhole={isWhole} />;
}

interface FormattedProps {
  readonly parts: readonly ReactNode[];
  /** Whether nothing is cut off. */
  readonly isWhole: boolean;
}

/** The place of a formatted text. */
export function FormattedText({ parts, isWhole }: FormattedProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={mergeClasses(surfaces.scrolls, styles.place)} tabIndex={0} aria-label={say('Formatted text')} dir="auto">
        {createElement('div', null, ...parts)}
      </section>
      {isWhole ? null : <span className={surfaces.third}>{say('Only the beginning of the text is shown')}</span>}
    </>
  );
}
