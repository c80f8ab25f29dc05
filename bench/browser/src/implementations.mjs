import { banks, channels, orderId } from './offer.mjs';

const sessionUrl = `/pgw/session?order=${orderId}`;
const preloadSession = `<link rel="preload" as="fetch" crossorigin href="${sessionUrl}">`;

/** The tags that the documents recommend for a page that the server does not render. */
const moduleTag = '<script type="module" src="/pgw/checkout.mjs"></script>';
const bothTags = `${moduleTag}<script async src="/pgw/checkout.js"></script>`;

const preloadPeerSession = '<link rel="preload" as="fetch" crossorigin href="/peers/session.json">';

/**
 * Returns an expression that is true when the element has 20 enabled radio buttons with this name in its
 * shadow root.
 */
const createRadioButtonCheck = (tag, name) =>
  `(document.querySelector('${tag}')?.shadowRoot?.querySelectorAll('input[name="${name}"]:enabled').length ?? 0) >= 20`;

const labels = channels
  .map(
    ({ id, name, imageUrl }) =>
      `<label><input type="radio" name="channel" value="${id}"><img src="${imageUrl}" alt="">${name}</label>`,
  )
  .join('');

/**
 * The implementations in the order of the tables. `page` returns the content of head and body. It receives the
 * manifest of the middleware, the checkout and the request. The other fields are expressions for the page:
 * `isUsable` is true when the whole list can be used, `areBanksUsable` is true when the banks can be used,
 * and `bankChannel` is the label of the channel with banks.
 */
export const implementations = [
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
      head: `${preloadSession}<script type="module" src="/pages/lit-list/main.js"></script>`,
      body: `<lit-list order="${orderId}"></lit-list>`,
    }),
    isUsable: createRadioButtonCheck('lit-list', 'channel'),
    areBanksUsable: createRadioButtonCheck('lit-list', 'bank'),
    bankChannel: `document.querySelector('lit-list').shadowRoot.querySelector('label')`,
  },
  {
    name: 'pgw, both tags',
    ...createPgwImplementation(() => bothTags),
  },
  {
    name: 'pgw, both tags, session preloaded',
    ...createPgwImplementation(() => `${preloadSession}${bothTags}`),
  },
  {
    name: 'pgw, module tag alone',
    ...createPgwImplementation(() => moduleTag),
  },
  {
    name: 'pgw, loader alone',
    ...createPgwImplementation(() => '<script src="/pgw/checkout.js"></script>'),
  },
  {
    name: 'pgw, list rendered by the server',
    ...createPgwImplementation(() => ''),
    page: (_manifest, checkout, req) => checkout.snippet({ order: orderId, req, lang: 'en' }),
  },
  {
    name: 'pgw, legacy build forced',
    ...createPgwImplementation(() => '<script src="/pgw/checkout.js" data-pgw-build="legacy"></script>'),
  },
  {
    name: 'Adyen Drop-in',
    page: () => ({
      head: `<link rel="stylesheet" href="/pages/adyen/style.css">${preloadPeerSession}<script type="module" src="/pages/adyen/main.js"></script>`,
      body: '<div id="list"></div>',
    }),
    isUsable: `document.querySelectorAll('.adyen-checkout__payment-method').length >= 20`,
  },
  {
    name: "Primer's components",
    page: () => ({
      head: `${preloadPeerSession}<script type="module" src="/pages/primer/main.js"></script>`,
      body: '<div id="list"></div>',
    }),
    isUsable: `[...document.querySelectorAll('primer-button')].filter((button) => button.shadowRoot?.querySelector('button')).length >= 20`,
  },
];

/** Creates an implementation with <pgw-checkout>. `renderHead` returns the content of the head. */
function createPgwImplementation(renderHead) {
  return {
    page: (manifest) => ({
      head: renderHead(manifest),
      body: `<pgw-checkout order="${orderId}"></pgw-checkout>`,
    }),
    isUsable: createRadioButtonCheck('pgw-checkout', 'channel'),
    areBanksUsable: createRadioButtonCheck('pgw-checkout', 'bank'),
    bankChannel: `document.querySelector('pgw-checkout').shadowRoot.querySelector('input[name="channel"]').closest('label')`,
  };
}

/** The data that the pages of Adyen and Primer fetch from their server. */
export const peerSession = JSON.stringify({
  channels: channels.map(({ name, imageUrl }) => ({ name, imageUrl })),
  banks: banks.map(({ id, displayName }) => ({ id, displayName })),
  order: { amount: 12890, currencyCode: 'MYR' },
});
