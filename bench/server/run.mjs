// npm run bench -- server [http] [call] [micro] [memory] [--rounds 20] [--seconds 1] [--requests 200000] [--only a,b]
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

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
    requests: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown bench: ${unknown.join(', ')}. The benches are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(2);
}

const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  requests: Number(values.requests),
  only: values.only.split(',').filter((name) => name !== ''),
};
print(describeMachine());
for (const name of positionals.length === 0 ? Object.keys(benches) : positionals) {
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
