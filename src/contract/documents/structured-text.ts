/** `config/quick-settings/structured-text.json`: the form of structured text. What builds it: `hub structure`. */
import * as z from 'zod';

export const structuredTextDocument = z.looseObject({
  format: z
    .enum(['markdown', 'json', 'csv'])
    .default('markdown')
    .describe('The form that structured text has if nobody names another one. `csv`: the tables alone.'),
  headings: z.boolean().default(true).describe('Whether headings stay headings; otherwise they are lines like others.'),
  lists: z.boolean().default(true).describe('Whether lists stay lists; otherwise each entry is a paragraph.'),
  tables: z.boolean().default(true).describe('Whether tables stay tables; otherwise their cells are separated by tabs.'),
  links: z.boolean().default(true).describe('Whether links keep their addresses; otherwise only their words stay.'),
});
