import { browserSabotages } from './browser-sabotages.ts';
import type { Sabotage } from './sabotage.ts';

const css = 'packages/office/public/base.css';
const loader = 'packages/checkout/loader/checkout.js';

/**
 * Planted bugs in what most cases of the nightly run test: pages, languages, builds, templates and published types. For
 * each of these groups, the remaining cases of `npm test` catch a plain bug. A catcher with `nightly` says why `npm test`
 * does not catch its bug.
 */
export const pageSabotages: Readonly<Record<string, Sabotage>> = {
  'pale-text': {
    what: 'secondary texts of the shop have too little contrast',
    edits: [{ file: css, find: '--ink-2: light-dark(#6b5a4c,', replace: '--ink-2: light-dark(#b5aca4,' }],
    caughtBy: { file: 'e2e/pages-of-shop.test.ts', title: 'the pages before the checkout are' },
  },
  'pale-text-in-the-dark': {
    what: 'secondary texts of the shop have too little contrast in the dark color scheme',
    edits: [
      {
        file: css,
        find: '--ink-2: light-dark(#6b5a4c, #bfae9e)',
        replace: '--ink-2: light-dark(#6b5a4c, #4b443e)',
      },
    ],
    caughtBy: { file: 'e2e/pages-of-shop.test.ts', title: 'the pages before the checkout are' },
  },
  'page-wider-than-a-phone': {
    what: 'the pages of shop and back office are wider than the smallest phone',
    edits: [
      { file: css, find: 'body {\n  margin: 0;', replace: 'body {\n  margin: 0;\n  min-inline-size: 340px;' },
    ],
    caughtBy: { file: 'e2e/pages-of-shop.test.ts', title: 'the pages before the checkout are' },
  },
  'page-wider-than-a-desktop': {
    what: 'the pages of the shop are wider than the screen of a desktop',
    edits: [
      {
        file: css,
        find: '/* Page and text */\n',
        replace: '@media (min-width: 1200px) {\n  body {\n    min-inline-size: 1300px;\n  }\n}\n',
      },
    ],
    caughtBy: { file: 'e2e/pages-of-shop.test.ts', title: 'the pages before the checkout are' },
  },
  'sandbox-text-too-pale': {
    what: 'muted texts of the dashboard have too little contrast',
    edits: [
      {
        file: 'packages/sandbox/src/pages/styles/base.ts',
        find: '--muted: #52615f;',
        replace: '--muted: #a9b5b3;',
      },
    ],
    caughtBy: {
      file: 'e2e/pages-of-sandbox.nightly.test.ts',
      title: 'the pages of the dashboard are',
      nightly: 'Only developers read the dashboard, and its colors stop no payment.',
    },
  },
  'amounts-on-their-own-lines': {
    what: 'the amount of an order in the back office has a line of its own on a phone',
    edits: [
      {
        file: 'packages/office/public/office.css',
        find: '    flex: 1000 1 auto;\n    justify-content: flex-end;',
        replace: '    flex: 1000 1 100%;\n    justify-content: flex-end;',
      },
    ],
    caughtBy: {
      file: 'e2e/office.test.ts',
      title: 'at 375 px an order of the list has its number',
      nightly: 'The list stays complete and readable, only longer.',
    },
  },
  'list-not-live': {
    what: 'a new payment does not appear in the open list of the dashboard',
    edits: [
      {
        file: 'packages/sandbox/browser/live-list.js',
        find: "      if (previous === undefined) list?.querySelector('tbody')?.prepend(row);\n      else previous.after(row);",
        replace: '      if (previous !== undefined) previous.after(row);',
      },
    ],
    caughtBy: {
      file: 'e2e/dashboard.nightly.test.ts',
      title: 'a new payment appears in the open list',
      nightly: 'Only developers read the dashboard, and a reload shows the payment.',
    },
  },
  'wrong-qr-code': {
    what: 'the QR code for a phone has another address',
    edits: [
      {
        file: 'packages/server/src/http/handlers/phone.ts',
        find: 'renderQrCode(buildPhoneLink(context, payment).url)',
        replace: 'renderQrCode(`${buildPhoneLink(context, payment).url}0`)',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/http/handlers/phone.test.ts',
      title: 'a started payment has a URL for the phone',
    },
  },
  'forms-of-the-gateway-blocked': {
    what: 'a script of the gateway cannot submit a form',
    edits: [
      {
        file: 'packages/server/src/http/handlers/redirect-page.ts',
        find: 'sandbox allow-scripts allow-forms',
        replace: 'sandbox allow-scripts',
      },
    ],
    caughtBy: { file: 'e2e/redirect-script.test.ts', title: 'can redirect by a form' },
  },
  'old-browser-not-detected': {
    what: 'a browser without support for modules gets the modern build',
    edits: [{ file: loader, find: "'noModule' in tagScript && window.CSS", replace: 'window.CSS' }],
    caughtBy: {
      file: 'e2e/loader.test.ts',
      title: 'the loader chooses the legacy build in a browser without module support',
    },
  },
  'status-not-announced': {
    what: 'the element has no live region for its status',
    edits: [
      {
        file: 'packages/checkout/src/element/announcer.ts',
        find: '<div class="visually-hidden" role="status">',
        replace: '<div class="visually-hidden">',
      },
    ],
    caughtBy: { file: 'packages/checkout/test/gallery.test.ts' },
  },
  'forced-build-ignored': {
    what: 'the attribute data-pgw-build of a script tag has no effect',
    edits: [
      {
        file: loader,
        find: "tagScript.getAttribute('data-pgw-build')",
        replace: "tagScript.getAttribute('data-pgw-none')",
      },
    ],
    caughtBy: {
      file: 'e2e/loader.test.ts',
      title: 'the loader chooses the build that data-pgw-build names',
      nightly: 'Merchants use this attribute only to try the legacy build in a current browser.',
    },
  },
  'saved-cards-not-listed': {
    what: 'the checkout shows a customer no saved cards',
    edits: [
      {
        file: 'packages/server/src/cards/saved-cards.ts',
        find: 'return cards.map(({ id, brand, last4, expiry }) =>',
        replace: 'return cards.slice(0, 0).map(({ id, brand, last4, expiry }) =>',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/cards/saved-cards.test.ts',
      title: 'a saved card is listed masked for its customer',
    },
  },
  'path-of-shop-lost': {
    what: 'addresses for browsers lack the path that a proxy removes',
    edits: [
      {
        file: 'packages/server/src/options/addresses.ts',
        find: "const shopPath = pathname.replace(/\\/+$/, '');",
        replace: 'const shopPath = pathname.slice(0, 0);',
      },
    ],
    caughtBy: { file: 'packages/server/test/options/public-addresses.test.ts' },
  },
  'no-way-to-the-orders': {
    what: 'the header of the shop has no link to the orders',
    edits: [
      {
        file: 'examples/shop/src/pages/layout.ts',
        find: '<a href="/orders">${frame.yourOrders}</a>',
        replace: '${frame.yourOrders}',
      },
    ],
    caughtBy: {
      file: 'e2e/ways-back.nightly.test.ts',
      title: 'links and buttons lead a shopper on a phone',
      nightly: 'The shop of the demo is an example, and no payment needs this link.',
    },
  },
  'example-pays-twice': {
    what: 'the example with SQLite of docs/your-database.md writes each payment twice',
    edits: [
      {
        file: 'docs/your-database.md',
        find: '    if (count !== 1) throw new Error(`The payment is below the price of order ${orderId}.`);\n  },\n  onRefunded:',
        replace: '    tx.run(update, count * amount, orderId, amount, acceptedAt);\n  },\n  onRefunded:',
      },
    ],
    caughtBy: { file: 'scripts/test/your-database.test.ts', title: 'the example sqlite.ts' },
  },
  'order-of-another-visitor': {
    what: 'the pages of a template show the orders of other visitors',
    edits: [
      {
        file: 'packages/create-shop/templates/common/src/orders.ts',
        find: 'WHERE id = ? AND visitor = ?',
        replace: 'WHERE id = ? AND visitor <> ?',
      },
    ],
    caughtBy: { file: 'packages/create-shop/test/order-access.test.ts', title: 'shows nothing of an order' },
  },
  'serialization-failure-not-repeated': {
    what: 'a transaction that PostgreSQL could not serialize is not repeated',
    edits: [
      {
        file: 'packages/server/src/stores/sql/store-errors.ts',
        find: "codes: ['40001', '40P01']",
        replace: "codes: ['40P01']",
      },
    ],
    caughtBy: {
      file: 'packages/server/test/stores/contract.test.ts',
      title: 'the postgres, all serializable store',
    },
  },
  'example-of-postgres-pays-twice': {
    what: 'the example with PostgreSQL of docs/your-database.md writes the double amount',
    edits: [
      {
        file: 'docs/your-database.md',
        find: "{ amount: Number(rows[0].amount), currencyCode: 'MYR' };\n  },\n  onPaid: async ({ orderId, amount, acceptedAt }, { tx }) => {\n    const update = 'UPDATE orders SET paid = paid + $1 ",
        replace:
          "{ amount: Number(rows[0].amount), currencyCode: 'MYR' };\n  },\n  onPaid: async ({ orderId, amount, acceptedAt }, { tx }) => {\n    const update = 'UPDATE orders SET paid = paid + 2 * $1 ",
      },
    ],
    caughtBy: {
      file: 'packages/office/test/mounted.test.ts',
      title: 'the same on PostgreSQL, in the server of docs/start.md',
      nightly: 'npm test runs the example with SQLite, which has the same rule.',
    },
  },
  'memory-store-in-a-file': {
    what: 'the stores in memory share one file',
    edits: [
      { file: 'packages/server/src/stores/memory.ts', find: "=> ':memory:'", replace: "=> 'shared.db'" },
    ],
    caughtBy: { file: 'packages/server/test/start/start.test.ts' },
  },
  'types-for-newer-typescript': {
    what: 'a declaration needs TypeScript 5.9',
    edits: [
      {
        file: 'packages/protocol/src/money.ts',
        find: 'export interface Money {',
        replace: '/** Bytes. */\nexport type Bytes = Uint8Array<ArrayBuffer>;\n\nexport interface Money {',
      },
      {
        file: 'packages/protocol/src/index.ts',
        find: 'toMinorUnits, type Money }',
        replace: 'toMinorUnits, type Bytes, type Money }',
      },
    ],
    caughtBy: {
      file: 'scripts/test/typescript-versions.nightly.test.ts',
      nightly: 'Only an app with an old TypeScript meets it. The workspace has the newest version.',
    },
  },
  ...browserSabotages,
};
