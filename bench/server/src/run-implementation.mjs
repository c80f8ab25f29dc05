// Runs one implementation in a separate process. Reports its CPU time and memory when it receives a message.
import { createServer } from 'node:http';

const [name, httpOrigin, httpsOrigin] = process.argv.slice(2);
const { create } = await import(`./implementations/${name}.mjs`);
const app = await create({ httpOrigin, httpsOrigin });
const server = createServer(app);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

process.on('message', ({ collectGarbage }) => {
  if (collectGarbage) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({ cpuMicros: user + system, rss, heapUsed });
});
process.on('disconnect', () => process.exit(0));
process.send({ url: `http://127.0.0.1:${server.address().port}/pgw/payments` });
