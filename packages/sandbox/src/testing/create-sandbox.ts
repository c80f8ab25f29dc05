import { gatewayProfile } from '@pgw/protocol';
import { requireOptions } from '@pgw/protocol/internal';
import { activityFilter } from '../controls/activity-controls.ts';
import { createSandbox as createPlainSandbox } from '../create-sandbox.ts';
import { defaultTenant } from '../options.ts';
import { findCard } from './card.ts';
import { createFaults } from './faults.ts';
import { createClientOptions, createMerchant, selectMerchant, toTenants } from './merchants.ts';
import { duration, parseArgument } from './parse-argument.ts';
import { payAs } from './pay-as.ts';
import { startPayment } from './start-payment.ts';
import type { TestSandbox, TestSandboxOptions } from './test-sandbox.ts';

const defaultRetryMs = [50, 200, 1000];
/** The number of activities that a sandbox keeps. */
const allActivities = 5000;

/**
 * Starts a sandbox for tests: on a free port, in memory, and with short pauses between the attempts of a callback.
 *
 * @throws PgwError `invalid-configuration` for an invalid option, a port in use, or a Node version below the `engines`
 * of this package.
 *
 * @example
 * await using sandbox = await createSandbox();
 * const shop = await openShop(sandbox.clientOptions);
 * await sandbox.startPayment({ checkout: `${shop.url}/pgw`, order: 'A1' });
 * await sandbox.payAs('declined');
 */
export async function createSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { merchants: _merchants, ...plainOptions } = requireOptions(options, 'createSandbox');
  const { returnParameters } = gatewayProfile(options.profile);
  const tenants = toTenants(options);
  const sandbox = await createPlainSandbox({
    port: 0,
    callbackRetryMs: defaultRetryMs,
    ...plainOptions,
    tenants,
  });
  const merchants = new Map(
    tenants.map((tenant) => {
      const clientOptions = createClientOptions(sandbox, tenant, options.profile);
      return [tenant.id, createMerchant(sandbox, clientOptions, returnParameters)] as const;
    }),
  );
  return {
    ...sandbox,
    ...createFaults(sandbox),
    clientOptions: createClientOptions(sandbox, tenants[0] ?? defaultTenant, options.profile),
    merchant: (id) => selectMerchant(merchants, id),
    advance: async (given) => {
      sandbox.advanceClock(parseArgument(duration, given, 'advance'));
      await sandbox.waitForCallbacks();
    },
    startPayment,
    payAs: (outcome, payOptions = {}) => payAs(sandbox, returnParameters, { outcome, options: payOptions }),
    card: findCard,
    listActivities: (filter = {}) => {
      parseArgument(activityFilter, filter, 'listActivities');
      return sandbox.listActivities({ limit: allActivities, ...filter });
    },
  };
}
