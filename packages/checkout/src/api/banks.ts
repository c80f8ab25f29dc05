import type { StorefrontBank } from '@pgw/protocol';
import { isObject, isOneOf, isText, shape, type Is } from './response-guards.ts';

const isCategory = isOneOf([null, 'personal', 'business']);
const isStatus = isOneOf(['available', 'offline', 'maintenance']);

const isBank = shape(
  'id displayName name imageUrl?',
  ({ aliases, category, status }) =>
    Array.isArray(aliases) && aliases.every(isText) && isCategory(category) && isStatus(status),
) as Is<StorefrontBank>;

/** The URL of a channel's banks. */
export function banksUrl(endpoint: string, channelId: number, order: string): string {
  return `${endpoint}/channels/${String(channelId)}/banks?order=${encodeURIComponent(order)}`;
}

/** The banks that can be shown, each once; null if the response has no list. */
export function readBanks(body: unknown): readonly StorefrontBank[] | null {
  if (!isObject(body) || !Array.isArray(body['banks'])) return null;
  const seen = new Set<string>();
  return body['banks'].filter(
    (bank): bank is StorefrontBank => isBank(bank) && !seen.has(bank.id) && seen.add(bank.id).size > 0,
  );
}
