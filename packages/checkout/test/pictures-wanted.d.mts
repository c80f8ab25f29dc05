/** The pictures that are kept: theme, width, names of scenes with spaces between them, and the language when it is not English. */
export const wanted: readonly (readonly [theme: string, width: number, scenes: string, language?: string])[];
