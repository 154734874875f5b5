import { expect } from "vitest";
import { startChild } from "./start-child.ts";

/** The arguments of a migrating process. */
export interface MigratorOrder {
  readonly file: string;
  readonly migrations: readonly string[];
}

/** Lets several processes migrate one file at once; all of them must succeed. */
export async function runMigrators(count: number, order: MigratorOrder): Promise<void> {
  const children = Array.from({ length: count }, () => startChild("migrator", order));
  await Promise.all(children.map((child) => child.until(() => child.lines.length > 0)));
  for (const child of children) child.command();
  for (const child of children) expect(await child.ended).toEqual({ code: 0, signal: null });
}
