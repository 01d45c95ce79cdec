/** Lets counts kept by triggers start again from 0 if they are damaged: otherwise the trigger would fail, and with it every write to its table. */
function sound(column: string): string {
  return `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 9007199254740991, ${column}, 0)`;
}

export const soundCounts = `
DROP TRIGGER deleted_is_to_erase;
CREATE TRIGGER deleted_is_to_erase AFTER DELETE ON fragments BEGIN
  UPDATE erasure SET in_index = ${sound('in_index')} + 1, in_log = ${sound('in_log')} + 1;
END;

DROP TRIGGER dropped_is_to_erase;
CREATE TRIGGER dropped_is_to_erase AFTER UPDATE OF inline ON representations BEGIN
  UPDATE erasure SET in_log = ${sound('in_log')} + 1;
END;

DROP TRIGGER blob_is_named;
CREATE TRIGGER blob_is_named AFTER INSERT ON representations WHEN new.inline IS NULL BEGIN
  UPDATE blob_bytes SET total = ${sound('total')} + ${sound('new.bytes')}
    WHERE 1 = (SELECT count(*) FROM (SELECT 1 FROM representations WHERE sha256 = new.sha256 AND inline IS NULL LIMIT 2));
END;

DROP TRIGGER blob_is_not_named;
CREATE TRIGGER blob_is_not_named AFTER DELETE ON representations WHEN old.inline IS NULL BEGIN
  UPDATE blob_bytes SET total = ${sound('total')} - ${sound('old.bytes')}
    WHERE NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = old.sha256 AND inline IS NULL);
END;

DROP TRIGGER blob_is_dropped;
CREATE TRIGGER blob_is_dropped AFTER UPDATE OF inline ON representations WHEN old.inline IS NULL AND new.inline IS NOT NULL BEGIN
  UPDATE blob_bytes SET total = ${sound('total')} - ${sound('old.bytes')}
    WHERE NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = old.sha256 AND inline IS NULL);
END;

DROP TRIGGER state_begins;
CREATE TRIGGER state_begins AFTER INSERT ON fragments BEGIN
  INSERT INTO fragments_in_state VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET fragments = ${sound('fragments')} + 1;
END;

DROP TRIGGER state_ends;
CREATE TRIGGER state_ends AFTER DELETE ON fragments BEGIN
  UPDATE fragments_in_state SET fragments = ${sound('fragments')} - 1 WHERE state = old.state;
END;

DROP TRIGGER state_changes;
CREATE TRIGGER state_changes AFTER UPDATE OF state ON fragments WHEN new.state <> old.state BEGIN
  UPDATE fragments_in_state SET fragments = ${sound('fragments')} - 1 WHERE state = old.state;
  INSERT INTO fragments_in_state VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET fragments = ${sound('fragments')} + 1;
END;

DROP TRIGGER hold_up_ends;
CREATE TRIGGER hold_up_ends AFTER UPDATE OF reason, wants_save, attempts, next_attempt_at ON fragments
  WHEN old.wants_save = 1 AND old.attempts > 0 AND old.next_attempt_at > 0 AND old.reason IS NOT NULL BEGIN
  UPDATE held_up_saves SET fragments = ${sound('fragments')} - 1 WHERE reason = old.reason;
END;

DROP TRIGGER hold_up_begins;
CREATE TRIGGER hold_up_begins AFTER UPDATE OF reason, wants_save, attempts, next_attempt_at ON fragments
  WHEN new.wants_save = 1 AND new.attempts > 0 AND new.next_attempt_at > 0 AND new.reason IS NOT NULL BEGIN
  INSERT INTO held_up_saves VALUES (new.reason, 1) ON CONFLICT (reason) DO UPDATE SET fragments = ${sound('fragments')} + 1;
END;

DROP TRIGGER hold_up_is_deleted;
CREATE TRIGGER hold_up_is_deleted AFTER DELETE ON fragments
  WHEN old.wants_save = 1 AND old.attempts > 0 AND old.next_attempt_at > 0 AND old.reason IS NOT NULL BEGIN
  UPDATE held_up_saves SET fragments = ${sound('fragments')} - 1 WHERE reason = old.reason;
END;

DROP TRIGGER forgotten_is_to_erase;
CREATE TRIGGER forgotten_is_to_erase AFTER DELETE ON deleted_copies BEGIN
  UPDATE erasure SET in_log = ${sound('in_log')} + 1;
END;
`;
