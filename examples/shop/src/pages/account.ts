import { type Html, html, type Part } from '@pgw/example-pages';
import { demoAccounts, type Account } from '../account.ts';

/** A card that is kept, as far as it may be shown. */
export interface ShownCard {
  readonly id: string;
  readonly brand: string | null;
  readonly last4: string;
  readonly expiry: string | null;
}

interface AccountPage {
  readonly account: Account | undefined;
  readonly cards: readonly ShownCard[];
  /** The page to go on with. */
  readonly next: string | undefined;
}

/** Who is signed in, or who may be, and the cards that are kept. */
export function accountPage({ account, cards, next }: AccountPage): Html {
  const goOn = next !== undefined && html`<input type="hidden" name="next" value="${next}" />`;
  return html`<div class="narrow">
    <h1>Your account</h1>
    <div class="card account">
      <p class="lead">
        ${account === undefined ? 'You are a guest.' : `You are signed in as ${account.name}.`}
      </p>
      <p class="muted">
        These are accounts of the demo: they open without a password, for anybody at this shop. A card that
        you let be kept belongs to the account.
      </p>
      ${demoAccounts
        .filter(({ id }) => id !== account?.id)
        .map(
          ({ id, name }) =>
            html`<form method="post" action="/account">
              ${goOn}<input type="hidden" name="account" value="${id}" />
              <button class="button wide">Sign in as ${name}</button>
            </form>`,
        )}
      ${
        account !== undefined &&
        html`<form method="post" action="/account">
          ${goOn}<button class="button quiet wide" name="account" value="">Sign out</button>
        </form>`
      }
    </div>
    ${account !== undefined && keptCards(cards)}
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

function keptCards(cards: readonly ShownCard[]): Part {
  return html`<section class="card account">
    <h2>Saved cards</h2>
    ${
      cards.length === 0
        ? html`<p class="muted">None. Tick “Save this card for next time” when you pay by card.</p>`
        : html`<ul class="kept-cards">
            ${cards.map(({ id, brand, last4, expiry }) => {
              const name = `${brandNames[brand ?? ''] ?? 'Card'} ending in ${last4}`;
              return html`<li>
                <p>${name} ${expiry !== null && html`<span class="muted">Expires ${expiry}</span>`}</p>
                <form method="post" action="/account/forget">
                  <input type="hidden" name="card" value="${id}" />
                  <button class="button quiet" aria-label="Forget ${name}">Forget</button>
                </form>
              </li>`;
            })}
          </ul>`
    }
  </section>`;
}
