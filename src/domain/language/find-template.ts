/** Finds the text that a sentence was made from by putting values into it. */

export interface FoundTemplate {
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
}

/** With fewer letters of its own, a text is no sign of anything: `{key}: {value}` would fit nearly every sentence. */
const fewestLetters = 7;

/** Of the texts that fit, the one with the most letters of its own; null if there is none. Reads the sentence once for each text. */
export function findTemplate(templates: readonly string[], sentence: string): FoundTemplate | null {
  let [best, mostLetters] = [null as FoundTemplate | null, fewestLetters - 1];
  for (const template of templates) {
    const parts = template.split(/\{(\w+)\}/);
    const letters = parts.reduce((sum, part, at) => sum + (at % 2 === 0 ? lettersIn(part) : 0), 0);
    if (letters <= mostLetters) continue;
    const values = valuesIn(parts, sentence);
    if (values !== null) [best, mostLetters] = [{ template, values }, letters];
  }
  return best;
}

/** `parts`: the text's own words, and between them the names of its values. Each value is as short as possible, but the last. */
function valuesIn(parts: readonly string[], sentence: string): FoundTemplate['values'] | null {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const end = sentence.length - last.length;
  if (!sentence.startsWith(first) || !sentence.endsWith(last) || end < first.length) return null;
  const values: Record<string, string> = {};
  let at = first.length;
  for (let place = 1; place < parts.length; place += 2) {
    const [name = '', own = ''] = [parts[place], parts[place + 1]];
    const to = place + 2 >= parts.length ? end : sentence.indexOf(own, at);
    if (to < at || to > end) return null;
    values[name] = sentence.slice(at, to);
    at = to + own.length;
  }
  return values;
}

function lettersIn(text: string): number {
  return text.replaceAll(/\P{Letter}/gu, '').length;
}
