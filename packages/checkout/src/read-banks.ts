import type { StorefrontBank } from '@pgw/protocol';
import { isObject, isOneOf, isText, shape, type Is } from './answers.ts';

const isCategory = isOneOf([null, 'personal', 'business']);
const isStatus = isOneOf(['available', 'offline', 'maintenance']);

const isBank = shape(
  'id displayName name imageUrl?',
  ({ aliases, category, status }) =>
    Array.isArray(aliases) && aliases.every(isText) && isCategory(category) && isStatus(status),
) as Is<StorefrontBank>;

/** The banks that can be drawn, each once; null for an answer that has no list of them. */
export function readBanks(body: unknown): readonly StorefrontBank[] | null {
  if (!isObject(body) || !Array.isArray(body['banks'])) return null;
  const seen = new Set<string>();
  return body['banks'].filter(
    (bank): bank is StorefrontBank => isBank(bank) && !seen.has(bank.id) && seen.add(bank.id).size > 0,
  );
}
