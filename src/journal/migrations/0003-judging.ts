/** How often somebody began to judge a fragment: what ends its judge each time is not to be tried for ever. */
export const judging = `
ALTER TABLE fragments ADD COLUMN judge_attempts INTEGER NOT NULL DEFAULT 0;
`;
