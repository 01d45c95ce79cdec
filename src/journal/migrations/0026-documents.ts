/**
 * What extensions of browsers saved and is neither text nor a picture, such as a PDF, was recorded as a picture: it is a document. By its bytes where they were
 * recognized, otherwise by its media type, which was of no picture then. Its kind is in the search index, so its blocks are indexed again.
 */
export const documents = `
CREATE TEMP TABLE to_be_documents AS
  SELECT fragments.id FROM fragments
    JOIN captures ON captures.id = capture_id
    LEFT JOIN representations ON fragment_id = fragments.id AND position = 0
  WHERE kind = 'image' AND origin = 'web'
    AND iif(type_group IS NULL, representations.media_type NOT LIKE 'image/%', type_group <> 'image');
UPDATE fragments SET kind = 'document', width = NULL, height = NULL WHERE id IN (SELECT id FROM to_be_documents);
INSERT INTO unindexed_blocks SELECT DISTINCT id / 32, 1 FROM to_be_documents WHERE id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}
  ON CONFLICT (block) DO UPDATE SET times = iif(typeof(times) = 'integer' AND times BETWEEN 0 AND 9007199254740990, times, 0) + 1;
DROP TABLE to_be_documents;
`;
