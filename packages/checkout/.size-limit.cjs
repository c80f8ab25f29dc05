// What a shopper waits for, in bytes as they travel (gzip). A number is raised only in the commit that earns it, with the reason.
const cdn = 'dist/cdn/';
const budget = (name, path, limit) => ({ name, path: cdn + path, limit, gzip: true });

module.exports = [
  // The list and Pay, with Lit's templates (2.7 kB). The aim is 16 kB, the picker of banks included. The problem code of a
  // wrong mount path costs 4 bytes.
  budget('the critical script', 'checkout.mjs', '18.85 kB'),
  // Asked for while the shopper reads the list, where a channel has banks.
  budget('the picker of banks', 'checkout/banks-*.mjs', '5 kB'),
  // Asked for while the shopper reads the list, so it may not be in the way of the banks. That
  // the keyboard stays where a panel is tried again cost 0.05 of it.
  budget('what a choice or a press leads to', 'checkout/start-*.mjs', '10.35 kB'),
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
  // Everything at once but the languages, the form for cards with it; its browsers are slow already. Asking for banks before their
  // channel is picked cost 0.3 kB of it, borders for browsers that can't mix colours 0.1.
  budget('the legacy script', 'checkout/legacy-*.js', '50 kB'),
  budget('Tamil for the legacy script', 'checkout/legacy-ta-*.json', '4 kB'),
];
