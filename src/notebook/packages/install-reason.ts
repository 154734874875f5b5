/** Translates the installer's messages for callers, because they contain addresses, paths and texts of the registry. */
export function installReason(said: string, names: readonly string[]): string {
  const needed = MISSING.exec(said)
    ?.slice(1)
    .find((name) => name !== undefined);
  if (needed !== undefined && !names.includes(needed))
    return `the registry lacks a version of ${isShown(needed) ? needed : "a package"} that one of these packages needs. Ask for another version of them.`;
  const isYoung = said.includes("newer than");
  for (const [pattern, reason, when] of REASONS) {
    const found = when === "young" && !isYoung ? null : pattern.exec(said);
    if (found?.slice(1).every(isShown)) return reason(found[1] ?? "", found[2] ?? "");
  }
  return "the installer could not finish. Send the same call again, or ask for fewer packages or other versions.";
}

/** Names, versions and tags that callers may have requested; a registry can send anything. */
function isShown(text: string): boolean {
  return text.length <= 214 && /^(?:[\w.@/*+~^=| -]|[<>]=?\d)+$/.test(text);
}

const MISSING = /npm package '([^'\s]+)' (?:does not exist|matching)|for npm package '([^'\s]+)'/;

const tooYoung = (id: string) =>
  `${id} was published less than a day ago, and such versions wait for a day. Ask for an earlier version.`;

const REASONS: readonly (readonly [RegExp, (name: string, range: string) => string, "young"?])[] = [
  [
    /npm package '([^'\s]+)' does not exist/,
    (name) => `the registry has no package ${name}. Check its spelling and send the call again.`,
  ],
  [/npm package '([^'\s]+)' matching '([^']+)'/, (name, range) => tooYoung(`${name}@${range}`), "young"],
  [/Failed resolving tag '([^'\s]+)'/, tooYoung, "young"],
  [
    /npm package '([^'\s]+)' matching '([^']+)'/,
    (name, range) => `${name} has no version ${range}. Send one that exists, or leave it out for the latest.`,
  ],
  [
    /dist-tag '([^']+)' for npm package '([^'\s]+)'/,
    (tag, name) => `${name} has no tag ${tag}. Send a version, or leave it out for the latest.`,
  ],
  [
    /checksum did not match/i,
    () => "what the registry sent does not match the checksum that it gives. Ask for another version.",
  ],
  [
    /invalid peer certificate/,
    () =>
      "the registry's certificate is not trusted here. Have the operator set NODE_EXTRA_CA_CERTS, and send the call again.",
  ],
  [
    /\b(?:401|403)\b|Unauthorized|Forbidden/,
    () => "the registry refused access. Have the operator check the registry's settings in .npmrc.",
  ],
  [
    /Failed loading|error sending request|dns error|connect error|timed out/,
    () => "the registry cannot be reached. Send the same call again when it can.",
  ],
  [/No space left|os error 28/, () => "the disk is full. Free some space and send the same call again."],
];
