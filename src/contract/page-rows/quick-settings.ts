/** The quick settings, as the window's page shows them, and their commands: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import type { SettingsGroup } from '../documents/shown-settings.ts';
import type { QuickSettingsName } from '../documents.ts';

/** The window as the quick settings of one document. */
export interface QuickSettings {
  readonly name: QuickSettingsName;
  /** Another one each time it is opened. */
  readonly opened: number;
}

/** One of the assistants that copies may go to. */
export interface AssistantRow {
  /** Among those of the document. */
  readonly place: number;
  readonly name: string;
  readonly address: string;
  /** What it takes, and where it runs. */
  readonly detail: string;
}

export interface QuickSettingsView extends QuickSettings {
  readonly title: string;
  /** What they are for. */
  readonly about: string;
  /** Empty until their document is read. */
  readonly groups: readonly SettingsGroup[];
  /** Of the chat routing alone; `accepted`: `sent` of the last `save-assistant` that was accepted. */
  readonly assistants: { readonly rows: readonly AssistantRow[]; readonly accepted: number } | null;
}

const place = z.int().min(0).max(1_000);
const sent = z.int().min(1);

export const quickCommands = [
  /** Change an assistant, or add one; `of`: the one that it was, or null. */
  z.object({
    kind: z.literal('save-assistant'),
    of: z.object({ place, name: z.string().max(60) }).nullable(),
    name: z.string().min(1).max(60),
    address: z.string().min(1).max(2_000),
    sent,
  }),
  /** Hand a copy to the assistant that its kind goes to. */
  z.object({ kind: z.literal('send-to-chat'), fragmentId: z.string().regex(/^[1-9]\d{0,14}$/) }),
  z.object({ kind: z.literal('remove-assistant'), place, name: z.string().max(60) }),
  /** Download what pictures in this language are read with. */
  z.object({ kind: z.literal('install-language'), language: z.string().regex(/^[a-z_]{2,16}$/) }),
] as const;
