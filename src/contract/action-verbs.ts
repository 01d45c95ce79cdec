/**
 * The action verbs (§1.4): what the taskbar's jump list, the tray menu, the title bar's search, the single-instance pipe and `hub action` can
 * request. One router handles all of them. It also knows the verbs that this version does not support, and refuses them with the reason.
 */
import * as z from 'zod';
import { type ActionVerb, actionVerbs } from './words/listed-words.ts';

export { type ActionVerb, actionVerbs };
export const actionVerb = z.enum(actionVerbs);
