/** Links and mail addresses in a text, each with its place. Only what a browser could open is a link: a scheme of the web, or `www.` before a name. */
import type { FoundAddress, FoundLink } from '../../contract/extraction/structured-text.ts';

/** What ends a link: blanks, quotes, brackets of markup, and the signs of Chinese sentences. */
const ends = /[\s<>"`{}|\\^，。；：！？、（）「」『』《》【】“”„\p{Control}]/u;
const starts = /(?<![\p{L}\d])(?:https?:\/\/|ftp:\/\/)|(?<![\p{L}\d./@_-])www\.(?=[\p{L}\d])/giu;
const longestLink = 2_048;
const longestLabel = 200;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** In their order, without the sign at the end of the sentence. Linear in the text. */
export function linksIn(text: string, most = Number.POSITIVE_INFINITY): readonly FoundLink[] {
  const found: FoundLink[] = [];
  let end = 0;
  for (const { index } of text.matchAll(starts)) {
    if (index < end) continue;
    const shown = trimmed(text.slice(index, endOfLink(text, index)));
    const value = addressOf(shown);
    // What no browser takes is left as a whole, or each of its signs would be a search.
    end = index + shown.length;
    if (value === null) continue;
    found.push({ text: shown, offset: index, value, label: labelBefore(text, index) });
    if (found.length > most) break;
  }
  return found;
}

/** `[one](https://a.example),[two](https://b.example)` has no blank between the two. Whatever is behind is looked at once, with the next link. */
const nextLink = /\)[,;.]?\[|[,;]https?:\/\//y;

/** No sign is looked at for two links. */
function endOfLink(text: string, start: number): number {
  const most = Math.min(text.length, start + longestLink);
  for (let at = start; at < most; at += 1) {
    const sign = text[at] ?? ' ';
    if (ends.test(sign)) return at;
    if (sign !== ')' && sign !== ',' && sign !== ';') continue;
    nextLink.lastIndex = at;
    if (at > start && nextLink.test(text)) return at;
  }
  return most;
}

/** Without what belongs to the sentence, and without a bracket that was opened before the link. */
function trimmed(link: string): string {
  let shown = link;
  const counts = countSigns(link);
  for (;;) {
    const last = shown.at(-1) ?? '';
    const open = closing[last];
    const isLoose = open === undefined ? /[.,;:!?'’*_~]/.test(last) : (counts.get(last) ?? 0) > (counts.get(open) ?? 0);
    if (last === '' || !isLoose) break;
    counts.set(last, (counts.get(last) ?? 0) - 1);
    shown = shown.slice(0, -1);
  }
  return shown;
}

function countSigns(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
}

/** As a browser takes it; null if it takes none. */
function addressOf(shown: string): string | null {
  const full = /^www\./i.test(shown) ? `https://${shown}` : shown;
  const host = URL.canParse(full) ? new URL(full).hostname : '';
  return host === '' || host === '.' || !/[\p{L}\d]/u.test(host) ? null : new URL(full).href;
}

/** Of Markdown: `[label](https://…)`. */
function labelBefore(text: string, at: number): string | null {
  if (text[at - 1] !== '(' || text[at - 2] !== ']') return null;
  const near = text.slice(Math.max(0, at - longestLabel), at - 2);
  const open = near.lastIndexOf('[');
  const label = open < 0 ? '' : near.slice(open + 1);
  return label.trim() === '' || label.includes('\n') ? null : label.trim();
}

const longestLocal = 64;
const longestDomain = 253;
const inLocal = /[\p{L}\d.!#$%&'*+/=?^_`~-]/u;
const inDomain = /[\p{L}\d.-]/u;

/** In their order; none that is part of a link, such as `https://user@host`. Linear in the text. */
export function addressesIn(text: string, links: readonly FoundLink[] = [], most = Number.POSITIVE_INFINITY): readonly FoundAddress[] {
  const found: FoundAddress[] = [];
  let [end, link] = [0, 0];
  for (let at = text.indexOf('@'); at >= 0 && found.length <= most; at = text.indexOf('@', at + 1)) {
    while (link < links.length && endOf(links[link]) <= at) link += 1;
    const inLink = links[link];
    if (inLink !== undefined && (inLink.offset ?? 0) <= at) continue;
    const address = addressAround(text, at, end);
    if (address === null) continue;
    found.push(address);
    end = (address.offset ?? 0) + address.text.length;
  }
  return found;
}

function endOf(link: FoundLink | undefined): number {
  return (link?.offset ?? 0) + (link?.text.length ?? 0);
}

function addressAround(text: string, at: number, taken: number): FoundAddress | null {
  let [start, end] = [at, at + 1];
  while (start > Math.max(taken, at - longestLocal) && inLocal.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && end - at <= longestDomain && inDomain.test(text[end] ?? '')) end += 1;
  while (end > at + 1 && /[.-]/.test(text[end - 1] ?? '')) end -= 1;
  while (start < at && !/[\p{L}\d]/u.test(text[start] ?? '')) start += 1;
  const [local, domain] = [text.slice(start, at), text.slice(at + 1, end)];
  const parts = domain.split('.');
  const isDomain = parts.length > 1 && parts.every((part) => /^[\p{L}\d]/u.test(part)) && /^\p{L}{2,63}$/u.test(parts.at(-1) ?? '');
  if (local === '' || local.endsWith('.') || local.includes('..') || !isDomain) return null;
  return { text: text.slice(start, end), offset: start, value: `${local}@${domain.toLowerCase()}` };
}

/** They are not seen, or turn the direction of what follows. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/**
 * Each is one script, or one language: where letters of several are in a name, it can look like that of another host. Of Latin those that languages write,
 * without the ones that look like others. Chinese, Japanese and Korean look like nothing else, also before `.jp`.
 */
const scripts = [
  /^(?!.*[ıĸŀŉ])[A-Za-zÀ-ÖØ-öø-ž\d.:-]*$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\d.:-]*$/u,
  /^(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\d-]+\.)+[a-z]+(?::\d+)?$/u,
  /^[\p{sc=Hangul}\d.:-]*$/u,
  /^(?:[\p{sc=Hangul}\d-]+\.)+[a-z]+(?::\d+)?$/u,
  /^[\p{sc=Cyrillic}\d.:-]*$/u,
  /^[\p{sc=Greek}\d.:-]*$/u,
  /^[\p{sc=Arabic}\d.:-]*$/u,
  /^[\p{sc=Hebrew}\d.:-]*$/u,
  /^[\p{sc=Devanagari}\d.:-]*$/u,
  /^[\p{sc=Thai}\d.:-]*$/u,
];

/**
 * As it stands in the text, where that leads to the same, is safe in Markdown, and has a host of one script: a browser's form of it has no letters but those of
 * English.
 */
export function linkAsWritten({ text, value }: Pick<FoundLink, 'text' | 'value'>): string {
  const whole = /^www\./i.test(text) ? `https://${text}` : text;
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(whole)?.[1] ?? '';
  const isPlain = !/[\s<>()\\]/.test(whole) && !unseen.test(whole) && scripts.some((one) => one.test(host));
  return isPlain && URL.canParse(whole) && new URL(whole).href === value ? whole : value;
}
