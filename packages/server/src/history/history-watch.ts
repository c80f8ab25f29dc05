import * as z from '@pgw/protocol/zod';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from '../events/event.ts';
import type { HealthCheck } from '../model/health.ts';
import type { Store } from '../model/ports/store.ts';
import type { HistoryMark } from '../model/ports/history-mark.ts';

const markSchema = z.object({
  /** The newest durable position that any process has seen. */
  position: z.string(),
  /** Set until an operator acknowledges that the history is incomplete. */
  lost: z.object({ noticedAt: z.number(), storePosition: z.string().nullable() }).optional(),
});

type MarkContent = z.infer<typeof markSchema>;

export interface HistoryWatchOptions {
  readonly store: Pick<Store, 'read'>;
  readonly mark: HistoryMark;
  readonly now: () => number;
  readonly emit: CheckoutEventListener;
  /** The interval between two comparisons in milliseconds; 0 disables the timer. Default 1,000. */
  readonly intervalMs?: number;
}

/**
 * Compares the store with a mark outside of it. Only positions that were read from the store are written to the
 * mark. They are durable, so the mark is never ahead of the store after a crash.
 */
export class HistoryWatch {
  readonly #options: HistoryWatchOptions;
  #position: string | null = null;
  /** When the lost history was noticed, until an operator acknowledges it. */
  #lostAt: number | undefined;
  /** True after the first comparison has read the mark. */
  #hasCompared = false;
  #hasFailed = false;
  #comparison: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HistoryWatchOptions) {
    this.#options = options;
  }

  /** Call it after the store is opened and before anything is written. */
  async start(): Promise<void> {
    this.#position = await this.#options.store.read('historyPosition');
    await this.#compareOnce();
    const { intervalMs = 1_000 } = this.#options;
    if (intervalMs === 0 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#compareOnce(), intervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#hasCompared) await this.#compareOnce();
  }

  async acknowledge(): Promise<void> {
    await this.#comparison;
    const position = await this.#options.store.read('historyPosition');
    await this.#write({ position: position ?? '' });
    this.#position = position;
    this.#lostAt = undefined;
  }

  readonly getLostAt = (): number | undefined => this.#lostAt;

  readonly check: HealthCheck = () => {
    if (this.#lostAt === undefined) return { problems: [] };
    const message =
      'The store is older than its history mark: it was restored from a backup, or has lost its newest writes. Follow https://pgw-js.github.io/pgw/restoring, ' +
      'then call operator.history.acknowledgeLoss().';
    return { problems: [{ code: 'history-lost', status: 'degraded', message }] };
  };

  /** Never rejects, because a mark that cannot be written must not stop payments. */
  #compareOnce(): Promise<void> {
    this.#comparison ??= this.#compare()
      .then(
        () => void (this.#hasFailed = false),
        (error: unknown) => this.#reportFailure(error),
      )
      .finally(() => (this.#comparison = undefined));
    return this.#comparison;
  }

  async #compare(): Promise<void> {
    const { store } = this.#options;
    const previous = this.#position;
    // The first comparison uses the position that `start` has read before anything was written.
    const position = this.#hasCompared ? await store.read('historyPosition') : previous;
    if (this.#hasCompared && this.#lostAt === undefined && position === previous) return;
    const mark = await this.#read();
    this.#hasCompared = true;
    this.#position = position;
    if (mark?.lost !== undefined) return this.#reportLoss(mark.position, mark.lost);
    // An operator may have acknowledged the lost history in another process.
    this.#lostAt = undefined;
    // The store may be restored while this process runs, so the previous position is compared too.
    for (const known of [mark?.position ?? '', previous ?? '']) {
      if (!(await this.#isMissing(known, position))) continue;
      const lost = { noticedAt: this.#options.now(), storePosition: position };
      await this.#write({ position: known, lost });
      return this.#reportLoss(known, lost);
    }
    if (position !== null && position !== mark?.position) await this.#write({ position });
  }

  /**
   * Newer entries do not show that the entry is not lost: a replica without it may have become the primary. The
   * entry may be newer than `position`, if another process has written it since. The retention deletes old entries.
   */
  async #isMissing(knownPosition: string, position: string | null): Promise<boolean> {
    if (knownPosition === '' || knownPosition === position) return false;
    const age = this.#options.now() - (readTime(knownPosition) ?? 0);
    if (age > minRetentionMs && knownPosition < (position ?? '')) return false;
    return !(await this.#options.store.read('hasHistoryPosition', knownPosition));
  }

  #reportLoss(position: string, { noticedAt, storePosition }: NonNullable<MarkContent['lost']>): void {
    if (this.#lostAt !== undefined) return;
    this.#lostAt = noticedAt;
    const [markedAt, storedAt] = [readTime(position), readTime(storePosition ?? '')];
    const finding =
      (storePosition ?? '') > position
        ? `The store does not contain a write from ${toTimeText(markedAt)} that its history mark contains`
        : `The store is older than its history mark: the mark contains a write from ${toTimeText(markedAt)}, and the newest write in the store is from ${toTimeText(storedAt)}`;
    const message =
      `${finding}. The store was restored from a backup, or has lost writes. Until an operator acknowledges this, no payment is started for an order that may ` +
      'have been paid before. Follow https://pgw-js.github.io/pgw/restoring.';
    this.#options.emit({ level: 'error', event: 'history-lost', message, markedAt, storedAt });
  }

  async #read(): Promise<MarkContent | undefined> {
    const text = await this.#options.mark.read();
    return text === undefined ? undefined : markSchema.parse(JSON.parse(text));
  }

  async #write(mark: MarkContent): Promise<void> {
    await this.#options.mark.write(JSON.stringify(mark));
  }

  #reportFailure(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const reason = endSentence(getErrorMessage(error));
    const message =
      `The history mark could not be read or written: ${reason} A restored backup may not be detected. Check historyMark; ` +
      'delete a mark whose content is damaged.';
    this.#options.emit({ level: 'error', event: 'history-mark-failed', message, error });
  }
}

const minRetentionMs = 86_400_000;

const timeLength = 9;

/** A position begins with its time: milliseconds in base 36. */
function readTime(position: string): number | null {
  const at = Number.parseInt(position.slice(0, timeLength), 36);
  return Number.isNaN(at) ? null : at;
}

function toTimeText(at: number | null): string {
  return at === null ? 'no known time' : new Date(at).toISOString();
}
