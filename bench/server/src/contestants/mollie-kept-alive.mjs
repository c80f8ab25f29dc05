// Mollie's library made to keep connections, over plain HTTP as the floor. Its agent is `new https.Agent` without options
// for that, so what it finds under this name is another: set before the library is loaded.
import { Agent } from 'node:http';
import https from 'node:https';
import { mollie } from './mollie.mjs';

https.Agent = class extends Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: 64 });
  }
};

export const create = ({ http }) => mollie(http);
