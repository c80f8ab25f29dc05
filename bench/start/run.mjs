// npm run bench -- start [imports] [commands] [kit] [size] [types] [--rounds 15] [--record]
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine, print, printTable } from '../output.mjs';
import { measureCommands } from './src/commands.mjs';
import { measureImports } from './src/imports.mjs';
import { measureKit } from './src/kit.mjs';
import { installShop } from './src/shop.mjs';
import { measureSizes } from './src/size.mjs';
import { measureTypeChecks } from './src/types.mjs';

const benches = {
  imports: measureImports,
  commands: measureCommands,
  kit: measureKit,
  size: measureSizes,
  types: measureTypeChecks,
};
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' }, record: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown bench: ${unknown.join(', ')}. The benches are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(2);
}

const shop = await installShop();
try {
  for (const name of positionals.length === 0 ? Object.keys(benches) : positionals) {
    print(`\n── ${name}: ${describeMachine()}`);
    const { headings, rows } = benches[name](shop, { rounds: Number(values.rounds) });
    printTable(name, headings, rows);
  }
} finally {
  rmSync(shop, { recursive: true, force: true });
}
