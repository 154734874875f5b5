/** Text files are imported as strings: by the bundler, by Vitest and by scripts/text-loader.js. */
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
