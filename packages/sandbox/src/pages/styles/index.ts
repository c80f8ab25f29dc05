import { activityStyles } from './activity.ts';
import { bankStyles } from './bank.ts';
import { baseStyles } from './base.ts';
import { dashboardStyles } from './dashboard.ts';
import { hostedStyles } from './hosted.ts';
import { listStyles } from './lists.ts';

/** The style sheet of all pages. */
export const stylesheet = [
  baseStyles,
  hostedStyles,
  bankStyles,
  listStyles,
  dashboardStyles,
  activityStyles,
].join('\n');
