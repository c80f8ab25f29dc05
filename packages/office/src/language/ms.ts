/** The texts of the pages in Malay, by their English text. */
export const malay: Readonly<Record<string, string>> = {};
