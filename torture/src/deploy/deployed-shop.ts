import { createServer } from 'node:http';
import { createGatewayClient } from '@pgw/client';
import { withTestOverrides } from '@pgw/client/testing';
import { createCheckout, type Checkout, type CheckoutEvent, type CheckoutOptions } from '@pgw/express';
import { postgresStore } from '@pgw/express/stores/postgres';
import type { TestSandbox } from '@pgw/sandbox/testing';
import express from 'express';
import pg from 'pg';
import { listen, stopServer } from '../network/server.ts';

export const price = { amount: 12_890, currencyCode: 'MYR' };

/** What differs between two versions of a shop. */
export interface Version {
  /** The path of the checkout. A renamed path gets no requests with the old one. */
  readonly mountPath: string;
  readonly hooks: Pick<CheckoutOptions<unknown>, 'onEnded' | 'onRefunded'>;
}

export interface DeployedShop {
  readonly checkout: Checkout;
  readonly url: string;
  readonly mountPath: string;
  readonly events: readonly CheckoutEvent[];
  readonly close: () => Promise<void>;
}

export interface DeployOptions {
  readonly sandbox: TestSandbox;
  readonly databaseUrl: string;
  /** The address of the load balancer. */
  readonly publicUrl: string;
  readonly now: () => number;
  readonly onPaid: (reference: string) => void;
}

/** Starts a version of a shop with its own pool, like a process of a deployment. */
export async function deploy(
  { mountPath, hooks }: Version,
  { sandbox, databaseUrl, publicUrl, now, onPaid }: DeployOptions,
): Promise<DeployedShop> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  const gateway = createGatewayClient(withTestOverrides(sandbox.clientOptions, { now: () => sandbox.now() }));
  const events: CheckoutEvent[] = [];
  const options: CheckoutOptions<pg.PoolClient> = {
    gateway,
    publicUrl,
    mountPath,
    merchant: 'Rimba Coffee',
    store: postgresStore({ pool }),
    historyMark: false,
    sweepIntervalMs: 200,
    requestLimits: false,
    limits: { queriesPerSecond: 1_000 },
    resolveOrder: () => price,
    onPaid: ({ reference }) => onPaid(reference),
    ...hooks,
    onEvent: (event) => events.push(event),
  };
  const checkout = createCheckout(withTestOverrides(options, { now }));
  const closeResources = async (): Promise<void> => {
    await checkout.close();
    await gateway.close();
    await pool.end();
  };
  await checkout.ready.catch(async (error: unknown) => {
    await closeResources();
    throw error;
  });
  const app = express();
  app.use(mountPath, checkout.router);
  const server = createServer(app);
  const url = await listen(server);
  return {
    checkout,
    url,
    mountPath,
    events,
    close: async () => {
      await stopServer(server);
      await closeResources();
    },
  };
}
