import type { TestProject } from 'vitest/node';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startProgram, type DemoProgram } from './demo-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A URL to which a test posts the settings of a demo as JSON. The response has the addresses of the demo. */
    readonly demoServerUrl: string;
  }
}

/**
 * Runs before the first end-to-end test. Tests post the settings of a demo. The first request with these settings
 * starts the demo. All test files with the same settings share it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demos = new Map<string, Promise<DemoProgram>>();
  const respond = async (settings: string): Promise<string> => {
    const demo = demos.get(settings) ?? startProgram(JSON.parse(settings));
    demos.set(settings, demo);
    const { shop, sandbox, data } = await demo;
    return JSON.stringify({ shop, sandbox, data });
  };
  const server = createServer((request, response) => {
    text(request)
      .then(respond)
      .then(
        (addresses) => response.end(addresses),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  project.provide('demoServerUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const results = await Promise.allSettled(demos.values());
    const startedDemos = results.flatMap((demo) => (demo.status === 'fulfilled' ? [demo.value] : []));
    await Promise.all(startedDemos.map((demo) => demo.stop()));
  };
}
