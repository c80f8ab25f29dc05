// Mollie's library with keep-alive. It uses plain HTTP like baseline.mjs. The library calls `new https.Agent`
// without options, so this module replaces that class before it loads the library.
import { Agent } from 'node:http';
import https from 'node:https';
import { createMollieApp } from './mollie.mjs';

https.Agent = class extends Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: 64 });
  }
};

export const create = ({ httpOrigin }) => createMollieApp(httpOrigin);
