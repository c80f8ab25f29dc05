import type { Channel } from '@pgw/protocol';
import type { CheckoutEventListener } from '../events/event.ts';
import type { InstalmentChannel } from './instalments.ts';

/** Emits an event once for each channel with plans that the gateway does not have. They are not shown. */
export class MissingPlans {
  readonly #instalments: readonly InstalmentChannel[];
  readonly #emit: CheckoutEventListener;
  readonly #reportedChannelIds = new Set<number>();

  constructor(instalments: readonly InstalmentChannel[], emit: CheckoutEventListener) {
    this.#instalments = instalments;
    this.#emit = emit;
  }

  checkChannels(channels: readonly Channel[]): void {
    for (const { channelId, plans } of this.#instalments) {
      const hasBanks = channels.some(
        ({ id, isProviderHostChannel }) => id === channelId && isProviderHostChannel,
      );
      const bankIds = plans.map(({ bankId }) => bankId);
      if (!hasBanks)
        this.#report(channelId, bankIds, 'the gateway has no such channel with provider channels');
    }
  }

  /** Checks the provider channels of a channel, including those that are hidden. */
  checkBanks(channelId: number, bankIds: readonly string[]): void {
    const plans = this.#instalments.find((channel) => channel.channelId === channelId)?.plans ?? [];
    const missingIds = plans.map(({ bankId }) => bankId).filter((bankId) => !bankIds.includes(bankId));
    if (missingIds.length > 0)
      this.#report(channelId, missingIds, `the gateway has no provider channel ${missingIds.join(', ')}`);
  }

  #report(channelId: number, bankIds: readonly string[], cause: string): void {
    if (this.#reportedChannelIds.has(channelId)) return;
    this.#reportedChannelIds.add(channelId);
    const message =
      `The option instalments has channel ${channelId}, and ${cause}. These plans are not shown. ` +
      `Compare the option with the ids that \`pgw channels\` and \`pgw banks ${channelId}\` list.`;
    this.#emit({ level: 'warn', event: 'plans-missing', message, channelId, bankIds });
  }
}
