/**
 * Why the clipboard holds nothing that is shown, while it does: a word of `absences`. Null beside no capture: what was present was deleted. Of
 * what an earlier form says nothing, nobody knows why.
 */
export const absence = `
ALTER TABLE present ADD COLUMN absence TEXT;
UPDATE present SET absence = 'unknown' WHERE capture_id IS NULL;
`;
