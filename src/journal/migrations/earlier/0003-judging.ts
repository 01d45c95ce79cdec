/** How often the judging of a fragment began: a fragment that crashes the judge each time must not be tried forever. */
export const judging = `
ALTER TABLE fragments ADD COLUMN judge_attempts INTEGER NOT NULL DEFAULT 0;
`;
