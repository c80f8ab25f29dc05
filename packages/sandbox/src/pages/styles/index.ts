import { activityStyles } from './dashboard.ts';
import { bankStyles } from './bank.ts';
import { baseStyles } from './base.ts';
import { dashboardStyles } from './dashboard.ts';
import { hostedStyles } from './hosted.ts';
import { listStyles } from './dashboard.ts';

/** The style sheet of all pages. */
export const stylesheet = [
  baseStyles,
  hostedStyles,
  bankStyles,
  listStyles,
  dashboardStyles,
  activityStyles,
].join('\n');
