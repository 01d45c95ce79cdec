/** Checks of a text that need more than a regular expression. Pure. */

const mailField =
  /^(Received|From|To|Cc|Subject|Date|Message-Id|MIME-Version|Content-Type|Return-Path|Delivered-To|Reply-To|X-[\w-]+|List-[\w-]+|In-Reply-To|References|Content-Transfer-Encoding|Sender|User-Agent|DKIM-Signature):/i;

/** A message of RFC 5322: it starts with header fields, at least three of them well-known, one of them From, Date or Received. */
export function isMail(text: string): boolean {
  const [header = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line) && !/^From \S+/.test(line));
  if (lines.length < 3 || !lines.every((line) => /^[\w-]+:/.test(line))) return false;
  const known = lines.filter((line) => mailField.test(line));
  return known.length >= 3 && known.some((line) => /^(From|Received|Date):/i.test(line));
}

/** How many rows are checked. */
const rowsRead = 30;
const fewestRows = 3;

/** At least three rows with the same number of fields, divided by one of the separators. A few rows may differ, because quotes are not interpreted. */
export function isConsistentTable(text: string, separators: readonly string[]): boolean {
  const rows = text.split(/\r?\n/).slice(0, rowsRead);
  if (text.split('\n', rowsRead + 1).length <= rowsRead && rows.at(-1) === '') rows.pop();
  if (rows.length < fewestRows) return false;
  return separators.some((separator) => {
    const widths = rows.map((row) => row.split(separator).length);
    const [width = 0] = widths.toSorted((a, b) => b - a).slice(Math.floor(widths.length / 2));
    return width > 1 && widths.filter((one) => one === width).length >= rows.length * 0.8;
  });
}

/** One JSON value (RFC 8259) that is an object or an array. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** At least two lines, each of which is a JSON object or array. */
export function isJsonLines(text: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.length >= 2 && lines.slice(0, rowsRead).every((line) => /^[[{]/.test(line) && isJson(line));
}

/** Most of it is letters and spaces, and nothing in it looks like markup or code. Scripts without spaces count too. */
export function isProse(text: string): boolean {
  if (isMail(text)) return false;
  const head = text.slice(0, 20_000);
  const letters = head.match(/[\p{L}\p{M} ,.'’、。]/gu)?.length ?? 0;
  const codeLines = head.match(/[;{}]\s*$|^\s*[\w.]+\s*=\s*\S|^#include|^```|^#{1,3} |^\.\. |^\s*<\/?\w+/gm)?.length ?? 0;
  const lines = head.split('\n').filter((line) => line.trim() !== '').length;
  return letters > head.length * 0.75 && codeLines < lines * 0.05;
}
