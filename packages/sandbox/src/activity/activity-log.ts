import type { DatabaseSync } from 'node:sqlite';
import { runInTransaction } from '../database/database.ts';
import { Table } from '../database/table.ts';
import { getActor, type Actor } from './actor.ts';
import {
  activityTable,
  parseActivity,
  type Activity,
  type ActivityKind,
  type ActivityOf,
  type DataOf,
} from './activity-row.ts';
import { createChangeTriggers } from './change-triggers.ts';

/** The number of activities that are kept. The oldest are deleted. */
const maxActivities = 5000;
/** The number of new activities after which the oldest are deleted. */
const cleanupInterval = 500;

/** The activities to list. */
export interface ActivityFilter<Kind extends ActivityKind = ActivityKind> {
  /** Only activities of this kind. Default: all kinds. */
  readonly kind?: Kind | undefined;
  /** Only activities about these transaction or session numbers, in any letter case. Default: all activities. */
  readonly subjects?: readonly string[] | undefined;
  /** Only activities with a larger id. Default 0. */
  readonly afterId?: number | undefined;
  /** The number of newest activities to return. Default 200. */
  readonly limit?: number | undefined;
}

/** An activity that is not stored yet. */
interface NewActivity<Kind extends ActivityKind> {
  readonly kind: Kind;
  readonly data: DataOf<Kind>;
  readonly subject?: string | null | undefined;
  /** Default: now. */
  readonly at?: number | undefined;
  /** Default: the actor of the running work. */
  readonly actor?: Actor | undefined;
}

/**
 * The log of everything that happened in the sandbox. Changes of records are stored in the transaction of the
 * change. Other activities are stored together at the end of the current turn of the event loop, so that they
 * do not delay a response. A process that is killed can lose those of its last turn.
 */
export class ActivityLog {
  readonly #database: DatabaseSync;
  readonly #table: Table<(typeof activityTable)['row']>;
  readonly #now: () => number;
  readonly #listeners = new Set<(activity: Activity) => void>();
  #unstored: Parameters<Table<(typeof activityTable)['row']>['insert']>[0][] = [];
  #lastReportedId: number;
  #nextCleanupId = 0;
  #isScheduled = false;
  #isClosed = false;
  #clearCount = 0;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#table = new Table(database, activityTable);
    this.#now = now;
    this.#lastReportedId = this.#readLastId();
    createChangeTriggers(database, { now, onRecord: () => this.#schedule() });
  }

  /** Adds an activity. */
  add<Kind extends ActivityKind>({ kind, data, subject, at, actor }: NewActivity<Kind>): void {
    this.#unstored.push({
      at: at ?? this.#now(),
      actor: actor ?? getActor(),
      kind,
      subject: subject ?? null,
      data: JSON.stringify(data),
    });
    this.#schedule();
  }

  /** Lists the newest activities that match a filter, oldest first. */
  list<Kind extends ActivityKind = ActivityKind>(filter: ActivityFilter<Kind> = {}): ActivityOf<Kind>[] {
    const { kind, subjects, afterId = 0, limit = 200 } = filter;
    this.#store();
    const rows = this.#table.list(
      `id > :afterId AND (:kind IS NULL OR kind = :kind)
         AND (:subjects IS NULL OR subject IN (SELECT value FROM json_each(:subjects)))
       ORDER BY id DESC LIMIT :limit`,
      {
        afterId,
        kind: kind ?? null,
        subjects:
          subjects === undefined ? null : JSON.stringify(subjects.map((number) => number.toUpperCase())),
        limit,
      },
    );
    // The statement selects only rows of the kind.
    return rows.map((row) => parseActivity(row)).toReversed() as ActivityOf<Kind>[];
  }

  /** Counts the activities of a kind. */
  count(kind: ActivityKind): number {
    this.#store();
    return this.#table.count('kind = :kind', { kind });
  }

  /** Finds an activity by its id. */
  find(id: number): Activity | undefined {
    this.#store();
    const row = this.#table.find(id);
    return row && parseActivity(row);
  }

  /** Calls `listener` for each new activity, until the returned function is called. */
  listen(listener: (activity: Activity) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How often the log was cleared. Work that began before the last time adds no activity. */
  get clearCount(): number {
    return this.#clearCount;
  }

  /** Deletes all activities. The next one has the id 1 again. */
  clear(): void {
    this.#unstored = [];
    this.#database.exec('DELETE FROM activities');
    this.#lastReportedId = 0;
    this.#nextCleanupId = 0;
    this.#clearCount += 1;
  }

  /** Stores the last activities. Later activities are not stored. */
  close(): void {
    this.#store();
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isClosed) return;
      this.#store();
      this.#report();
    });
  }

  /** Stores the activities that are not stored yet. A commit of this transaction does not wait for the disk. */
  #store(): void {
    if (this.#unstored.length === 0 || this.#isClosed) return;
    const unstored = this.#unstored;
    this.#unstored = [];
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      runInTransaction(this.#database, () => {
        for (const row of unstored) this.#table.insert(row);
        this.#deleteOldest();
      });
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
  }

  #deleteOldest(): void {
    const lastId = this.#readLastId();
    if (lastId < this.#nextCleanupId) return;
    this.#nextCleanupId = lastId + cleanupInterval;
    this.#database.prepare('DELETE FROM activities WHERE id <= ?').run(lastId - maxActivities);
  }

  #report(): void {
    const afterId = this.#lastReportedId;
    this.#lastReportedId = this.#readLastId();
    if (this.#listeners.size === 0) return;
    for (const activity of this.list({ afterId, limit: maxActivities }))
      for (const listener of this.#listeners) listener(activity);
  }

  #readLastId(): number {
    return Number(this.#table.select('max(id)') ?? 0);
  }
}
