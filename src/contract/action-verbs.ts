/**
 * The action verbs (§1.4): what the taskbar's jump list, the tray menu, the title bar's search, the single-instance pipe and `hub action` can
 * request. One router handles all of them. It also knows the verbs that this version does not support, and refuses them with the reason.
 */
import * as z from 'zod';

export const actionVerbs = [
  'restore',
  'toggle',
  'open-picker',
  'extract-clipboard-text',
  'send-to-chat',
  'open-workspace',
  'open-logs',
  'open-settings',
  'save-now',
  'pause-capture',
  'pause-for-an-hour',
  'ignore-next-copy',
  'private-mode',
  'resume-capture',
  'cycle-top-panel',
  'quick-settings-chat',
  'quick-settings-structured-text',
  'quick-settings-text-extraction',
  'exit',
] as const;
export const actionVerb = z.enum(actionVerbs);
export type ActionVerb = z.infer<typeof actionVerb>;
