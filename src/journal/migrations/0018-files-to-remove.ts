/** The files of passwords that their programs have removed from the clipboard again: nearly always none. */
export const filesToRemove = `
CREATE INDEX fragments_with_file_to_remove ON fragments (id) WHERE state = 'filtered' AND saved_path IS NOT NULL;
`;
