/**
 * Whether an SVG may be drawn as the icon of a program. As the picture of an `img` it runs and loads nothing in any engine; this also leaves out what
 * could, and what makes a small file expensive to draw: entities, references to references, filters.
 */

const longestBytes = 256 * 1024;
const mostReferences = 12;
const mostFilters = 12;

const refused =
  /<!ENTITY|<\?xml-stylesheet|<(?:[a-z]{1,16}:)?(?:script|foreignObject|image|iframe|animate|set|handler)|@import|\bon[a-z]{1,20}\s?=/i;

/** False for what is not SVG either. */
export function isHarmlessSvg(bytes: Uint8Array): boolean {
  if (bytes.length > longestBytes) return false;
  const text = new TextDecoder().decode(bytes);
  if (!/<(?:[a-z]{1,16}:)?svg[\s>]/i.test(text) || refused.test(text)) return false;
  return (
    countOf(text, /<(?:[a-z]{1,16}:)?use[\s/>]/gi) <= mostReferences && countOf(text, /<(?:[a-z]{1,16}:)?filter[\s/>]/gi) <= mostFilters
  );
}

function countOf(text: string, expression: RegExp): number {
  return [...text.matchAll(expression)].length;
}
