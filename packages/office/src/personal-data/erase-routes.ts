import { InvalidRequestError } from '@pgw/protocol';
import { renderBreadcrumb, renderNotice, type Html } from '@pgw/pages';
import type { Office, OfficeRequest, Route, Reply, Section } from '../context.ts';
import { english, html, t } from '../language/language.ts';
import { base } from '../scope.ts';

/** The pages that erase the personal data of an order or a payout, after a question. */
export const eraseRoutes: readonly Route[] = (['orders', 'payouts'] as const).flatMap((kind): Route[] => {
  const route = { path: `/${kind}/:id/erase`, verb: 'erase' } as const;
  return [
    {
      ...route,
      method: 'GET',
      handle: async (office, request) =>
        (await exists(office, kind, request)) ? showQuestion(kind, request) : undefined,
    },
    { ...route, method: 'POST', handle: (office, request) => erase(office, kind, request) },
  ];
});

type Kind = 'orders' | 'payouts';

async function exists({ checkout, operator }: Office, kind: Kind, request: OfficeRequest): Promise<boolean> {
  const id = readId(request);
  if (kind === 'payouts')
    return ((await operator.payouts.get(id)) ?? (await operator.approvals.get(id))?.kind) !== undefined;
  return (await checkout.payments.list({ orderId: id, limit: 1 })).length > 0;
}

async function erase(office: Office, kind: Kind, request: OfficeRequest): Promise<Reply | undefined> {
  const id = readId(request);
  if (!(await exists(office, kind, request))) return undefined;
  try {
    await office.operator.erase(kind === 'orders' ? { order: id } : { payout: id });
    return {
      redirect: toUrl(kind, id),
      message: { tone: 'success', text: t('The personal data was erased.') },
    };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return showQuestion(kind, request, error.violations.map(({ message }) => message).join(' '));
  }
}

function readId({ params }: OfficeRequest): string {
  return params['id'] ?? '';
}

function toUrl(kind: Kind, id: string): string {
  return `${base()}/${kind}/${encodeURIComponent(id)}`;
}

function showQuestion(kind: Kind, request: OfficeRequest, refusal?: string): Reply {
  const main = renderQuestion(kind, readId(request), refusal);
  const section: Section = kind === 'orders' ? 'payments' : 'payouts';
  return { title: t('Erase personal data'), section, main, status: refusal === undefined ? 200 : 422 };
}

function renderQuestion(kind: Kind, id: string, refusal: string | undefined): Html {
  const isOrder = kind === 'orders';
  const url = toUrl(kind, id);
  const list = isOrder ? ([base(), t('Payments')] as const) : ([`${base()}/payouts`, t('Payouts')] as const);
  const renderList = (title: string, items: readonly (string | false)[]): Html =>
    html`<h2>${title}</h2>
      <ul>
        ${items.map((item) => item !== false && html`<li>${item}</li>`)}
      </ul>`;
  return html`<div class="narrow-left">
    ${renderBreadcrumb([list, [url, id]], t('Erase personal data'), t('Breadcrumb'))}
    <h1>
      ${isOrder ? t`Erase the personal data of order ${id}?` : t`Erase the personal data of payout ${id}?`}
    </h1>
    ${
      refusal !== undefined &&
      renderNotice('danger', html`<strong>Nothing was erased.</strong> ${english(refusal)}`)
    }
    <div class="card erasure">
      ${renderList(t('Removed, for ever'), [
        !isOrder && t('The name and the number of the beneficiary'),
        t('Descriptions, reasons and messages of the gateway'),
        t('The texts of the timeline'),
        isOrder && t('The contents of callbacks'),
        t('The links to receipts'),
      ])}
      ${renderList(t('Kept'), [
        t('Ids, references and transaction numbers'),
        t('Amounts, states and times, so that the books stay equal'),
        t('An entry in the timeline with your name'),
      ])}
      ${renderList(t('Not part of this'), [
        isOrder && t('What the shop itself has stored about the order, such as the name of the customer'),
        t('The data that the gateway has, and backups'),
      ])}
    </div>
    <p class="muted">
      Nothing is erased while something is open, undecided or not handled, for example a pending refund, a
      payment in review or a callback that waits. The page then names it.
    </p>
    <form class="form" method="post" action="${url}/erase">
      <div class="actions-row">
        <button class="button">Erase the personal data</button>
        <a class="button quiet" href="${url}">Cancel</a>
      </div>
    </form>
  </div>`;
}
