import type { StorefrontBank, StorefrontPlan } from '@pgw/protocol';
import { html, nothing, type TemplateResult, css, type CSSResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Sum } from '../../../locales/money.ts';
import { renderPlanName } from '../../channel-name.ts';
import type { CheckoutView } from '../../../state/view.ts';

/** The plans of a channel as radio buttons, with the payments, the total and the interest of each. */
export function renderPlanPicker(view: CheckoutView, banks: readonly StorefrontBank[]): TemplateResult {
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      view.actions.changeInput({ type: 'choose-bank', bankId: target.value });
  };
  return html`<div class="bank-box plans" part="plans" @change=${choose}>
    ${banks.map((bank) => (bank.plan === undefined ? nothing : renderPlan(view, bank, bank.plan)))}
  </div>`;
}

function renderPlan(view: CheckoutView, bank: StorefrontBank, plan: StorefrontPlan): TemplateResult {
  const { state, localize } = view;
  const { session } = state;
  const isChosen = state.bankId === bank.id;
  const isDisabled = bank.status !== 'available' || (state.phase.name !== 'choosing' && !isChosen);
  const isInvalid = state.invalid === 'bank';
  const id = `plan-${bank.id}`;
  return html`<label
    class="bank plan ${isChosen ? 'chosen' : ''} ${isDisabled ? 'disabled' : ''}"
    part="plan${isChosen ? ' plan-selected' : ''}${isDisabled ? ' plan-disabled' : ''}"
  >
    <input
      type="radio"
      name="bank"
      part="radio"
      .value=${bank.id}
      .checked=${isChosen}
      ?disabled=${isDisabled}
      aria-labelledby="${id} ${id}-payments"
      aria-describedby="${isInvalid ? 'bank-error ' : ''}${id}-terms"
      aria-invalid=${ifDefined(isInvalid ? 'true' : undefined)}
    />
    <span class="names"
      ><span class="bank-name" part="plan-months" id=${id}
        >${localize.rich('plan.months', { n: plan.months })}</span
      ><span class="plan-payments" part="plan-payments" id="${id}-payments"
        >${session === null ? '' : renderPlanName(localize, session.order, plan)}</span
      ><span class="hint" part="plan-terms" id="${id}-terms"
        ><span>${renderTotal(view, plan)}</span><span>${renderInterest(view, plan, bank)}</span></span
      ></span
    >
  </label>`;
}

function renderTotal(view: CheckoutView, { total }: StorefrontPlan): unknown {
  return view.localize.rich('plan.total', { amount: toSum(view, total) });
}

function renderInterest(
  view: CheckoutView,
  { interest, interestBasisPoints }: StorefrontPlan,
  { status }: StorefrontBank,
): unknown {
  const { localize } = view;
  if (status !== 'available')
    return localize.text(status === 'offline' ? 'bank.offline' : 'bank.maintenance');
  return interestBasisPoints === 0
    ? localize.text('plan.no-interest')
    : localize.rich('plan.interest', {
        percent: formatPercent(interestBasisPoints, localize.format),
        amount: toSum(view, interest),
      });
}

/** Formats hundredths of a percent, such as 5% for 500. */
function formatPercent(basisPoints: number, format: string): string {
  return new Intl.NumberFormat(format, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
}

function toSum({ state: { session } }: CheckoutView, amount: number): Sum | '' {
  return session === null ? '' : { ...session.order, amount };
}

/** Styles of the plan picker. */
export const planStyles: CSSResult = css`
  .plan {
    align-items: start;
    padding-block: calc(3 * var(--_pgw-space));
  }
  .plan + .plan {
    border-block-start: 1px solid var(--_pgw-border);
  }
  .plan .names {
    display: grid;
    gap: 2px calc(4 * var(--_pgw-space));
  }
  .plan-payments {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .plan .hint {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
  }
  @container pgw (width >= 640px) {
    .plan .names {
      grid-template-columns: 1fr auto;
    }
    .plan .hint {
      grid-column: 1 / -1;
    }
  }
`;
