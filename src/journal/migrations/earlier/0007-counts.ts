/**
 * How many fragments are in each state, and how many saves are held up by each reason. Triggers keep the counts up to date, so that counting never
 * reads all rows. Also an index of the waiting saves, in their order.
 */
export const counts = `
CREATE TABLE fragments_in_state (state TEXT PRIMARY KEY, fragments INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO fragments_in_state SELECT state, count(*) FROM fragments GROUP BY state;

CREATE TRIGGER state_begins AFTER INSERT ON fragments BEGIN
  INSERT INTO fragments_in_state VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET fragments = fragments + 1;
END;
CREATE TRIGGER state_ends AFTER DELETE ON fragments BEGIN
  UPDATE fragments_in_state SET fragments = fragments - 1 WHERE state = old.state;
END;
CREATE TRIGGER state_changes AFTER UPDATE OF state ON fragments WHEN new.state <> old.state BEGIN
  UPDATE fragments_in_state SET fragments = fragments - 1 WHERE state = old.state;
  INSERT INTO fragments_in_state VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET fragments = fragments + 1;
END;

-- A save that failed and waits for another try; one that is to be tried at once is none.
CREATE TABLE held_up_saves (reason TEXT PRIMARY KEY, fragments INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO held_up_saves SELECT reason, count(*) FROM fragments
  WHERE wants_save = 1 AND attempts > 0 AND next_attempt_at > 0 AND reason IS NOT NULL GROUP BY reason;

CREATE TRIGGER hold_up_ends AFTER UPDATE OF reason, wants_save, attempts, next_attempt_at ON fragments
  WHEN old.wants_save = 1 AND old.attempts > 0 AND old.next_attempt_at > 0 AND old.reason IS NOT NULL BEGIN
  UPDATE held_up_saves SET fragments = fragments - 1 WHERE reason = old.reason;
END;
CREATE TRIGGER hold_up_begins AFTER UPDATE OF reason, wants_save, attempts, next_attempt_at ON fragments
  WHEN new.wants_save = 1 AND new.attempts > 0 AND new.next_attempt_at > 0 AND new.reason IS NOT NULL BEGIN
  INSERT INTO held_up_saves VALUES (new.reason, 1) ON CONFLICT (reason) DO UPDATE SET fragments = fragments + 1;
END;
CREATE TRIGGER hold_up_is_deleted AFTER DELETE ON fragments
  WHEN old.wants_save = 1 AND old.attempts > 0 AND old.next_attempt_at > 0 AND old.reason IS NOT NULL BEGIN
  UPDATE held_up_saves SET fragments = fragments - 1 WHERE reason = old.reason;
END;

CREATE INDEX fragments_waiting ON fragments (id, next_attempt_at) WHERE wants_save = 1;
`;
