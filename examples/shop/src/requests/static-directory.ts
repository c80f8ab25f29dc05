import { dirname } from 'node:path';
import { createRequire } from 'node:module';

/** The directory of `base.css` and `parse-page.js`, which the pages of the shop share with those of the office. */
export const staticDirectory: string = dirname(
  createRequire(import.meta.url).resolve('@pgw/office/public/base.css'),
);
