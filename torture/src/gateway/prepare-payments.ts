import type { StubGateway, Transaction } from './gateway.ts';
import { storeOpenPayments } from './payments.ts';
import { createLedger, openStorage, type StorageSettings } from '../shop/storage.ts';

/** Creates the tables of a run, and stores the payments 1 to `count` at the shop and at the gateway. */
export async function preparePayments(
  storage: StorageSettings,
  gateway: StubGateway,
  count: number,
): Promise<Transaction[]> {
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const transactions = await storeOpenPayments(store, gateway, count);
  await store.close();
  await close();
  return transactions;
}
