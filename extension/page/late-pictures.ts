/** Where a picture is that its page loads only when it comes into sight. */

const lateNames = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'] as const;
const lateSets = ['data-srcset', 'data-lazy-srcset'] as const;
/** Pages show a picture of such a size until they have the right one. */
const largestPlaceholderPx = 3;

/** The address as the page has it; null: what the picture has already is right. */
export function lateAddress(picture: HTMLImageElement): string | null {
  const own = picture.getAttribute('src') ?? '';
  const isPlaceholder =
    picture.naturalWidth > 0 && picture.naturalWidth <= largestPlaceholderPx && picture.naturalHeight <= largestPlaceholderPx;
  if (own !== '' && !own.startsWith('data:') && !isPlaceholder) return null;
  const named = [
    ...lateNames.map((name) => picture.getAttribute(name)),
    ...lateSets.map((name) => largestOf(picture.getAttribute(name) ?? '')),
    ...(own === '' ? [largestOf(picture.getAttribute('srcset') ?? ''), ofItsSources(picture)] : []),
  ];
  return named.find((address) => address !== null && address.trim() !== '')?.trim() ?? null;
}

/** Of a `srcset`: the largest (HTML §4.8.4.2.1). An address in it may have commas, but does not end with one. */
export function largestOf(set: string): string | null {
  let best: string | null = null;
  let most = -1;
  let address = '';
  const take = (size: number): void => {
    if (address !== '' && size > most) [best, most] = [address, size];
    address = '';
  };
  for (const part of set.split(/\s+/)) {
    if (address === '') {
      address = part.startsWith(',') ? part.slice(1) : part;
      if (!address.endsWith(',')) continue;
      address = address.slice(0, -1);
      take(1);
    } else {
      // Its size, and perhaps the next address right behind the comma.
      take(Number.parseFloat(part) || 1);
      const comma = part.indexOf(',');
      if (comma >= 0) address = part.slice(comma + 1);
    }
  }
  take(1);
  return best;
}

/** A `<picture>` has a few sources before its picture. */
function ofItsSources(picture: Element): string | null {
  const around = picture.parentElement;
  if (around?.localName !== 'picture') return null;
  const source = around.querySelector('source[srcset], source[data-srcset]');
  return largestOf(source?.getAttribute('srcset') ?? source?.getAttribute('data-srcset') ?? '');
}
