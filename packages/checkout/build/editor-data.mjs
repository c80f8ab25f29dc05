// Writes what editors know about the elements, from custom-elements.json: web-types for JetBrains, and custom data of HTML and
// CSS for VS Code. `npm run manifest` runs this file.
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');

/** Returns the text of each file by its name. */
export function createEditorData() {
  const { modules } = JSON.parse(read('custom-elements.json'));
  const manifest = JSON.parse(read('package.json'));
  const documentation = JSON.parse(read('../../package.json')).documentation;
  const url = `${documentation}/reference/elements`;
  const elements = modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName !== undefined);
  const values = readAttributeValues();
  return {
    'web-types.json': describeForJetBrains({ elements, values, url, manifest }),
    ...describeForVsCode({ elements, values, url }),
  };
}

const describe = (item) => ({ name: item.name, description: (item.description ?? '').replaceAll('\n', ' ') });

function describeForJetBrains({ elements, values, url, manifest: { name, version } }) {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          ...describe({ name: element.tagName, description: element.description }),
          'doc-url': url,
          attributes: element.attributes.map((attribute) => ({
            ...describe(attribute),
            value: {
              type: values[attribute.name]?.map((value) => `'${value}'`).join(' | ') ?? attribute.type.text,
            },
          })),
          slots: element.slots.map(describe),
          js: {
            properties: element.members
              .filter((member) => member.kind === 'field' && member.static !== true)
              .map((member) => ({ ...describe(member), value: { type: member.type.text } })),
            events: element.events.map(describe),
          },
          css: { properties: element.cssProperties, parts: element.cssParts },
        })),
      },
    },
  };
}

function describeForVsCode({ elements, values, url }) {
  const references = [{ name: 'Reference', url }];
  return {
    'vscode.html-custom-data.json': {
      version: 1.1,
      tags: elements.map((element) => ({
        name: element.tagName,
        description: element.description,
        attributes: element.attributes.map((attribute) => ({
          ...describe(attribute),
          ...(values[attribute.name] && { values: values[attribute.name].map((value) => ({ name: value })) }),
        })),
        references,
      })),
    },
    'vscode.css-custom-data.json': {
      version: 1.1,
      properties: elements[0].cssProperties.map((property) => ({ name: property.name, references })),
    },
  };
}

/** Reads which texts an attribute accepts from the types for frameworks: `theme?: 'auto' | 'light' | 'dark' | Absent`. */
function readAttributeValues() {
  const attributes = [...read('types/elements.d.ts').matchAll(/^ {2}'?([\w-]+)'?\??: (.*) \| Absent;$/gm)];
  const literals = attributes.map(([, name, type]) => [
    name,
    [...type.matchAll(/'([\w-]+)'/g)].map(([, text]) => text),
  ]);
  return Object.fromEntries(literals.filter(([, texts]) => texts.length > 0));
}

if (process.argv[1]?.endsWith('editor-data.mjs'))
  for (const [name, data] of Object.entries(createEditorData()))
    writeFileSync(new URL(name, folder), `${JSON.stringify(data, null, 2)}\n`);
