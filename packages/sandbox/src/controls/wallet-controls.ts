import { PgwError, walletEntryType } from '@pgw/protocol';
import { checkMethods, type MethodSchemas } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { Gateway } from '../gateway.ts';
import type { WalletEntry } from '../ledger/tables.ts';
import type { Wallet } from '../ledger/wallets/wallets.ts';
import { defaultTenant } from '../options.ts';

/** An entry that does not belong to a payout or refund. */
export interface WalletEntryRequest {
  /** 1 Topup, 5 Rebate, 6 Unknown, or any other type of the interface. */
  readonly type: number;
  /** Minor units; negative for money that leaves the wallet. */
  readonly amount: number;
  /** The description in the history. Default: none. */
  readonly description?: string | undefined;
}

/** A wallet to open. */
export interface NewWallet {
  /** The merchant. Default: {@link defaultTenant}. */
  readonly tenantId?: string | undefined;
  /** 0 Basic, 1 Premium, 2 Payout. */
  readonly walletType: number;
  /** ISO 4217, for example `MYR`. */
  readonly currencyCode: string;
  /** Minor units. */
  readonly balance: number;
}

/** The number of an added entry consists of this prefix and 18 hexadecimal digits. */
const entryNumberPrefix = '2001';

/** Methods with which a test reads and changes wallets. */
export interface WalletControls {
  /** Lists the wallets of a merchant, sorted by id. Default: the wallets of all merchants. */
  listWallets(tenantId?: string): Wallet[];
  /** Returns all entries of a wallet, oldest first. */
  walletHistory(walletId: number): WalletEntry[];
  /**
   * Adds an amount to a wallet, in minor units.
   *
   * @throws PgwError `invalid-request` for an unknown wallet, or when the amount is not an integer above 0.
   */
  topUp(walletId: number, amount: number, description?: string): void;
  /**
   * Adds an entry of any type to a wallet, such as a Rebate.
   *
   * @throws PgwError `invalid-request` for an unknown wallet, or when the balance would be negative.
   */
  addWalletEntry(walletId: number, entry: WalletEntryRequest): void;
  /**
   * Sets the status of a wallet. An inactive wallet keeps its balance and refuses payouts with fault 2056.
   *
   * @throws PgwError `invalid-request` for an unknown wallet.
   */
  setWalletStatus(walletId: number, status: 'active' | 'inactive'): void;
  /**
   * Opens a wallet in a currency other than MYR, with a top-up. Returns its id.
   *
   * @throws PgwError `invalid-request` when the merchant has such a wallet, or when the balance is not an
   * integer above 0.
   */
  openWallet(wallet: NewWallet): number;
}

const ofWallet = ['walletId', z.int()] as const;
const topUp = z.int().positive('must be minor units above 0');
const schemas: MethodSchemas<WalletControls> = {
  listWallets: [['tenantId', z.string().optional()]],
  walletHistory: [ofWallet],
  topUp: [ofWallet, ['amount', topUp], ['description', z.string().optional()]],
  addWalletEntry: [
    ofWallet,
    ['entry', z.strictObject({ type: z.int(), amount: z.int(), description: z.string().optional() })],
  ],
  setWalletStatus: [ofWallet, ['status', z.enum(['active', 'inactive'])]],
  openWallet: [
    [
      '',
      z.strictObject({
        tenantId: z.string().optional(),
        walletType: z.int(),
        currencyCode: z.string(),
        balance: topUp,
      }),
    ],
  ],
};

export function createWalletControls({ ledger, settings }: Gateway): WalletControls {
  const requireWallet = (walletId: number): void => {
    if (ledger.wallets.find(walletId) !== undefined) return;
    throw new PgwError('invalid-request', `The sandbox has no wallet ${walletId}.`);
  };
  const createEntryNumber = (): string =>
    `${entryNumberPrefix}${Buffer.from(settings.random(9)).toString('hex').toUpperCase()}`;
  const addEntry = (walletId: number, { type, amount, description }: WalletEntryRequest): void => {
    requireWallet(walletId);
    const entry = { type, amount, transactionNumber: createEntryNumber(), description: description ?? null };
    const isAdded = ledger.wallets.addEntry(walletId, entry);
    if (isAdded) return;
    throw new PgwError('invalid-request', `The balance of wallet ${walletId} is too low for this entry.`);
  };
  const controls: WalletControls = {
    listWallets: (tenantId) => ledger.wallets.list(tenantId),
    walletHistory: (walletId) => ledger.wallets.readHistory(walletId),
    topUp: (walletId, amount, description = 'Top-up') =>
      addEntry(walletId, { type: walletEntryType.topup, amount, description }),
    addWalletEntry: addEntry,
    setWalletStatus: (walletId, status) => {
      requireWallet(walletId);
      ledger.wallets.setStatus(walletId, status === 'active');
    },
    openWallet: ({ tenantId = defaultTenant.id, walletType: type, currencyCode, balance }) => {
      if (ledger.wallets.findByType(tenantId, type, currencyCode) !== undefined)
        throw new PgwError(
          'invalid-request',
          `Merchant ${tenantId} has a wallet of type ${type} in ${currencyCode}.`,
        );
      const walletId = ledger.wallets.open(tenantId, type, currencyCode);
      addEntry(walletId, { type: walletEntryType.topup, amount: balance, description: 'Opening top-up' });
      return walletId;
    },
  };
  return checkMethods('sandbox', controls, schemas);
}
