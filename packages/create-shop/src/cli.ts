#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createShop, readVersion, templates, type Template } from './create-shop.ts';

const usage = `Usage: npm create @pgw/shop [folder] -- [--template ${templates.join(' | ')}]

Creates a small shop that takes payments from the sandbox. Default folder: my-shop. Default template: ${templates[0]}.`;

await main();

async function main(): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    });
    if (values.help === true || values.version === true) {
      console.log(values.help === true ? usage : readVersion());
      return;
    }
    if (positionals.length > 1)
      throw new Error(`Only one folder is expected, not ${positionals.join(', ')}.`);
    const [folder = 'my-shop'] = positionals;
    const template = parseTemplate(values.template ?? (await promptForTemplate()));
    createShop({ folder, template });
    console.log(describeNextSteps(folder));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

/** Prompts the user for a template. Returns the default template without a terminal. */
async function promptForTemplate(): Promise<string> {
  const [defaultTemplate = ''] = templates;
  if (!process.stdin.isTTY) return defaultTemplate;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const template = await terminal.question(
    `Template (${templates.join(', ')}; default ${defaultTemplate}): `,
  );
  terminal.close();
  return template.trim() || defaultTemplate;
}

function parseTemplate(name: string): Template {
  const template = templates.find((each) => each === name);
  if (template === undefined) throw new Error(`There is no template "${name}".`);
  return template;
}

function describeNextSteps(folder: string): string {
  return `The shop is in ${folder}. Start it with the sandbox:

  cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}
  npm install
  npm run dev

Then open http://127.0.0.1:3000 and pay for an order.`;
}
