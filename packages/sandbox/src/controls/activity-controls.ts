import { checkMethods } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { ActivityFilter } from '../activity/activity-log.ts';
import { activityKind, type ActivityKind, type ActivityOf } from '../activity/activity-row.ts';
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

/** The schema of an `ActivityFilter`. */
export const activityFilter = z.strictObject({
  kind: activityKind.optional(),
  subjects: z.array(z.string()).optional(),
  afterId: z.int().optional(),
  limit: z.int().nonnegative().optional(),
});

export function createActivityControls({ activity }: Gateway): ActivityControls {
  const controls: ActivityControls = { listActivities: (filter) => activity.list(filter) };
  return checkMethods('sandbox', controls, { listActivities: [['', activityFilter.optional()]] });
}
