import { expect, it } from 'vitest';
import { apiReports, reportedPackages } from '../api-report.ts';

// What each package exports is in packages/<name>/api; a change of it is reviewed with the commit that makes it.

it.each(reportedPackages)('%s exports what its API report says', (name) => {
  const changed = apiReports(name, { isCheck: true });
  expect(changed, 'Run "pnpm run api-report" and review the difference in packages/*/api.').toEqual([]);
});
