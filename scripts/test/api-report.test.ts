import { expect, it } from 'vitest';
import { apiReports, reportedPackages } from '../api-report.ts';

// What each package exports is in packages/<name>/api; a change there is reviewed with its commit.

it.each(reportedPackages)('the exports of %s match its API report', (name) => {
  const changed = apiReports(name, { isCheck: true });
  expect(changed, 'Run "pnpm run api-report" and review the difference in packages/*/api.').toEqual([]);
});
