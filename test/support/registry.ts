/** The environment variables that configure this machine's package registry. */
export const registryVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      /^(HOME|npm_config_.*|NODE_EXTRA_CA_CERTS)$/i.test(entry[0]) && !!entry[1],
  ),
);
