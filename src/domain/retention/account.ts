/** What the records of retention say together: every run, what was deleted, and whether the records make sense one after the other. Pure. */
import { type RetentionRecord, retentionRecord } from '../../contract/diagnostics/retention-records.ts';

/** `form`: not a record of retention; `order`: a record that can't follow the one before; `sum`: the numbers of a run do not add up. */
export type RecordFlaw = 'form' | 'order' | 'sum';

/** `deleted`: the digest of each deleted copy, by its number in the present journal; older journals gave the same numbers to other copies. */
export interface Account {
  readonly runs: number;
  readonly interrupted: number;
  /** Whether nothing says that the last run has ended: it goes on, or was interrupted. */
  readonly isOpen: boolean;
  /** The SHA-256 of the policy of the last run; null if there was no document, undefined without a run. */
  readonly lastPolicy: string | null | undefined;
  readonly deletedCopies: number;
  readonly deleted: ReadonlyMap<number, string>;
  /** The key of the digests in `deleted`; null if there was more than one, or none. */
  readonly key: string | null;
  /** The names of all keys of these digests. */
  readonly keys: ReadonlySet<string>;
  /** Chains before this one whose records are not here, or that belong to another journal. */
  readonly continued: readonly (RetentionRecord & { readonly kind: 'continued' })[];
  /** How many records of earlier chains are gone, those included that were gone before. */
  readonly gone: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
}

/** The record that this is; null if Hub writes no such one. */
export function recordOf({ hash: _, ...rest }: Readonly<Record<string, unknown>>): RetentionRecord | null {
  const parsed = retentionRecord.safeParse(rest);
  return parsed.success ? parsed.data : null;
}

type OfKind<Kind extends RetentionRecord['kind']> = RetentionRecord & { readonly kind: Kind };

interface OpenRun {
  readonly run: number;
  deleted: number;
  intent: OfKind<'intent'> | null;
}

/** Takes one record after the other. */
export class RetentionAccount {
  #runs = 0;
  #interrupted = 0;
  #lastPolicy: string | null | undefined;
  #deletedCopies = 0;
  readonly #deleted = new Map<number, string>();
  readonly #keys = new Set<string>();
  readonly #continued: OfKind<'continued'>[] = [];
  #firstAt: string | null = null;
  #lastAt: string | null = null;
  /** The run that goes on, how many copies it has deleted, and the intent that nothing is known of yet. */
  #open: OpenRun | null = null;
  #lastRun = 0;

  /** Null if the record is one, and may follow. */
  add(body: Readonly<Record<string, unknown>>): RecordFlaw | null {
    const record = recordOf(body);
    if (record === null) return 'form';
    this.#firstAt ??= record.at;
    this.#lastAt = record.at;
    return this.#take(record);
  }

  #take(record: RetentionRecord): RecordFlaw | null {
    if (record.kind === 'continued') return this.#continue(record);
    if (record.kind === 'begin') return this.#begin(record);
    const open = this.#open;
    if (open === null || open.run !== record.run) return 'order';
    switch (record.kind) {
      case 'intent':
        if (open.intent !== null) return 'order';
        open.intent = record;
        return null;
      case 'done':
        return this.#settle(open, record);
      case 'on-hold':
        return open.intent === null ? null : 'order';
      case 'interrupted':
        if (record.intent !== (open.intent?.n ?? null)) return 'order';
        this.#interrupted += 1;
        this.#open = null;
        return record.deleted === open.deleted ? null : 'sum';
      case 'end':
        if (open.intent !== null) return 'order';
        this.#open = null;
        return record.deleted === open.deleted ? null : 'sum';
    }
  }

  /** A run that a crashed journal knew of can't be closed any more. */
  #continue(record: OfKind<'continued'>): null {
    this.#continued.push(record);
    if (this.#open !== null) this.#interrupted += 1;
    this.#open = null;
    if (record.because === 'new-journal') {
      this.#deleted.clear();
      this.#keys.clear();
      this.#lastRun = 0;
    }
    return null;
  }

  #begin({ run, key, policy }: OfKind<'begin'>): RecordFlaw | null {
    if (this.#open !== null || run <= this.#lastRun) return 'order';
    this.#runs += 1;
    this.#lastRun = run;
    this.#lastPolicy = policy;
    this.#open = { run, deleted: 0, intent: null };
    this.#keys.add(key);
    return null;
  }

  #settle(open: OpenRun, { intent: number, deleted, left }: OfKind<'done'>): RecordFlaw | null {
    const intent = open.intent;
    if (intent === null || intent.n !== number) return 'order';
    const stayed = new Set(left.map(([id]) => id));
    const gone = intent.copies.filter(([id]) => !stayed.has(id));
    if (gone.length !== deleted || stayed.size + gone.length !== intent.copies.length) return 'sum';
    for (const [id, digest] of gone) this.#deleted.set(id, digest);
    this.#deletedCopies += deleted;
    open.deleted += deleted;
    open.intent = null;
    return null;
  }

  result(): Account {
    return {
      runs: this.#runs,
      interrupted: this.#interrupted,
      isOpen: this.#open !== null,
      lastPolicy: this.#lastPolicy,
      deletedCopies: this.#deletedCopies,
      deleted: this.#deleted,
      key: this.#keys.size === 1 ? ([...this.#keys][0] ?? null) : null,
      keys: this.#keys,
      continued: this.#continued,
      gone: this.#continued.reduce((sum, each) => (each.because === 'records-gone' ? sum + each.length + (each.gone ?? 0) : sum), 0),
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
    };
  }
}
