import { randomBytes } from 'node:crypto';
import { getErrorMessage } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from '../events/event.ts';
import type { HealthCheck, HealthFindings } from '../model/health.ts';
import type { UseLimit } from '../model/ports/card-store.ts';
import type { Store, DurabilityFinding } from '../model/ports/store.ts';

/**
 * Rows of counts that nothing reads. Their size is that of a start with its entries, so that they need a further page of
 * the database: a full disk can have room for a change of a row.
 */
function createRows(): UseLimit[] {
  return Array.from({ length: 8 }, (_, index) => {
    // Random, because PostgreSQL compresses what repeats.
    return { key: `health:${index}:${randomBytes(600).toString('base64')}`, max: 1 };
  });
}

/** A database that does not show its settings can still serve payments. */
function toUnknownRisk(error: unknown): DurabilityFinding[] {
  const reason = getErrorMessage(error);
  const message = `fsync, full_page_writes and synchronous_commit could not be read. Check that they are on. ${reason}`;
  return [{ level: 'warn', message }];
}

interface CheckOptions {
  readonly store: Pick<Store, 'countUses'>;
  /** Resolves when the store is open. */
  readonly whenOpen: () => Promise<void>;
  readonly now: () => number;
}

/**
 * Reports a store that does not keep what it confirms, and one that cannot be written although it can be read, for example
 * with a full disk.
 */
export class StoreWatch {
  #risks: readonly DurabilityFinding[] = [];
  #writeFailure: string | undefined;

  /** Returns a listener that also notes failures of the store. */
  observe(emit: CheckoutEventListener): CheckoutEventListener {
    return (event) => {
      const isFailure =
        event.event === 'store-failed' ||
        (event.event === 'request-failed' && event.causeCode === 'store-unavailable');
      if (isFailure) this.#writeFailure = event.message;
      emit(event);
    };
  }

  /** Emits an event for each reason why the store can lose what it has confirmed. Call it when the store is open. */
  async reportRisks(store: Store, emit: CheckoutEventListener): Promise<void> {
    this.#risks = (await store.findDurabilityRisks?.().catch(toUnknownRisk)) ?? [];
    for (const { level, message } of this.#risks) emit({ level, event: 'store-not-durable', message });
  }

  /** Returns the check. After a failure, each run writes rows until that succeeds. The hourly tasks delete them. */
  createCheck({ store, whenOpen, now }: CheckOptions): HealthCheck {
    return async () => {
      await whenOpen();
      const message = await this.#writeAgain(store, now);
      const problems: HealthFindings['problems'] =
        message === undefined ? [] : [{ code: 'store-unavailable', status: 'failing', message }];
      const risk = this.#risks.find(({ level }) => level === 'error');
      if (risk === undefined) return { problems };
      return {
        problems: [...problems, { code: 'store-not-durable', status: 'degraded', message: risk.message }],
      };
    };
  }

  /** Resolves with the message of the failure that remains. */
  async #writeAgain(store: Pick<Store, 'countUses'>, now: () => number): Promise<string | undefined> {
    if (this.#writeFailure === undefined) return undefined;
    try {
      await store.countUses({ limits: createRows(), windowMs: 1, now: now() });
      this.#writeFailure = undefined;
      return undefined;
    } catch {
      return `The store can be read, but not written. Check the free space of its disk, and whether the database is read-only. ${this.#writeFailure}`;
    }
  }
}
