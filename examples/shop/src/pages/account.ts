import { type Html, html, type TemplateValue } from '@pgw/example-pages';
import { demoAccounts, type Account } from '../account.ts';
import type { Texts } from '../languages/index.ts';

/** The properties of a saved card that the page shows. */
export interface ShownCard {
  readonly id: string;
  readonly brand: string | null;
  readonly last4: string;
  readonly expiry: string | null;
}

interface AccountPage {
  readonly account: Account | undefined;
  readonly cards: readonly ShownCard[];
  /** The page to continue with. */
  readonly next: string | undefined;
}

/** The account page: the current account, the other accounts and the saved cards. */
export function accountPage(texts: Texts, { account, cards, next }: AccountPage): Html {
  const words = texts.account;
  const nextField = next !== undefined && html`<input type="hidden" name="next" value="${next}" />`;
  return html`<div class="narrow">
    <h1>${words.title}</h1>
    <div class="card account">
      <p class="lead">${account === undefined ? words.guest : words.signedInAs(account.name)}</p>
      <p class="muted">${words.about}</p>
      ${demoAccounts
        .filter(({ id }) => id !== account?.id)
        .map(
          ({ id, name }) =>
            html`<form method="post" action="/account">
              ${nextField}<input type="hidden" name="account" value="${id}" />
              <button class="button wide">${words.signInAs(name)}</button>
            </form>`,
        )}
      ${
        account !== undefined &&
        html`<form method="post" action="/account">
          ${nextField}<button class="button quiet wide" name="account" value="">${words.signOut}</button>
        </form>`
      }
    </div>
    ${account !== undefined && savedCards(words, cards)}
  </div>`;
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

function savedCards(words: Texts['account'], cards: readonly ShownCard[]): TemplateValue {
  return html`<section class="card account">
    <h2>${words.savedCards}</h2>
    ${
      cards.length === 0
        ? html`<p class="muted">${words.noCards}</p>`
        : html`<ul class="kept-cards">
            ${cards.map(({ id, brand, last4, expiry }) => {
              const name = words.endingIn(brandNames[brand ?? ''] ?? words.card, last4);
              return html`<li>
                <p>${name} ${expiry !== null && html`<span class="muted">${words.expires(expiry)}</span>`}</p>
                <form method="post" action="/account/forget">
                  <input type="hidden" name="card" value="${id}" />
                  <button class="button quiet" aria-label="${words.forgetCard(name)}">${words.forget}</button>
                </form>
              </li>`;
            })}
          </ul>`
    }
  </section>`;
}
