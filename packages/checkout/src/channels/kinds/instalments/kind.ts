import type { ChannelKind } from '../kind.ts';
import { announceLoadFailure, bankModule, kindWithBanks, renderBankPanel } from '../provider/index.ts';

/** A channel with plans. A plan is a bank of the channel with the payments that the server computed. */
export const instalments: ChannelKind = {
  ...kindWithBanks,
  // The shopper approves the payment at the channel. No plan is stored, because a plan can have interest.
  getBankOrWallet: ({ channel }) => channel?.name ?? null,
  announce: (before, after, localize) =>
    announceLoadFailure(before, after, localize.text('plan.load-failed')),
  renderPanel: (view, channel) =>
    renderBankPanel(view, channel, {
      label: 'plan.choose',
      required: 'plan.required',
      loadFailed: 'plan.load-failed',
      renderList: (list) => bankModule.value?.renderPlanPicker(view, list.banks),
    }),
};
