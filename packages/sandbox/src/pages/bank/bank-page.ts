import { renderSVG } from 'uqr';
import { authorizationEnds, outcomes, type OutcomeName } from '../../catalogue/outcomes.ts';
import { scenarios, type ScenarioName } from '../../scenarios/scenarios.ts';
import { html, icons, trustedHtml, type Html } from '@pgw/pages';
import { renderFacts } from '../facts.ts';

/** The data of a bank page. */
export interface BankView {
  readonly transactionNumber: string;
  readonly provider: {
    readonly name: string;
    readonly logo: string;
    readonly kind: 'bank' | 'wallet' | 'card' | 'qr' | 'later' | 'points';
  };
  /** The facts that the shopper reads before approving, in order. */
  readonly facts: readonly (readonly [string, string])[];
  /** What an approval leads to, for an amount that selects the outcome. */
  readonly testAmount: string | undefined;
  readonly callbackChoice: string;
  readonly returnChoice: string;
  /** The error message for the code of a card payment. */
  readonly codeError: string | undefined;
  /** For a QR code: its content, the remaining time to pay, and whether the check button was pressed. */
  readonly qr?:
    | { readonly url: string; readonly timeLeft: string; readonly isCheckRequested: boolean }
    | undefined;
  /** For pay later: the dates and amounts of the instalments. */
  readonly instalments?: readonly (readonly [string, string])[] | undefined;
}

/** The choices for the callback. The first choice is the default. */
export const callbackChoices = {
  now: 'Now',
  late: 'After 10\u00A0s',
  twice: 'Twice',
  never: 'Never',
} as const;

/** The choices for the return of the browser. The first choice is the default. */
export const returnChoices = {
  now: 'Now',
  before: 'Before the callback',
  never: 'Never',
} as const;

const otherOutcomeNames: readonly OutcomeName[] = [
  'insufficient-funds',
  'over-limit',
  'below-minimum',
  'invalid',
  'cancel',
  'close',
  'expire',
];

/** Scenarios that can be set on one payment, in addition to the choices for the callback. */
const paymentScenarios: readonly ScenarioName[] = [
  'callback-wrongly-signed',
  'unknown-status',
  'response-slow',
  'response-500',
  'refund-failed',
  'refund-fails-later',
  'refund-reversed',
];

/** Renders the page of the simulated bank or provider, on which a developer chooses the outcome. */
export function renderBankPage(view: BankView): Html {
  return html`${renderProviderHeader(view.provider)}
    <main id="content" class="centered" tabindex="-1">
      <form method="post" action="/bank/${view.transactionNumber}">
        ${renderApproval(view)} ${renderOtherOutcomes(view)} ${renderCallbackAndReturn(view)}
      </form>
    </main>`;
}

export function renderProviderHeader({ name, logo }: Pick<BankView['provider'], 'name' | 'logo'>): Html {
  return html`<header class="provider">
    <img class="logo" src="/logos/${logo}.svg" width="36" height="36" alt="" />
    <span>${name}</span>
  </header>`;
}

function renderApproval(view: BankView): Html {
  const { provider, facts, codeError, instalments, testAmount } = view;
  const headings = {
    bank: 'Approve this payment?',
    wallet: `Approve in ${provider.name}`,
    card: 'Is this you?',
    qr: 'Scan to pay',
    later: `Pay later with ${provider.name}`,
    points: `Pay with ${provider.name}`,
  };
  return html`<section class="card">
    <h1>${headings[provider.kind]}</h1>
    ${renderQrCode(view)} ${renderFacts(facts)}
    ${instalments === undefined ? undefined : renderInstalments(instalments)}
    ${testAmount === undefined ? undefined : html`<p class="notice">${icons.clock}<span>Amounts select outcomes. Approve leads to: ${testAmount}.</span></p>`}
    ${provider.kind === 'card' ? renderCodeField(codeError) : undefined}
    ${provider.kind === 'qr' ? html`<h2>In the banking app</h2>` : undefined}
    <button class="button" name="outcome" value="approve">Approve</button>
    <button class="button secondary" name="outcome" value="decline">Decline</button>
  </section>`;
}

