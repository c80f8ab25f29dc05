// Loads the packages, which are ES modules, with require(). Node supports this since 22.13.
const { createGatewayClient } = require('@pgw/client');
const { createCheckout } = require('@pgw/express');
const { createSandbox } = require('@pgw/sandbox');

for (const [name, value] of Object.entries({ createGatewayClient, createCheckout, createSandbox })) {
  if (typeof value !== 'function') throw new Error(`require() has not loaded ${name}.`);
}
console.log('require() from CommonJS: loaded');
