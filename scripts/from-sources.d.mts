export const sourceCondition: string;
export const fromSources: readonly string[];
