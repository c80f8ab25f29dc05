import type { InstalmentChannel } from '@pgw/express';
import type { Settings } from './settings.ts';

/** The id of "Tangga instalments" in the sandbox. */
const tangga = 16;

/** Returns the plans that the sandbox offers. With a real gateway, the contract with the provider has the terms. */
export function createInstalmentOption({ isSandbox }: Pick<Settings, 'isSandbox'>): {
  instalments?: readonly InstalmentChannel[];
} {
  if (!isSandbox) return {};
  const plans = [
    { bankId: 'TANGGA03', months: 3 },
    { bankId: 'TANGGA06', months: 6, interestPercent: 5 },
    { bankId: 'TANGGA12', months: 12, interestPercent: 8 },
  ];
  return { instalments: [{ channelId: tangga, plans }] };
}
