import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** A Rolldown and Vite plugin that writes the licence of every package in the bundle to a file. */
export function thirdPartyNotices(file: string) {
  return {
    name: "third-party-notices",
    writeBundle(
      _: unknown,
      bundle: Record<string, { readonly type: string; readonly moduleIds?: string[] }>,
    ) {
      const folders = new Set<string>();
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const id of moduleIds) {
          const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/"))?.[1];
          if (folder !== undefined && existsSync(join(folder, "package.json"))) folders.add(folder);
        }
      const notices = [...folders].map(noticeOf).sort();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        `This file lists the packages that are bundled here.\n\n${[...new Set(notices)].join("\n")}`,
      );
    },
  };
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Package;
  const texts = readdirSync(folder).filter((one) => /^(licen[cs]e|copying|notice)\b/i.test(one));
  const text = texts.map((one) => readFileSync(join(folder, one), "utf8").trim()).join("\n\n");
  return `${"-".repeat(80)}\n${name} ${version} (${license ?? "see below"})\n\n${text || "The package has no licence file."}\n`;
}
