// npm run bench -- server [http] [call] [micro] [memory] [--rounds 20] [--seconds 1] [--requests 200000] [--only a,b] [--warm-up 15000] [--record]
// npm run bench -- server --against <commit or last-release> [--rounds 20] [--seconds 1] [--only a,b] [--warm-up 15000]
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runHttpBench } from './src/http-bench.mjs';
import { describeMachine, print } from '../output.mjs';

const benches = {
  http: async (options) => runHttpBench(options),
  call: async (options) => (await import('./src/call.mjs')).runCallBench(options),
  micro: async (options) => (await import('./src/micro.mjs')).runMicroBench(options),
  memory: async (options) => (await import('./src/memory.mjs')).runMemoryBench(options),
};
const names = Object.keys(benches);
benches.against = async (options) => (await import('./src/against.mjs')).compareCommits(options);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
    requests: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    record: { type: 'boolean' },
    'warm-up': { type: 'string', default: '15000' },
  },
});
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown bench: ${unknown.join(', ')}. The benches are ${names.join(', ')}.\n`);
  process.exit(2);
}

if (values.against !== undefined && positionals.length > 0) {
  process.stderr.write('--against is a bench of its own. Leave the names of the other benches out.\n');
  process.exit(2);
}

const options = {
  against: values.against,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  requests: Number(values.requests),
  warmUpRequests: Number(values['warm-up']),
  only: values.only.split(',').filter((name) => name !== ''),
};
print(describeMachine());
const chosen = values.against === undefined ? positionals : ['against'];
for (const name of chosen.length === 0 ? names : chosen) {
  const loadBefore = readMachineLoad();
  print(`\n── ${name}`);
  await benches[name](options);
  print(`\nLoad of the machine before and after: ${loadBefore}, ${readMachineLoad()}.`);
}

/** The average load of the machine in the last minute. It includes the measured programs. */
function readMachineLoad() {
  const [lastMinute = 0] = loadavg();
  return lastMinute.toFixed(1);
}
