import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestMerchant } from '@pgw/sandbox/testing';
import { fromSources } from '../../../scripts/from-sources.mjs';

/** The settings of a shop. */
export interface ShopSettings {
  readonly merchants: readonly {
    readonly path: string;
    readonly clientOptions: TestMerchant['clientOptions'];
  }[];
  /** The name of the file of the store. Default: the one of the checkout. */
  readonly file?: string | undefined;
  readonly sweeps: boolean;
  /** How far the clock of the shop is ahead. */
  readonly aheadMs: number;
}

export interface ShopRequest {
  readonly id: number;
  readonly ask: 'health' | 'refund';
  readonly reference: string;
}

/** What a shop reports. `refusals` are the errors of the checkouts at their start, or null. */
export type ShopMessage =
  | { readonly url: string; readonly refusals: readonly (string | null)[] }
  | { readonly paid: string }
  | { readonly event: string; readonly message: string }
  | { readonly id: number; readonly result: unknown };

/** A running shop. */
export class Shop {
  readonly events: string[] = [];
  readonly paid: string[] = [];
  url = '';
  refusals: readonly (string | null)[] = [];
  readonly #child: ChildProcess;
  #requests = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: ShopMessage) => {
      if ('event' in message) this.events.push(`${message.event}: ${message.message}`);
      if ('paid' in message) this.paid.push(message.paid);
      if ('url' in message) ({ url: this.url, refusals: this.refusals } = message);
    });
  }

  static async start(
    folder: string,
    merchant: TestMerchant | readonly TestMerchant[],
    options: Partial<ShopSettings> = {},
  ): Promise<Shop> {
    const merchants = [merchant].flat().map(({ clientOptions }, index) => ({
      path: index === 0 ? '/pgw' : `/pgw${index + 1}`,
      clientOptions,
    }));
    const settings: ShopSettings = { merchants, sweeps: true, aheadMs: 0, ...options };
    const child = fork(fileURLToPath(new URL('stories-shop.ts', import.meta.url)), {
      cwd: folder,
      env: { ...process.env, PGW_TORTURE_STORY: JSON.stringify(settings) },
      execArgv: [...fromSources],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const shop = new Shop(child);
    for (let waited = 0; shop.url === ''; waited += 50) {
      if (child.exitCode !== null || waited > 60_000) throw new Error('A shop has not started.');
      await wait(50);
    }
    return shop;
  }

  ask(ask: ShopRequest['ask'], reference = ''): Promise<string> {
    const id = (this.#requests += 1);
    this.#child.send({ id, ask, reference } satisfies ShopRequest);
    return new Promise((resolve, reject) => {
      this.#child.once('exit', () => reject(new Error('The shop has ended.')));
      this.#child.on('message', (message: ShopMessage) => {
        if ('id' in message && message.id === id) resolve(JSON.stringify(message.result));
      });
    });
  }

  /** Ends the process without a chance to close its store. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

/** Adds the account of a merchant to the store in the folder, with the command of the package. */
export function addAccount(folder: string, { clientOptions }: TestMerchant, file?: string): string {
  const resolve = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;
  const store =
    file === undefined
      ? ''
      : `store: (await import('${resolve('@pgw/express/stores/embedded')}')).embeddedStore({ file: '${file}' }),`;
  writeFileSync(
    join(folder, 'operator.mjs'),
    `import { createCheckout } from '${resolve('@pgw/express')}';
     import { createGatewayClient } from '${resolve('@pgw/client')}';
     export const checkout = createCheckout({
       gateway: createGatewayClient(${JSON.stringify(clientOptions)}), ${store}
       publicUrl: 'http://127.0.0.1:1', merchant: 'Operator', sweepIntervalMs: 0, historyMark: false,
       resolveOrder: () => undefined, onPaid: () => undefined, onEvent: () => undefined,
     });`,
  );
  const cli = fileURLToPath(new URL('../../../packages/express/src/cli.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...fromSources, cli, 'accounts', 'add', '--yes', '--checkout', './operator.mjs'],
    { cwd: folder, encoding: 'utf8' },
  );
  return `exit ${status}: ${stdout}${stderr}`;
}
