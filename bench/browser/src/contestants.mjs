import { banks, channels, orderId } from './offer.mjs';

const sessionUrl = `/pgw/session?order=${orderId}`;
const preload = `<link rel="preload" as="fetch" crossorigin href="${sessionUrl}">`;

const preloadPeers = '<link rel="preload" as="fetch" crossorigin href="/peers/session.json">';

const inShadow = (tag, name) =>
  `(document.querySelector('${tag}')?.shadowRoot?.querySelectorAll('input[name="${name}"]:enabled').length ?? 0) >= 20`;

const labels = channels
  .map(
    ({ id, name, imageUrl }) =>
      `<label><input type="radio" name="channel" value="${id}"><img src="${imageUrl}" alt="">${name}</label>`,
  )
  .join('');

/**
 * The contestants in the order of the tables. `page` returns the content of head and body; it receives the manifest of the middleware, and the
 * checkout for content that the server renders. In the page, `isUsable` is true when the whole list can be used, and `banksShown` when the
 * banks can be used.
 */
export const contestants = [
  {
    name: 'plain HTML',
    page: () => ({
      head: '<style>label{display:flex;gap:12px;align-items:center;min-height:62px}img{width:36px;height:36px}</style>',
      body: `<form method="post" action="/pgw/pay">${labels}<button>Pay</button></form>`,
    }),
    isUsable: `document.querySelectorAll('input[name="channel"]').length >= 20`,
  },
  {
    name: 'bare Lit element',
    page: () => ({
      head: `${preload}<script type="module" src="/pages/lit-list/main.js"></script>`,
      body: `<lit-list order="${orderId}"></lit-list>`,
    }),
    isUsable: inShadow('lit-list', 'channel'),
    banksShown: inShadow('lit-list', 'bank'),
    provider: `document.querySelector('lit-list').shadowRoot.querySelector('label')`,
  },
  {
    name: 'pgw, module tag, session preloaded',
    ...ours(({ files }) => `${preload}<script type="module" src="/pgw/${files.core.path}"></script>`),
  },
  {
    name: 'pgw, classic tag',
    ...ours(() => '<script src="/pgw/checkout.js"></script>'),
  },
  {
    name: 'pgw, list rendered by the server',
    ...ours(() => ''),
    page: (_manifest, checkout, req) => checkout.snippet({ order: orderId, req, lang: 'en' }),
  },
  {
    name: 'pgw, legacy build forced',
    ...ours(() => '<script src="/pgw/checkout.js" data-pgw-build="legacy"></script>'),
  },
  {
    name: 'Adyen Drop-in',
    page: () => ({
      head: `<link rel="stylesheet" href="/pages/adyen/style.css">${preloadPeers}<script type="module" src="/pages/adyen/main.js"></script>`,
      body: '<div id="list"></div>',
    }),
    isUsable: `document.querySelectorAll('.adyen-checkout__payment-method').length >= 20`,
  },
  {
    name: "Primer's components",
    page: () => ({
      head: `${preloadPeers}<script type="module" src="/pages/primer/main.js"></script>`,
      body: '<div id="list"></div>',
    }),
    isUsable: `[...document.querySelectorAll('primer-button')].filter((button) => button.shadowRoot?.querySelector('button')).length >= 20`,
  },
];

function ours(head) {
  return {
    page: (manifest) => ({ head: head(manifest), body: `<pgw-checkout order="${orderId}"></pgw-checkout>` }),
    isUsable: inShadow('pgw-checkout', 'channel'),
    banksShown: inShadow('pgw-checkout', 'bank'),
    provider: `document.querySelector('pgw-checkout').shadowRoot.querySelector('input[name="channel"]').closest('label')`,
  };
}

/** The data that the pages of the peers receive from their server. */
export const peerSession = JSON.stringify({
  channels: channels.map(({ name, imageUrl }) => ({ name, imageUrl })),
  banks: banks.map(({ id, displayName }) => ({ id, displayName })),
  order: { amount: 12890, currencyCode: 'MYR' },
});
