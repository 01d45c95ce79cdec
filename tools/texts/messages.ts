/** What an ICU message asks for: its arguments by name, and what is done with each. */
import { IntlMessageFormat } from 'intl-messageformat';

/** By the name of the argument: `as it is`, `plural`, `select a b other`, `number`. */
export type Asked = ReadonlyMap<string, string>;

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The numbers that the parser gives to the kinds of parts. */
const kinds: Readonly<Record<number, string>> = { 1: 'as it is', 2: 'number', 3: 'date', 4: 'time', 5: 'select', 6: 'plural' };

/** The arguments of a message, or why it is none. */
export function askedBy(text: string): Asked | string {
  const asked = new Map<string, string>();
  try {
    const parts = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst();
    take(parts, asked);
    // `say` gives it to no parser, so it has to mean itself.
    if (!text.includes('{') && parts.map((part) => ('value' in part ? part.value : '')).join('') !== text) return 'quotes something';
    return asked;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
}

function take(parts: readonly Part[], asked: Map<string, string>): void {
  for (const part of parts) {
    const kind = kinds[part.type];
    if (kind === undefined || !('value' in part)) continue;
    const options = 'options' in part ? part.options : {};
    // Languages have different forms of a plural, but the same words to select by.
    const words = kind === 'select' ? [kind, ...Object.keys(options).toSorted()].join(' ') : kind;
    const before = asked.get(part.value);
    // Named in a form of its own plural, it is still chosen by its number.
    asked.set(part.value, before === undefined || before === 'as it is' ? words : before);
    for (const { value } of Object.values(options)) take(value, asked);
  }
}

/** The forms that a plural in the text lacks or has in vain in this language; empty if there is none. */
export function wrongForms(text: string, language: string): readonly string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wrong: string[] = [];
  const look = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (!('options' in part)) continue;
      const forms = Object.keys(part.options).filter((form) => !form.startsWith('='));
      if (kinds[part.type] === 'plural') {
        wrong.push(...needed.filter((form) => !forms.includes(form)).map((form) => `${part.value} lacks the form ${form}`));
        wrong.push(
          ...forms.filter((form) => !needed.includes(form as never)).map((form) => `${part.value} has a form ${form}, which is never used`),
        );
      }
      for (const { value } of Object.values(part.options)) look(value);
    }
  };
  look(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return wrong;
}
