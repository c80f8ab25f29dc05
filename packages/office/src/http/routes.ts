import { approvalRoutes } from '../approvals/approval-routes.ts';
import { attentionRoutes } from '../attention/attention-routes.ts';
import type { Route } from '../context.ts';
import { eraseRoutes } from '../personal-data/erase-routes.ts';
import { exportRoutes } from '../reconcile/export-routes.ts';
import { reconcileRoutes } from '../reconcile/reconcile-routes.ts';
import { listRoutes } from '../payments/list-routes.ts';
import { paymentRoutes } from '../payments/payment-routes.ts';
import { payoutRoutes } from '../payouts/payout-routes.ts';
import { walletRoutes } from '../wallets/wallet-routes.ts';

/** Every route of the office, with the permission that it needs. */
export const routes: readonly Route[] = [
  ...listRoutes,
  ...paymentRoutes,
  ...attentionRoutes,
  ...approvalRoutes,
  ...reconcileRoutes,
  ...exportRoutes,
  ...payoutRoutes,
  ...eraseRoutes,
  ...walletRoutes,
];

interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replaceAll('.', '\\.')}$`),
}));

/** Finds the route of a path below the office. */
export function findRoute(method: string, path: string): FoundRoute | undefined {
  for (const { route, pattern } of patterns) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const parts = Object.entries(match.groups ?? {}).map(([name, part]) => [name, decodePart(part)]);
    return { route, params: Object.fromEntries(parts) };
  }
  return undefined;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
