/** A style sheet as text; the tag is for editors and for the build. */
export const css: (strings: TemplateStringsArray, ...values: readonly string[]) => string = String.raw;
