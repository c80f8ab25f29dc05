// Mollie's library with keep-alive, over plain HTTP like the floor. It calls `new https.Agent` without options, so that class is replaced
// before the library is loaded.
import { Agent } from 'node:http';
import https from 'node:https';
import { mollie } from './mollie.mjs';

https.Agent = class extends Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: 64 });
  }
};

export const create = ({ http }) => mollie(http);
