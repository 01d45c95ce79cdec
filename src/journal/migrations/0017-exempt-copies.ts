/** A copy that the user wants, whatever the content filter says. */
export const exemptCopies = `
ALTER TABLE captures ADD COLUMN exempt INTEGER NOT NULL DEFAULT 0;
`;
