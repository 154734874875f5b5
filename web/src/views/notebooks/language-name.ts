const NAMES: Readonly<Record<string, string>> = { typescript: "TypeScript", javascript: "JavaScript" };

/** The language of a notebook as its makers spell it. */
export const languageName = (language: string): string => NAMES[language] ?? language;
