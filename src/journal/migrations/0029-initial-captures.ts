/** Whether a copy was on the clipboard before Hub was watching, and has not been copied since. */
export const initialCaptures = `
ALTER TABLE captures ADD COLUMN initial INTEGER NOT NULL DEFAULT 0;
`;
