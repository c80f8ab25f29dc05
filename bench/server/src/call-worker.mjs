// Measures one call to the gateway, without an app around it. Compares @pgw/client with the baseline: the same
// request, written by hand with undici. Both run in turns of a few milliseconds in one process, so that they
// have the same conditions.
import { Pool } from 'undici';
import { createSignedRequest, requestPaymentPath, toBrowserResponse } from './implementations/by-hand.mjs';
import { createPaymentRequester } from './implementations/pgw-payment.mjs';
import { median } from '../../output.mjs';

const [httpOrigin] = process.argv.slice(2);
const ip = '127.0.0.1';
const concurrency = 50;
const callsPerTurn = 1000;

const pool = new Pool(httpOrigin, { connections: 64, pipelining: 1 });
const requestPayment = createPaymentRequester(httpOrigin);

const calls = {
  baseline: async () => {
    const { body, headers } = createSignedRequest(httpOrigin, { ip });
    const response = await pool.request({ path: requestPaymentPath, method: 'POST', headers, body });
    return toBrowserResponse(await response.body.json());
  },
  ours: async () => toBrowserResponse(await requestPayment({ ip })),
};

/** Returns the CPU of the process in µs per call, with as many concurrent calls as in the other benches. */
async function runTurn(call) {
  let callsLeft = callsPerTurn;
  const callRepeatedly = async () => {
    while (callsLeft > 0) {
      callsLeft -= 1;
      await call();
    }
  };
  const cpuBefore = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, callRepeatedly));
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / callsPerTurn;
}

process.on('message', ({ rounds }) => {
  void measure(rounds).then((result) => process.send(result));
});
process.on('disconnect', () => process.exit(0));

async function measure(rounds) {
  const times = { baseline: [], ours: [] };
  // The first turns are not counted, because V8 is still compiling the code.
  for (let round = -5; round < rounds; round += 1) {
    const baseline = await runTurn(calls.baseline);
    const ours = await runTurn(calls.ours);
    if (round < 0) continue;
    times.baseline.push(baseline);
    times.ours.push(ours);
  }
  const ratios = times.ours.map((ours, round) => ours / times.baseline[round]);
  return { baseline: median(times.baseline), ours: median(times.ours), ratio: median(ratios) };
}
