/** Text files are imported as strings: by the bundler, by Vitest and by scripts/text-loader.js. */
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
/** The boot program of notebook processes, bundled by scripts/boot-program.ts. */
declare module "*?program" {
  const text: string;
  export default text;
}
/** The table of word vectors, written by scripts/word-vectors.ts. */
declare module "*.vec" {
  const text: string;
  export default text;
}
