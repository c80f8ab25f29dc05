// Adyen's library with keep-alive for its HTTP client, over plain HTTP like the floor.
import { Agent, request } from 'node:http';
import library from '@adyen/api-library';
import { adyen } from './adyen.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

class KeptAliveClient extends library.HttpURLConnectionClient {
  createRequest(endpoint, options) {
    const { hostname, port, pathname } = new URL(endpoint);
    return request({ ...options, hostname, port, path: pathname, method: 'POST', agent });
  }
}

export const create = ({ http }) => adyen(http, new KeptAliveClient());
