/**
 * `secret`: the family of the secret in a copy that is kept all the same, whose text must not become a name or a title. The indexes: what is deleted and not erased
 * yet, and what is shown; and the oldest captures, which are not those with the lowest numbers once some were imported.
 */
export const keptSecrets = `
ALTER TABLE fragments ADD COLUMN secret TEXT;
CREATE INDEX fragments_deleted ON fragments (id) WHERE state = 'deleted';
CREATE INDEX fragments_shown ON fragments (id) WHERE state <> 'deleted';
CREATE INDEX captures_by_time ON captures (copied_at);
`;
