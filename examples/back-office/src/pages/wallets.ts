import { formatMoney, type Html, html } from '@pgw/example-pages';
import type { Wallet } from '../wallet-history.ts';
import { chipView, type Chip } from './chip.ts';

/** Interface, "Wallet". */
const types: Readonly<Record<number, string>> = { 0: 'Basic', 1: 'Premium', 2: 'Payout' };

export function walletName({ walletType }: Wallet): string {
  return `${types[walletType] ?? `Type ${walletType}`} wallet`;
}

export function walletChip({ walletStatus }: Wallet): Chip {
  return walletStatus === 1
    ? { label: 'Active', tone: 'success', icon: 'tick' }
    : { label: 'Inactive', tone: 'neutral', icon: 'bar' };
}

/** What the merchant has at the gateway. */
export function walletsMain(wallets: readonly Wallet[]): Html {
  return html`<h1>Wallets</h1>
    ${
      wallets.length === 0
        ? html`<p class="card empty">The gateway lists no wallet for this merchant.</p>`
        : html`<ul class="wallets">
            ${wallets.map(
              (wallet) =>
                html`<li class="card">
                  <div class="heading">
                    <h2><a href="/office/wallets/${wallet.id}">${walletName(wallet)}</a></h2>
                    ${chipView(walletChip(wallet))}
                  </div>
                  <p class="balance">${formatMoney(wallet.balance, wallet.currencyCode)}</p>
                  <p class="muted">${wallet.currencyCode} · number ${wallet.id}</p>
                </li>`,
            )}
          </ul>`
    }`;
}
