// A page that bundles only the loader, which loads the element from the shop's server.
import '@pgw/checkout/cdn/checkout.js';
