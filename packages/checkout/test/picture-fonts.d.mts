/** Weights by the name of a @fontsource package. */
export type FontWeights = Readonly<Record<string, readonly number[]>>;
export const pictureFonts: FontWeights;
export const fontPath: string;
export const fontFamily: string;
export function createFontRules(): Promise<string>;
export function createFontFaces(fonts: FontWeights): Promise<string>;
export function readFont(path: string): Promise<Buffer>;
