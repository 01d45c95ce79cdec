/** How many records of retention are known to be gone: those of all chains before the present one, because another loss must not make the earlier ones forgotten. */
export const goneRecords = `
ALTER TABLE retention ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
`;
