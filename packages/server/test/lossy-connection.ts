import { createServer, request } from 'node:http';
import { defaultProfile, type EndpointName } from '@pgw/protocol';
import { onTestFinished } from 'vitest';
import { forwardRequest } from './outage-gateway.ts';
import { closeServer, listen } from './shop.ts';

/** A connection to a gateway that can lose a response. */
export interface LossyConnection {
  /** The option `gatewayUrl` of `openShop`. The connection is closed when the test ends. */
  readonly gatewayUrl: (sandboxUrl: string) => Promise<string>;
  /**
   * Loses the next response of this endpoint: the gateway processes the request, then the connection is
   * closed.
   */
  readonly loseNextResponse: (endpoint: EndpointName) => void;
}

export function createLossyConnection(): LossyConnection {
  let pathToLose: string | undefined;
  return {
    gatewayUrl: async (sandboxUrl) => {
      const server = createServer((incoming, response) => {
        if (incoming.url !== pathToLose) return forwardRequest(sandboxUrl, incoming, response);
        pathToLose = undefined;
        const { method, headers, url } = incoming;
        const forwarded = request(`${sandboxUrl}${url}`, { method, headers }, (upstream) => {
          upstream.resume().on('end', () => incoming.socket.destroy());
        });
        incoming.pipe(forwarded);
      });
      onTestFinished(() => closeServer(server));
      return listen(server);
    },
    loseNextResponse: (endpoint) => {
      pathToLose = defaultProfile.paths[endpoint];
    },
  };
}
