// The stub gateway, which runs in a separate process on the core of the load generator. Its HTTP and HTTPS
// servers read each request completely and respond by path. When it receives a message, it reports the number
// of new connections since the last message.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { findBody } from './gateway-responses.mjs';

const [certificate, key] = process.argv.slice(2);
let newConnections = 0;

const httpPort = await listen(createServer(handle));
const httpsPort =
  certificate === undefined
    ? undefined
    : await listen(createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, handle));

process.on('message', () => {
  process.send({ newConnections });
  newConnections = 0;
});
process.on('disconnect', () => process.exit(0));
process.send({
  httpOrigin: `http://127.0.0.1:${httpPort}`,
  httpsOrigin: httpsPort && `https://localhost:${httpsPort}`,
});

function handle(request, response) {
  let requestBody = '';
  request.setEncoding('utf8').on('data', (text) => (requestBody += text));
  request.on('end', () => {
    const body = findBody(request.url, requestBody);
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': 'application/json',
      'Content-Length': body?.length ?? 0,
    });
    response.end(body);
  });
}

async function listen(server) {
  server.keepAliveTimeout = 60_000;
  server.on('connection', () => (newConnections += 1));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}
