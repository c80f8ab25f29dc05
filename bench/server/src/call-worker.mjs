// One call to the gateway without an app: floor and client in turns of a few milliseconds in one process, so that both have the same conditions.
import { Pool } from 'undici';
import { responseOf, path, signedRequest } from './contestants/by-hand.mjs';
import { paymentBy } from './contestants/pgw-payment.mjs';
import { median } from './table.mjs';

const [http] = process.argv.slice(2);
const ip = '127.0.0.1';
const lanes = 50;
const calls = 1000;

const pool = new Pool(http, { connections: 64, pipelining: 1 });
const payment = paymentBy(http);

const sides = {
  floor: async () => {
    const { body, headers } = signedRequest(http, { ip });
    const response = await pool.request({ path, method: 'POST', headers, body });
    return responseOf(await response.body.json());
  },
  ours: async () => responseOf(await payment({ ip })),
};

/** CPU of the process in µs per call, with as many concurrent calls as in the other benches. */
async function runTurn(call) {
  let left = calls;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: lanes }, lane));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

process.on('message', ({ rounds }) => {
  void measure(rounds).then((result) => process.send(result));
});
process.on('disconnect', () => process.exit(0));

async function measure(rounds) {
  const seen = { floor: [], ours: [] };
  // The first turns are not counted, because the code is still compiled.
  for (let round = -5; round < rounds; round += 1) {
    const floor = await runTurn(sides.floor);
    const ours = await runTurn(sides.ours);
    if (round < 0) continue;
    seen.floor.push(floor);
    seen.ours.push(ours);
  }
  const ratios = seen.ours.map((ours, round) => ours / seen.floor[round]);
  return { floor: median(seen.floor), ours: median(seen.ours), ratio: median(ratios) };
}
