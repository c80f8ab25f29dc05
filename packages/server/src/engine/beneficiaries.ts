import { createHmac, hkdfSync } from 'node:crypto';
import type { GatewayClient } from '@pgw/client';
import { Redacted } from '@pgw/protocol';
import { parseInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { PayoutBeneficiary, StoredBeneficiary } from '../model/operations/payouts.ts';
import type { Operation } from '../model/operations/operation.ts';
import { qualifyKey, type AccountStore } from '../model/ports/account-store.ts';
import type { Store } from '../model/ports/store.ts';
import { openText, sealText } from './sealed-text.ts';

type Sealed = Pick<Operation, 'id' | 'beneficiary'>;

const identitySchema = z.object({ number: z.string(), name: z.string().optional() });

/**
 * The receivers of payouts. The store has their number and name encrypted, and bound to the payout and the account. Keys can be
 * replaced: a beneficiary is decrypted with every configured key, and the hourly work encrypts it again with the first one.
 */
export class Beneficiaries {
  readonly #store: Pick<AccountStore, 'getAccountId'>;
  readonly #keys: readonly Uint8Array[];
  /** Names the first key in what it has encrypted, without revealing it. */
  readonly keyId: string;

  constructor(
    store: Pick<AccountStore, 'getAccountId'>,
    gateway: Pick<GatewayClient, 'deriveKey' | 'derivePreviousKeys'>,
    ownKeys: readonly Redacted[],
  ) {
    const purpose = 'payout beneficiaries';
    this.#store = store;
    // The keys derived from the gateway's secrets are last, because rows that are older than the merchant's own keys use them.
    this.#keys = [
      ...ownKeys.map((key) => new Uint8Array(hkdfSync('sha256', key.reveal(), '', `pgw ${purpose}`, 32))),
      gateway.deriveKey(purpose),
      ...gateway.derivePreviousKeys(purpose),
    ];
    this.keyId = createHmac('sha256', this.#firstKey).update('key id').digest('base64url').slice(0, 8);
  }

  get #firstKey(): Uint8Array {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('The client derives no key.');
    return key;
  }

  seal(id: string, { number, name, ...others }: PayoutBeneficiary): StoredBeneficiary {
    const text = new Redacted(JSON.stringify({ number, ...(name !== undefined && { name }) }));
    const sealed = sealText(text, this.#firstKey, this.#toContext(id));
    return { ...others, number: '', sealed: `${this.keyId}.${sealed}` };
  }

  /** Returns undefined for an operation without a beneficiary, and if no key decrypts it. */
  open({ id, beneficiary }: Sealed): PayoutBeneficiary | undefined {
    if (beneficiary === null) return undefined;
    const { sealed, ...others } = beneficiary;
    // A row of an earlier version.
    if (sealed === undefined) return others;
    const [, ciphertext = ''] = sealed.split('.');
    const text = openText(ciphertext, this.#keys, this.#toContext(id));
    const { data } = parseInput(identitySchema, JSON.parse(text?.reveal() ?? 'null'));
    return data && { ...others, ...data };
  }

  /** Returns an operation without the number and the name of its beneficiary: their last digits and first letters remain. */
  mask(operation: Operation): Operation {
    const { beneficiary } = operation;
    if (beneficiary === null) return operation;
    const { sealed: _sealed, name: _name, ...others } = beneficiary;
    return { ...operation, beneficiary: maskBeneficiary(this.open(operation) ?? { ...others, number: '' }) };
  }

  #toContext(id: string): string {
    return `payout ${qualifyKey(this.#store, id)}`;
  }
}

const mask = '••••';

/** Returns a beneficiary with the last digits of its number and the first letters of its name. */
export function maskBeneficiary({ number, name, ...others }: PayoutBeneficiary): PayoutBeneficiary {
  return { ...others, number: maskNumber(number), ...(name !== undefined && { name: maskName(name) }) };
}

/** Keeps the last four characters of a number with eight or more, and otherwise none. */
function maskNumber(number: string): string {
  return number.length < 8 ? mask : `${mask}${number.slice(-4)}`;
}

/** Keeps the first character of each word. */
function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${Array.from(word)[0] ?? ''}${mask}`)
    .join(' ');
}

const pageSize = 100;

/** Encrypts beneficiaries with the first key that have another key, or that an earlier version has not encrypted. */
export async function sealStaleBeneficiaries({
  store,
  beneficiaries,
}: {
  readonly store: Store;
  readonly beneficiaries: Beneficiaries;
}): Promise<void> {
  const { keyId } = beneficiaries;
  for (let after: Operation | undefined; ;) {
    const payouts = await store.search('operations', { notSealedWith: keyId, after, limit: pageSize });
    for (const operation of payouts) {
      const opened = beneficiaries.open(operation);
      // Without its key, it stays as it is. After a concurrent change, the next hour tries again.
      if (opened === undefined) continue;
      const change = { beneficiary: beneficiaries.seal(operation.id, opened) };
      await store.commit({ operations: { change: [{ operation, change }] } });
    }
    if (payouts.length < pageSize) return;
    after = payouts.at(-1);
  }
}
