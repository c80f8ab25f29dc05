import { Rollback } from '../connection.ts';
import type { WorkTimeout } from './time-limit.ts';

/** Error thrown to roll back a whole transaction, because work without a savepoint has thrown. */
export class WorkFailedRollback extends Rollback {}

/** Error thrown to abandon a whole transaction, because its work exceeded the time limit and cannot be stopped. */
export class WorkTimeoutRollback extends Rollback {
  readonly update: unknown;
  readonly timeout: WorkTimeout;

  constructor(update: unknown, timeout: WorkTimeout) {
    super();
    this.update = update;
    this.timeout = timeout;
  }
}
