/** Puts the files that a style sheet names into it. */
import { base64, type Fetched } from './fetching.ts';

interface Address {
  readonly from: number;
  readonly to: number;
  readonly address: string;
}

/** The sheet with its `url(…)` as `data:`; what can't be had, or is too large, names nothing. */
export async function withInlinedAddresses(sheet: string, base: string, fetchOne: Fetched): Promise<string> {
  const found = addressesIn(sheet);
  const inlined = await Promise.all(found.map(async ({ address }) => await inline(address, base, fetchOne)));
  let text = '';
  let at = 0;
  for (const [index, { from, to }] of found.entries()) {
    text += `${sheet.slice(at, from)}url("${inlined[index] ?? ''}")`;
    at = to;
  }
  return text + sheet.slice(at);
}

async function inline(address: string, base: string, fetchOne: Fetched): Promise<string> {
  if (address.startsWith('data:') || address.startsWith('#')) return address.replaceAll('"', '%22');
  if (!URL.canParse(address, base)) return '';
  const file = await fetchOne(new URL(address, base).href);
  return file === null ? '' : `data:${file.mediaType};base64,${base64(file.bytes)}`;
}

/** Every `url(…)` of a sheet, in order: one pass, with and without quotation marks. */
export function addressesIn(sheet: string): readonly Address[] {
  const found: Address[] = [];
  for (let from = sheet.indexOf('url('); from >= 0; from = sheet.indexOf('url(', from + 4)) {
    let start = from + 4;
    while (sheet[start] === ' ' || sheet[start] === '\n' || sheet[start] === '\t') start += 1;
    const mark = sheet[start];
    const isQuoted = mark === '"' || mark === "'";
    const first = isQuoted ? start + 1 : start;
    const last = sheet.indexOf(isQuoted ? mark : ')', first);
    const end = last < 0 ? -1 : sheet.indexOf(')', last);
    if (end < 0) break;
    found.push({ from, to: end + 1, address: sheet.slice(first, last).trim() });
    from = end - 4;
  }
  return found;
}
