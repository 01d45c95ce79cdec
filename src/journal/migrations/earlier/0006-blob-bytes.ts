/** The total size of all blobs, each counted once. Triggers keep it up to date, so that nobody has to examine the files. */
export const blobBytes = `
CREATE TABLE blob_bytes (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), total INTEGER NOT NULL) STRICT;
INSERT INTO blob_bytes SELECT 1, coalesce(sum(bytes), 0)
  FROM (SELECT bytes FROM representations WHERE inline IS NULL GROUP BY sha256);

CREATE TRIGGER blob_is_named AFTER INSERT ON representations WHEN new.inline IS NULL BEGIN
  UPDATE blob_bytes SET total = total + new.bytes
    WHERE 1 = (SELECT count(*) FROM (SELECT 1 FROM representations WHERE sha256 = new.sha256 AND inline IS NULL LIMIT 2));
END;
CREATE TRIGGER blob_is_not_named AFTER DELETE ON representations WHEN old.inline IS NULL BEGIN
  UPDATE blob_bytes SET total = total - old.bytes
    WHERE NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = old.sha256 AND inline IS NULL);
END;
CREATE TRIGGER blob_is_dropped AFTER UPDATE OF inline ON representations WHEN old.inline IS NULL AND new.inline IS NOT NULL BEGIN
  UPDATE blob_bytes SET total = total - old.bytes
    WHERE NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = old.sha256 AND inline IS NULL);
END;
`;
