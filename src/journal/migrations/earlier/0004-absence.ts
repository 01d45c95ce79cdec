/**
 * Why the clipboard holds nothing to show: a word of `absences`. Null, if `capture_id` is null too, means that the current capture was deleted. Earlier
 * schemas did not record the reason, so it is unknown there.
 */
export const absence = `
ALTER TABLE present ADD COLUMN absence TEXT;
UPDATE present SET absence = 'unknown' WHERE capture_id IS NULL;
`;
