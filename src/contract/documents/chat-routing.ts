/** `config/quick-settings/chat-routing.json`: which assistant a copy goes to, and what goes with it. */
import * as z from 'zod';
import { addressFaults, assistantAddressFault, longestAddress } from './assistant-address.ts';
import { exactEntry } from './exact-entry.ts';

const assistant = z.looseObject({
  name: z.string().trim().min(1).max(60).describe('What people call it.'),
  address: z
    .string()
    .max(longestAddress)
    .check(({ value, issues }) => {
      const fault = assistantAddressFault(value);
      if (fault !== null) issues.push({ code: 'custom', input: value, message: addressFaults[fault] });
    })
    .meta({ patternErrorMessage: addressFaults.form })
    .describe(
      'The page that is opened. `{prompt}` stands for the copied text; without it, the text is put on the clipboard for you to paste.',
    ),
});
export type Assistant = z.infer<typeof assistant>;

/** What people ask about; each may go to an assistant of its own. */
export const routedKinds = ['text', 'code', 'link', 'image', 'files'] as const;
export type RoutedKind = (typeof routedKinds)[number];

const route = (what: string) =>
  z.string().max(60).default('').describe(`The assistant for ${what}, by its name; empty: \`default_assistant\`.`);

export const chatRoutingDocument = z.looseObject({
  assistants: z
    .array(assistant)
    .max(50)
    .default([
      { name: 'ChatGPT', address: 'https://chatgpt.com/?q={prompt}' },
      { name: 'Claude', address: 'https://claude.ai/new?q={prompt}' },
      { name: 'Open WebUI', address: 'http://localhost:8080/?q={prompt}' },
    ])
    .describe('The assistants, in the order in which they are shown.'),
  default_assistant: z
    .string()
    .max(60)
    .default('')
    .describe('The assistant that copies go to, by its name; empty: none, and nothing goes anywhere before you choose one.'),
  routes: exactEntry(
    {
      text: route('texts'),
      code: route('code and data'),
      link: route('links'),
      image: route('pictures'),
      files: route('lists of files'),
    },
    'only the keys text, code, link, image and files',
  )
    .prefault({})
    .describe('Other assistants for kinds of copies.'),
  with_source: z.boolean().default(false).describe('Whether the prompt says where the text was copied: its page or its program.'),
  with_file_name: z.boolean().default(true).describe('Whether the prompt says the name of the file that the text names itself.'),
});
export type ChatRouting = z.infer<typeof chatRoutingDocument>;
