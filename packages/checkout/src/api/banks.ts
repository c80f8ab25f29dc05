import type { StorefrontBank } from '@pgw/protocol';
import { isObject, isOneOf, isText, isObjectWith, type Guard } from './response-guards.ts';

const isCategory = isOneOf([null, 'personal', 'business']);
const isStatus = isOneOf(['available', 'offline', 'maintenance']);

const isPlan = isObjectWith('months# monthly# last# total# interest# interestBasisPoints#');

const isBank = isObjectWith(
  'id displayName name imageUrl?',
  ({ aliases, category, status, plan }) =>
    Array.isArray(aliases) &&
    aliases.every(isText) &&
    isCategory(category) &&
    isStatus(status) &&
    (plan === undefined || isPlan(plan)),
) as Guard<StorefrontBank>;

/** Creates the URL of a channel's banks. */
export function createBanksUrl(endpoint: string, channelId: number, order: string): string {
  return `${endpoint}/channels/${String(channelId)}/banks?order=${encodeURIComponent(order)}`;
}

/** Returns the valid banks of a response, without duplicates. Returns null if the response has no list. */
export function readBanks(body: unknown): readonly StorefrontBank[] | null {
  if (!isObject(body) || !Array.isArray(body['banks'])) return null;
  const banks = new Map<string, StorefrontBank>();
  for (const bank of body['banks']) if (isBank(bank) && !banks.has(bank.id)) banks.set(bank.id, bank);
  return [...banks.values()];
}
