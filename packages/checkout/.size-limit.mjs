import { languages } from './src/locales/index.ts';

// The limits are in bytes as they are transferred (gzip). Most limits were set at most 5 % above the measured
// size. A commit that adds a feature may raise a limit, and gives the reason in one sentence.
const cdn = 'dist/cdn/';
const createLimit = (name, path, bytes) => ({ name, path: cdn + path, limit: bytes, gzip: true });

/** The limit of each language. A language that is not in this list has a limit of 5 kB. */
const languageLimits = { ms: '3.8 kB', 'zh-Hans': '4.2 kB', ta: '4.8 kB', id: '3.85 kB', th: '4.55 kB' };

export default [
  // Contains everything that is needed to choose a channel and to pay, with Lit. The screen of the redirect, and the English texts of
  // the card form, of banks and plans, and of rare notices are in the lazy modules. That paid for the three states of a pending payment,
  // for messages of other tabs, and for the choice that a reload keeps. Its properties
  // accept every value of a template, and an element keeps its styles in another document. The table of the problems of the server has 60 B.
  // It finds that the order is missing, and loads the messages for developers.
  createLimit('the entry', 'checkout.mjs', '38.25 kB'),
  createLimit('the messages for developers', 'checkout/developer-*.mjs', '1.4 kB'),
  createLimit('the lists of banks and plans', 'checkout/provider-*.mjs', '4.7 kB'),
  createLimit('the card form', 'checkout/card-*.mjs', '7.65 kB'),
  // The list of channels loads these symbols if it shows the accepted brands. The card form always loads them.
  createLimit('the symbols of card brands', 'checkout/marks-*.mjs', '1.2 kB'),
  // Contains the screen of the redirect, the English texts and the icons of the outcomes, the states of a pending payment, the buttons with which the shopper leaves a pending payment, the
  // screen of a second payment, the screen with the QR code for a phone, and the screen of a payment that only the gateway has.
  createLimit('outcomes and the return page', 'checkout/result-*.mjs', '8.2 kB'),
  ...Object.keys(languages).map((tag) =>
    createLimit(`the language ${tag}`, `checkout/${tag}-*.mjs`, languageLimits[tag] ?? '5 kB'),
  ),
  // Runs on every page with a script tag of the loader. It also detects that the page has the module tag, and joins
  // addresses as the element does.
  createLimit('the loader', 'checkout.js', '1.22 kB'),
  // Contains everything in one script, with all languages and the polyfills of core-js.
  createLimit('the legacy script', 'checkout/legacy-*.js', '94.1 kB'),
];
