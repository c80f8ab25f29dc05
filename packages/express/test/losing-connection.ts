import { createServer, request } from 'node:http';
import { defaultProfile, type EndpointName } from '@pgw/protocol';
import { onTestFinished } from 'vitest';
import { passOn } from './outage-gateway.ts';
import { closeServer, listen } from './shop.ts';

/** A connection to a gateway that can lose a response. */
export interface LosingConnection {
  /** Option of a shop. The connection is closed when the test ends. */
  readonly gatewayUrl: (sandboxUrl: string) => Promise<string>;
  /** The gateway processes the next request to this endpoint, and the connection is closed in place of a response. */
  readonly loseNext: (endpoint: EndpointName) => void;
}

export function losingConnection(): LosingConnection {
  let lost: string | undefined;
  return {
    gatewayUrl: async (sandboxUrl) => {
      const server = createServer((incoming, response) => {
        if (incoming.url !== lost) return passOn(sandboxUrl, incoming, response);
        lost = undefined;
        const { method, headers, url } = incoming;
        const passed = request(`${sandboxUrl}${url}`, { method, headers }, (upstream) => {
          upstream.resume().on('end', () => incoming.socket.destroy());
        });
        incoming.pipe(passed);
      });
      onTestFinished(() => closeServer(server));
      return listen(server);
    },
    loseNext: (endpoint) => {
      lost = defaultProfile.paths[endpoint];
    },
  };
}
