/** What the page asks for about a notice, while that is shown, and about a condition that can be dismissed. */
import * as z from 'zod';

const noticeId = z.int();
/** A sentence of a component has 200 characters at most, and its values may be longer. */
export const longestConditionId = 500;

export const noticeCommands = [
  /** Undo what a notice reports; without its id, the latest that can be undone. */
  z.object({ kind: z.literal('undo'), noticeId: noticeId.optional() }),
  /** Move the files of the copies to the trash that a notice reports as deleted. */
  z.object({ kind: z.literal('trash-files'), noticeId }),
  /** Show what a notice reports as written in its folder. */
  z.object({ kind: z.literal('reveal-written'), noticeId }),
  z.object({ kind: z.literal('dismiss-notice'), id: noticeId }),
  /** Do not show this one any more, also after the next start. */
  z.object({ kind: z.literal('dismiss-condition'), id: z.string().min(1).max(longestConditionId) }),
] as const;
export type NoticeCommand = z.infer<(typeof noticeCommands)[number]>;
