/** JSON and related formats, recognized by their grammar. */
import type { Claim, Sample } from '../text-sample.ts';

/** A claim if the text is JSON, JSON lines, a notebook or JSON with comments; otherwise null. */
export function claimJson(sample: Sample): Claim | null {
  if (!/^[[{]|^\/[/*]/u.test(sample.text)) return null;
  if (!sample.whole) return claimLines(sample) ?? (isJsonBeginning(sample.text) ? { typeId: 'json', confidence: 0.95 } : null);
  const value = parsed(sample.text);
  if (value !== undefined) return claimValue(value);
  return claimLines(sample) ?? claimCommented(sample);
}

/** `{}`, `[]` and `[1]` are JSON, and valid in a dozen other languages. */
function claimValue(value: unknown): Claim | null {
  if (typeof value !== 'object' || value === null) return null;
  const size = Object.keys(value).length;
  if (size === 0) return { typeId: 'json', confidence: 0.5 };
  if (Array.isArray(value))
    return { typeId: 'json', confidence: value.some((item) => typeof item === 'object' && item !== null) ? 0.98 : size > 1 ? 0.9 : 0.5 };
  return { typeId: 'nbformat' in value && 'cells' in value ? 'ipynb' : 'json', confidence: 0.98 };
}

/** Two lines or more, each an object or array. The last line of a cut text may be incomplete. */
function claimLines(sample: Sample): Claim | null {
  const lines = sample.text.split('\n', 201);
  const complete = !sample.whole || lines.length > 200 ? lines.slice(0, -1) : lines;
  const values = complete.filter((line) => line.trim() !== '');
  if (values.length < 2 || !values.every((line) => /^\s*[[{]/u.test(line) && typeof parsed(line) === 'object')) return null;
  return { typeId: 'jsonl', confidence: 0.97 };
}

/** People write comments, and commas before closing brackets, into JSON. */
function claimCommented(sample: Sample): Claim | null {
  if (sample.text.length > 16_384) return null;
  const plain = sample.text
    .split(/\r?\n/u)
    .map(withoutComment)
    .join('\n')
    .replace(/,(?=\s{0,200}[\]}])/gu, '');
  const value = parsed(plain.trim());
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? { typeId: 'jsonc', confidence: 0.92 } : null;
}

function withoutComment(line: string): string {
  const said = line.trim();
  if (said.startsWith('//') || (said.length > 3 && said.startsWith('/*') && said.endsWith('*/'))) return '';
  const closing = /[,{[]\s*(?=\/\/)/u.exec(line);
  return closing === null ? line : line.slice(0, closing.index + closing[0].length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TOKEN = /\s*(?:([{}[\],:])|"(?:[^"\\\p{Control}]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/uy;

/** Whether the text is the beginning of some JSON document: tokens in an order that the grammar allows. The last token may be cut. */
function isJsonBeginning(text: string): boolean {
  const start = text.slice(0, 16_384);
  let previous = '';
  let tokens = 0;
  const last = start.length - 4_096;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < start.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(start);
    if (match === null) return tokens > 20 && (at > last || start.slice(at).trim() === '');
    const token = match[1] ?? 'value';
    const value = token === 'value' || token === '{' || token === '[';
    if (value && (previous === 'value' || previous === '}' || previous === ']')) return false;
    if (token === ':' && previous !== 'value') return false;
    if (token === ',' && !['value', '}', ']'].includes(previous)) return false;
    previous = token;
    tokens += 1;
  }
  return tokens > 1;
}
