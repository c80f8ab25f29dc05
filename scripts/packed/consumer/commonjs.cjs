// CommonJS: Node 22.13 and newer load an ES module with require().
const { createGatewayClient } = require('@pgw/client');
const { createCheckout } = require('@pgw/express');
const { createSandbox } = require('@pgw/sandbox');

for (const [name, value] of Object.entries({ createGatewayClient, createCheckout, createSandbox })) {
  if (typeof value !== 'function') throw new Error(`require() has not loaded ${name}.`);
}
console.log('require() from CommonJS: loaded');
