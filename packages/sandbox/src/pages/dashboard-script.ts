import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const manifestPath = createRequire(import.meta.url).resolve('@pgw/sandbox/package.json');

/** The script of the dashboard, from the folder `browser` of this package. */
export const dashboardScript = readFileSync(
  manifestPath.replace(/package\.json$/, 'browser/dashboard.js'),
  'utf8',
);
