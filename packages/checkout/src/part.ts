import { learnEnglish, type Texts } from './locales/index.ts';
import { learnIcons, type Icons } from './views/icon.ts';

/** A part of the element that is loaded when it is needed. */
export interface Part<Content> {
  /** Null until it has run. */
  readonly here: Content | null;
  /** Brings it from the server, with a second try after a second, and lets it wait. Never rejects. */
  readonly prefetch: () => Promise<unknown>;
  /** Brings it and runs it. Rejects when it can't be had; the next call tries anew. */
  readonly load: () => Promise<Content>;
}

/** What a part brings to words and looks. */
interface Brought {
  readonly texts: Partial<Texts>;
  readonly icons?: Icons;
  readonly styles?: string;
}

/** The styles of the parts that are here, in the order they came. */
export const partStyles: string[] = [];

const againAfterMs = 1000;

/**
 * A part, by what imports it: a module, or of the script for tags, a function that runs it. The English texts that it brings
 * can be said as soon as it is here.
 */
export function part<Content extends Brought>(
  fetchPart: () => Promise<Content | (() => Content)>,
): Part<Content> {
  let here: Content | null = null;
  let fetching: Promise<Content | (() => Content)> | null = null;
  const fetched = (): Promise<Content | (() => Content)> => {
    fetching ??= fetchPart().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
      return fetchPart();
    });
    fetching.catch(() => (fetching = null));
    return fetching;
  };
  const run = (content: Content | (() => Content)): Content => {
    if (here !== null) return here;
    here = typeof content === 'function' ? content() : content;
    const { texts, icons, styles } = here;
    learnEnglish(texts);
    learnIcons(icons);
    if (styles) partStyles.push(styles);
    return here;
  };
  return {
    get here() {
      return here;
    },
    prefetch: () => fetched().catch(String),
    load: () => fetched().then(run),
  };
}
