// The rules of check-architecture.ts about the kinds of channels and the features of the element.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listTargets, type Source } from './source-files.ts';

const sources = 'packages/checkout/src/';

/** The folder with a file or a folder for each kind. */
const kindsFolder = `${sources}channels/kinds`;

/** The folders of which other folders import only the index.ts. */
const features = ['channels', 'pay', 'result'];

/**
 * In the element, only the folder of the kinds may compare the kind of a channel. The kinds are the names in
 * this folder.
 */
export function findKindTests(root: string, { path, text }: Source): string[] {
  if (!path.startsWith(sources) || path.startsWith(`${kindsFolder}/`)) return [];
  const folder = join(root, kindsFolder);
  const kinds = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.ts$/, '')) : [];
  return new RegExp(`\\bkind\\s*[!=]==?\\s*'(?:${kinds.join('|')})'`).test(text)
    ? [`${path} tests the kind of a channel: add a member to ChannelKind in channels/kinds/kind.ts.`]
    : [];
}

/** In the element, other folders import only the index.ts of a feature. `state` is below the features. */
export function checkFeatureImports(source: Source): string[] {
  if (!source.path.startsWith(sources) || source.path.startsWith(`${sources}state/`)) return [];
  return listTargets(source).flatMap((target) => {
    const feature = features.find((name) => target.startsWith(`${sources}${name}/`));
    if (feature === undefined || source.path.startsWith(`${sources}${feature}/`)) return [];
    return target === `${sources}${feature}/index.ts`
      ? []
      : [`${source.path} imports ${target}: use the index.ts of ${feature}.`];
  });
}
