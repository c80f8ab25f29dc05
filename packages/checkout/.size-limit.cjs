// What a shopper waits for, in bytes as they travel (gzip). A number is raised only in the commit that earns it, with the reason.
const cdn = 'dist/cdn/';
const budget = (name, path, limit) => ({ name, path: cdn + path, limit, gzip: true });

module.exports = [
  // Choosing and pressing Pay, with Lit (5.8 kB). The aim is 16 kB. 0.8 kB of it loads the form for cards, its skeleton and words.
  budget('the critical script', 'checkout.mjs', '28 kB'),
  // Asked for while the shopper reads the list, so it may not be in the way of the banks.
  budget('what a press leads to', 'checkout/start-*.mjs', '5 kB'),
  // The return page waits for it.
  budget('outcomes and the return page', 'checkout/result-*.mjs', '8 kB'),
  // In front of the first word in that language.
  budget('Malay', 'checkout/ms-*.mjs', '4 kB'),
  budget('Chinese', 'checkout/zh-Hans-*.mjs', '4 kB'),
  budget('Tamil', 'checkout/ta-*.mjs', '4 kB'),
  // Only once a channel that is paid by card is chosen. A shopper waits for it in front of a skeleton.
  budget('the form for cards', 'checkout/card-[0-9a-f]*.mjs', '9 kB'),
  budget('the form for cards in another language', 'checkout/card-ta-*.mjs', '1.5 kB'),
  // In front of everything, on every page with the classic tag.
  budget('the loader', 'checkout.js', '1 kB'),
  // Everything at once, the form for cards with it; its browsers are slow already.
  budget('the legacy script', 'checkout/legacy-*.js', '58.1 kB'),
];
