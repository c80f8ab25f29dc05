import { z } from 'zod';
import type { EventListener } from '../events.ts';
import type { HealthCheck } from '../health.ts';
import type { Store } from '../payments/store.ts';
import type { HistoryMark } from './history-mark.ts';

const content = z.object({
  /** The newest durable position that any process has seen. */
  position: z.string(),
  /** Set until an operator acknowledges that the history is incomplete. */
  lost: z.object({ noticedAt: z.number(), storePosition: z.string().nullable() }).optional(),
});

type Content = z.infer<typeof content>;

/** The settings of {@link HistoryWatch}. */
export interface HistoryWatchOptions {
  readonly store: Pick<Store, 'historyPosition'>;
  readonly mark: HistoryMark;
  readonly now: () => number;
  readonly emit: EventListener;
  /** The interval between two comparisons in milliseconds; 0 disables the timer. Default 1,000. */
  readonly intervalMs?: number;
}

/**
 * Compares the store with a mark outside of it: at boot, before anything is written, and once a second. Only positions that were read from
 * the store, and are therefore durable, are written to the mark. After a crash the mark is never ahead of the store.
 */
export class HistoryWatch {
  readonly #options: HistoryWatchOptions;
  #position: string | null = null;
  #isLost = false;
  #isCompared = false;
  #hasFailed = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HistoryWatchOptions) {
    this.#options = options;
  }

  /** Compares store and mark, then keeps the mark up to date. Call it when the store is open and nothing has been written. */
  async start(): Promise<void> {
    this.#position = await this.#options.store.historyPosition();
    await this.#round();
    const { intervalMs = 1_000 } = this.#options;
    if (intervalMs === 0 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#round(), intervalMs).unref();
  }

  /** Writes the last mark. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isCompared) await this.#round();
  }

  /** Continues the mark from the current position of the store, after an operator has followed docs/restoring.md. */
  async acknowledge(): Promise<void> {
    await this.#running;
    const position = await this.#options.store.historyPosition();
    await this.#write({ position: position ?? '' });
    this.#position = position;
    this.#isLost = false;
  }

  readonly check: HealthCheck = () => {
    if (!this.#isLost) return { problems: [] };
    const message =
      'The store is older than its history mark: it was restored from a backup, or has lost its newest writes. Follow docs/restoring.md, ' +
      'then call operator.acknowledgeLostHistory().';
    return { problems: [{ code: 'history-lost', status: 'degraded', message }] };
  };

  /** Runs once at a time and never rejects: a mark that cannot be written must not stop a payment. */
  #round(): Promise<void> {
    this.#running ??= this.#compare()
      .then(
        () => void (this.#hasFailed = false),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #compare(): Promise<void> {
    const { store } = this.#options;
    const previous = this.#position;
    const position = this.#isCompared ? await store.historyPosition() : previous;
    if (this.#isCompared && !this.#isLost && position === previous) return;
    const marked = await this.#read();
    this.#isCompared = true;
    this.#position = position;
    const newest = [marked?.position ?? '', previous ?? ''].reduce((a, b) => (a > b ? a : b));
    if (marked?.lost !== undefined) return this.#lose(marked, marked.lost.storePosition);
    // An operator may have acknowledged it in another process.
    this.#isLost = false;
    if (newest > (position ?? '')) {
      const lost = { noticedAt: this.#options.now(), storePosition: position };
      await this.#write({ position: newest, lost });
      return this.#lose({ position: newest }, position);
    }
    if (position !== null && position !== marked?.position) await this.#write({ position });
  }

  #lose({ position }: Content, storePosition: string | null): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const message =
      `The store is older than its history mark: the mark has a write of ${timeOf(position)}, and the newest in the store was of ` +
      `${timeOf(storePosition ?? '')}. It was restored from a backup, or has lost its newest writes. Follow docs/restoring.md.`;
    this.#options.emit({ level: 'error', event: 'history-lost', message, ids: {} });
  }

  async #read(): Promise<Content | undefined> {
    const text = await this.#options.mark.read();
    return text === undefined ? undefined : content.parse(JSON.parse(text));
  }

  async #write(marked: Content): Promise<void> {
    await this.#options.mark.write(JSON.stringify(marked));
  }

  /** Reported once until a round succeeds again. */
  #failed(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message =
      `The history mark could not be read or written: ${reason} A restored backup may not be noticed. Check historyMark; ` +
      'delete a mark whose content is damaged.';
    this.#options.emit({ level: 'error', event: 'history-mark-failed', message, ids: {}, error });
  }
}

/** Positions begin with their time, in milliseconds to the base 36. */
function timeOf(position: string): string {
  const at = Number.parseInt(position.slice(0, 9), 36);
  return Number.isNaN(at) ? 'no known time' : new Date(at).toISOString();
}
