import { Undone } from '../connection.ts';
import type { WorkTimeout } from './time-limit.ts';

/** Rolls back a whole transaction, because work without a savepoint has thrown. */
export class WorkThrew extends Undone {}

/** Abandons a whole transaction, because its work exceeded the time limit and cannot be stopped. */
export class WorkAbandoned extends Undone {
  readonly settlement: unknown;
  readonly timeout: WorkTimeout;

  constructor(settlement: unknown, timeout: WorkTimeout) {
    super();
    this.settlement = settlement;
    this.timeout = timeout;
  }
}
