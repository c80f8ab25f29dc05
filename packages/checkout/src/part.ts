import { learnEnglish, type Texts } from './locales/index.ts';
import { learnIcons, type Icons } from './views/icon.ts';

/** A part of the element that is loaded when it is needed. */
export interface Part<Content> {
  /** Null until it is here. */
  readonly here: Content | null;
  /** With a second try after a second. Rejects when it can't be had; the next call tries anew. */
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

/** A part, by what imports it. The English texts that it brings can be said as soon as it is here. */
export function part<Content extends Brought>(fetchPart: () => Promise<Content>): Part<Content> {
  let here: Content | null = null;
  let loading: Promise<Content> | null = null;
  const arrived = (content: Content): Content => {
    const { texts, icons, styles } = content;
    learnEnglish(texts);
    learnIcons(icons);
    if (styles) partStyles.push(styles);
    return (here = content);
  };
  const again = async (): Promise<Content> => {
    await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    return fetchPart();
  };
  return {
    get here() {
      return here;
    },
    load() {
      loading ??= fetchPart().catch(again).then(arrived);
      loading.catch(() => (loading = null));
      return loading;
    },
  };
}
