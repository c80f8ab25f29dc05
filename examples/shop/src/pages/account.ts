import { type Html, html, type TemplateValue } from '@pgw/pages';
import { demoAccounts, type Account } from '../visitors/account.ts';
import type { Texts } from '../languages/index.ts';

/** The properties of a saved card that the page shows. */
export interface SavedCardView {
  readonly id: string;
  readonly brand: string | null;
  readonly last4: string;
  readonly expiry: string | null;
}

interface AccountPageOptions {
  /** The current account. Undefined for a guest. */
  readonly account: Account | undefined;
  readonly cards: readonly SavedCardView[];
  /** The path to open after the sign-in. */
  readonly next: string | undefined;
}

/** Renders the current account, the other accounts and the saved cards. */
export function renderAccountPage(texts: Texts, { account, cards, next }: AccountPageOptions): Html {
  const accountTexts = texts.account;
  const nextField = next !== undefined && html`<input type="hidden" name="next" value="${next}" />`;
  return html`<div class="narrow">
    <h1>${accountTexts.title}</h1>
    <div class="card account">
      <p class="lead">
        ${account === undefined ? accountTexts.guest : accountTexts.signedInAs(account.name)}
      </p>
      <p class="muted">${accountTexts.about}</p>
      ${demoAccounts
        .filter(({ id }) => id !== account?.id)
        .map(
          ({ id, name }) =>
            html`<form method="post" action="/account">
              ${nextField}<input type="hidden" name="account" value="${id}" />
              <button class="button wide">${accountTexts.signInAs(name)}</button>
            </form>`,
        )}
      ${
        account !== undefined &&
        html`<form method="post" action="/account">
          ${nextField}<button class="button quiet wide" name="account" value="">
            ${accountTexts.signOut}
          </button>
        </form>`
      }
    </div>
    ${account !== undefined && renderSavedCards(accountTexts, cards)}
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

function renderSavedCards(accountTexts: Texts['account'], cards: readonly SavedCardView[]): TemplateValue {
  return html`<section class="card account">
    <h2>${accountTexts.savedCards}</h2>
    ${
      cards.length === 0
        ? html`<p class="muted">${accountTexts.noCards}</p>`
        : html`<ul class="saved-cards">
            ${cards.map(({ id, brand, last4, expiry }) => {
              const name = accountTexts.endingIn(brandNames[brand ?? ''] ?? accountTexts.card, last4);
              return html`<li>
                <p>
                  ${name}
                  ${expiry !== null && html`<span class="muted">${accountTexts.expires(expiry)}</span>`}
                </p>
                <form method="post" action="/account/forget">
                  <input type="hidden" name="card" value="${id}" />
                  <button class="button quiet" aria-label="${accountTexts.forgetCard(name)}">
                    ${accountTexts.forget}
                  </button>
                </form>
              </li>`;
            })}
          </ul>`
    }
  </section>`;
}
