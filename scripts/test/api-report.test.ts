import { expect, it } from 'vitest';
import { writeApiReports, reportedPackages } from '../api-report.ts';

it.each(reportedPackages)('the exports of %s match its API report', (name) => {
  const changed = writeApiReports(name, { isCheck: true });
  expect(changed, 'Run "pnpm run api-report" and review the difference in packages/*/api.').toEqual([]);
});
