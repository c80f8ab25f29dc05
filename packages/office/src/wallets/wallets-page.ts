import { formatDecimal, type Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import type { Wallet } from './wallet-history.ts';
import { renderChip, type Chip } from '../pages/chip.ts';

/** The names of the gateway's types of wallets. */
const walletTypes: Readonly<Record<number, string>> = {
  0: 'Basic wallet',
  1: 'Premium wallet',
  2: 'Payout wallet',
};

/** Returns the name of a wallet's type, such as "Payout wallet". */
export function getWalletName({ walletType }: Wallet): string {
  return t(walletTypes[walletType] ?? 'Wallet of type {0}', walletType);
}

/** Returns the chip for the status of a wallet. */
export function getWalletChip({ walletStatus }: Wallet): Chip {
  return walletStatus === 1
    ? { label: 'Active', tone: 'success', icon: 'tick' }
    : { label: 'Inactive', tone: 'neutral', icon: 'bar' };
}

/** Renders the merchant's wallets with their balances. */
export function renderWallets(wallets: readonly Wallet[]): Html {
  return html`<h1>Wallets</h1>
    ${
      wallets.length === 0
        ? html`<p class="card empty">The gateway has no wallet of this merchant.</p>`
        : html`<ul class="wallets">
            ${wallets.map(
              (wallet) =>
                html`<li class="card">
                  <div class="heading">
                    <h2><a href="${base()}/wallets/${wallet.id}">${getWalletName(wallet)}</a></h2>
                    ${renderChip(getWalletChip(wallet))}
                  </div>
                  <p class="balance">${formatDecimal(wallet.balance, wallet.currencyCode)}</p>
                  <p class="muted">${wallet.currencyCode} · number ${wallet.id}</p>
                </li>`,
            )}
          </ul>`
    }`;
}
