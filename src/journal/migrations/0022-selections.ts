/** The captures of selected text, which lists and counts of copies leave out: they are few, and found by this index. */
export const selections = `
CREATE INDEX selections ON captures (id) WHERE origin = 'selection';
`;
