// The options of the site's search. It runs in the browser, with an index that the build writes. VitePress sends functions to
// the browser as text, so each one is complete in itself.

/** Shortens a word to its stem, and drops words that each question has. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase().replaceAll(/[’']s?$/g, '');
  const common =
    /^(a|an|and|any|are|as|at|be|by|can|do|does|for|from|has|have|how|i|if|in|is|it|its|me|my|no|not|of|on|or|our|so|that|the|their|then|there|this|to|was|we|what|when|where|which|who|why|will|with|without|you|your)$/;
  if (common.test(word) || word === '') return null;
  return word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed)$/, '') : word.replace(/^(.{3,})s$/, '$1');
}

/** Lowers pages that explain the project to its developers, and lists of names below the pages that explain them. */
function boostDocument(id: string): number {
  if (/^\/reference\/(?!api)/.test(id)) return 0.5;
  return /\/(decisions|architecture|reference\/api)/.test(id) ? 0.3 : 1;
}

export const searchOptions = {
  provider: 'local',
  options: {
    detailedView: true,
    miniSearch: {
      options: { processTerm },
      searchOptions: { boostDocument, fuzzy: 0.15, prefix: true, boost: { title: 4, titles: 2, text: 1 } },
    },
  },
} as const;
