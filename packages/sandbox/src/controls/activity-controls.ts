import type { ActivityFilter } from '../activity/activity-log.ts';
import type { ActivityKind, ActivityOf } from '../activity/activity-row.ts';
import type { Gateway } from '../gateway.ts';

/** Methods with which a test reads what happened. */
export interface ActivityControls {
  /**
   * Lists the newest activities that match a filter, oldest first: requests with their response and the check of
   * their signature, changes of records, attempts to send callbacks, and switched scenarios. The sandbox keeps the
   * newest 5000.
   *
   * @example
   * sandbox.listActivities({ kind: 'request' }).at(-1)?.data.signature?.isValid
   */
  listActivities<Kind extends ActivityKind = ActivityKind>(filter?: ActivityFilter<Kind>): ActivityOf<Kind>[];
}

export function createActivityControls({ activity }: Gateway): ActivityControls {
  return { listActivities: (filter) => activity.list(filter) };
}
