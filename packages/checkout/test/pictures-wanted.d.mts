/** The pictures that are kept: theme, width, names of scenes with spaces between them. */
export const wanted: readonly (readonly [theme: string, width: number, scenes: string])[];
