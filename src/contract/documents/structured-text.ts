/** `config/quick-settings/structured-text.json`: what `hub structure` finds, and the form that it has, where the command does not say. */
import * as z from 'zod';

const kind = (what: string) => z.boolean().default(true).describe(`Whether ${what} are among what is found.`);

export const structuredTextDocument = z.looseObject({
  form: z
    .enum(['markdown', 'csv', 'tsv', 'json'])
    .default('markdown')
    .describe('The form of what was found, if nobody names another one. `csv` and `tsv`: the tables alone.'),
  exact: z
    .boolean()
    .default(false)
    .describe('Whether cells of CSV and TSV are left as they are. Otherwise a spreadsheet takes none of them for a formula.'),
  kinds: z
    .looseObject({
      tables: kind('tables'),
      key_values: kind('pairs of names and values'),
      lists: kind('lists'),
      code: kind('blocks of code'),
      links: kind('links'),
      addresses: kind('mail addresses'),
      dates: kind('dates'),
      amounts: kind('amounts'),
    })
    .prefault({})
    .describe('What is looked for, if nobody names kinds; all of them if none is left.'),
});
