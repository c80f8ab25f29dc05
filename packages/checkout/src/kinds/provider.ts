import { bankPanel } from '../views/bank-panel.ts';
import type { Kind } from './kind.ts';

/** A channel that reaches many banks: the shopper picks one first. */
export const provider: Kind = {
  missing: ({ bank }) => (bank?.status === 'available' ? null : 'bank'),
  request: ({ channel, bank }) => ({ channelId: channel?.id, bankId: bank?.id }),
  payee: ({ bank }) => bank?.displayName ?? null,
  panel: bankPanel,
};
