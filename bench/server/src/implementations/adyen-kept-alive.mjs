// Adyen's library with a keep-alive agent in its HTTP client. It uses plain HTTP like baseline.mjs.
import { Agent, request } from 'node:http';
import library from '@adyen/api-library';
import { createAdyenApp } from './adyen.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

class KeptAliveClient extends library.HttpURLConnectionClient {
  createRequest(endpoint, options) {
    const { hostname, port, pathname } = new URL(endpoint);
    return request({ ...options, hostname, port, path: pathname, method: 'POST', agent });
  }
}

export const create = ({ httpOrigin }) => createAdyenApp(httpOrigin, new KeptAliveClient());