/** Renders the QR code with the remaining time. The code contains the URL of this page. */
function renderQrCode({ qr, transactionNumber }: BankView): Html | undefined {
  if (qr === undefined) return undefined;
  return html`<p class="muted">Scan this code with your banking app, then approve the payment there.</p>
    <div class="qr" role="img" aria-label="QR code of this payment">${trustedHtml(renderQrSvg(qr.url))}</div>
    <p class="time-left">${qr.timeLeft}</p>
    ${qr.isCheckRequested ? html`<p class="notice" role="status">${icons.clock}<span>Not paid yet. Approve it in your banking app, then check again.</span></p>` : undefined}
    <a class="button" href="/bank/${transactionNumber}?checked=1">Check my payment</a>
    <a class="button secondary" href="/bank/${transactionNumber}/code.svg" download="payment-code.svg"
      >Save the code</a
    >`;
}

export function renderQrSvg(text: string): string {
  return renderSVG(text, { border: 4, ecc: 'M' });
}

function renderInstalments(instalments: NonNullable<BankView['instalments']>): Html {
  return html`<h2>${instalments.length === 1 ? 'Your payment' : `${instalments.length} payments`}</h2>
    ${renderFacts(instalments)}`;
}

function renderCodeField(error: string | undefined): Html {
  return html`<div class="field">
    <label for="code">Code from your bank</label>
    <input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      spellcheck="false"
      aria-describedby="${error === undefined ? 'code-hint' : 'code-error code-hint'}"
      ${error === undefined ? undefined : trustedHtml('aria-invalid="true" autofocus')}
    />
    ${error === undefined ? undefined : html`<p id="code-error" class="error">${error}</p>`}
    <p id="code-hint" class="muted">Any 6 digits approve; 000000 fails.</p>
  </div>`;
}

/** Renders the form that ends an authorization without a capture. */
export function renderAuthorizationForm(transactionNumber: string): Html {
  return html`<form class="card" method="post" action="/bank/${transactionNumber}/authorization">
    <h2>Not captured yet</h2>
    <ul class="outcomes">
      ${Object.entries(authorizationEnds).map(
        ([name, { label, status }]) =>
          html`<li>
            <button name="end" value="${name}">
              <span>${label}</span><code>status ${status}</code>${icons.chevron}
            </button>
          </li>`,
      )}
    </ul>
  </form>`;
}

function renderOtherOutcomes({ provider }: BankView): Html {
  const names = provider.kind === 'card' ? [...otherOutcomeNames, 'authorize' as const] : otherOutcomeNames;
  return html`<section class="card">
    <h2>Other outcomes</h2>
    <ul class="outcomes">
      ${names.map((name) => {
        const { label, status } = outcomes[name];
        return html`<li>
          <button name="outcome" value="${name}">
            <span>${label}</span
            ><code>${status === null ? 'stays 0' : `status ${status}`}</code>${icons.chevron}
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}

function renderCallbackAndReturn(view: BankView): Html {
  return html`<section class="card">
    ${renderChoice({ name: 'callback', legend: 'Callback to the merchant', choices: callbackChoices, chosenValue: view.callbackChoice })}
    ${renderChoice({ name: 'return', legend: 'Browser returns', choices: returnChoices, chosenValue: view.returnChoice })}
    <details>
      <summary>More scenarios for this payment</summary>
      ${paymentScenarios.map(
        (name) =>
          html`<label class="check">
            <input type="checkbox" name="scenario" value="${name}" /><span
              >${scenarios[name].description}</span
            >
          </label>`,
      )}
    </details>
  </section>`;
}

interface ChoiceView {
  readonly name: string;
  readonly legend: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly chosenValue: string;
}

function renderChoice({ name, legend, choices, chosenValue }: ChoiceView): Html {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    <div class="segments">
      ${Object.entries(choices).map(
        ([value, label]) =>
          html`<label>
            <input
              type="radio"
              name="${name}"
              value="${value}"
              id="${name}-${value}"
              ${value === chosenValue ? trustedHtml('checked') : undefined}
            /><span>${label}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}
