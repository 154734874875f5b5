/** A shorter secret is a placeholder; masking it would change ordinary words. */
const SHORTEST_SECRET = 5;

/** Masks keys and ids. Every text keeps its length. */
export function scrub(text: string, secrets: readonly string[]): string {
  const masked = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((done, secret) => done.replaceAll(secret, mask(secret)), text);
  return PATTERNS.reduce(
    (done, pattern) => done.replace(pattern, (_, kept, secret) => kept + mask(secret)),
    masked,
  );
}

/** Each pattern captures the prefix that is kept and the part that is masked. */
const PATTERNS = [
  /\b(sk-(?:ant-|proj-)?)([\w*-]{6,})/g,
  /\b((?:pipe|user|org)_)([A-Za-z0-9*]{8,})/g,
  /\b(org-)([A-Za-z0-9]{8,})/g,
  /\b(req_)([A-Za-z0-9]{8,})/g,
  /\b()([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gi,
];

function mask(secret: string): string {
  return secret.replace(/[^-]/g, "0");
}
