/** Of a text that was taken out of a picture or a document: the fragment that it is the text of, by the number that this had then. */
export const textsOfCopies = `
ALTER TABLE captures ADD COLUMN text_of INTEGER;
CREATE INDEX captures_of_text ON captures (text_of) WHERE text_of IS NOT NULL;
`;
