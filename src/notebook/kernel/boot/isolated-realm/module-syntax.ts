// Turns a cell with module syntax into a script, because the inspector evaluates only scripts. It is used only for cells
// that V8 has refused, so a mistake here cannot break code that worked before.
const WORD = "[\\p{ID_Start}$_][\\p{ID_Continue}$\\u200c\\u200d]*";
const STRING = `"(?:[^"\\\\\\n]|\\\\[^])*"|'(?:[^'\\\\\\n]|\\\\[^])*'`;
const WITH = "(?:\\s*with\\s*(\\{[^}]*\\}))?";
const EXPORT_LIST = /export\s*\{[^}]*\}/y;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const REGULAR_EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE = /(?:[^`\\$]+|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;
const BEFORE_VALUE =
  /^(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|await|yield|default)$/;
const BEFORE_CONDITION = /^(?:if|while|for|with)$/;

interface Patterns {
  readonly import: RegExp;
  readonly exportFrom: RegExp;
  readonly exportDefault: RegExp;
  readonly exportNamed: RegExp;
  readonly token: RegExp;
}

/** The text that replaces a statement. */
interface Replacement {
  readonly text: string;
  /** Length of the replaced source. */
  readonly length: number;
}

// Compiled for the first cell that needs them: V8 compiles Unicode character classes slowly.
let compiled: Patterns | undefined;
function patterns(): Patterns {
  compiled ??= {
    import: new RegExp(
      `import\\s*(?:(${WORD})\\s*,?\\s*)?(?:\\*\\s*as\\s+(${WORD})|\\{([^}]*)\\})?\\s*(from)?\\s*(${STRING})${WITH}`,
      "yu",
    ),
    exportFrom: new RegExp(
      `export\\s*(?:\\*(?:\\s*as\\s+(?:${WORD}|${STRING}))?|\\{[^}]*\\})\\s*from\\s*(${STRING})${WITH}`,
      "yu",
    ),
    exportDefault: /export\s+default(?![\p{ID_Continue}$])/uy,
    exportNamed: new RegExp(
      `export\\s+default\\s+(?:(?:async\\s+)?function(?:\\s*\\*\\s*|\\s+)|class\\s+(?!extends(?![\\p{ID_Continue}$])))${WORD}`,
      "yu",
    ),
    token: new RegExp(`(${STRING}|\\d[\\w.]*)|(${WORD})|=>|\\+\\+|--|[^]`, "yu"),
  };
  return compiled;
}

/** A cell as a script. */
export interface ModuleScript {
  readonly text: string;
  /** Lines whose columns differ from those of the cell. */
  readonly moved: ReadonlySet<number>;
  readonly imported: ReadonlySet<string>;
}

/**
 * The script with the meaning and the lines of a cell with imports and exports; undefined if it has none. Imported names
 * in `assigned` are assigned instead of declared.
 */
export function asScript(source: string, assigned: ReadonlySet<string>): ModuleScript | undefined {
  let text = "";
  const imported = new Set<string>();
  let done = 0;
  const moved = new Set<number>();
  for (const at of moduleSyntax(source)) {
    if (at < done) continue;
    const found = importAt(source, at, assigned, imported) ?? exportAt(source, at);
    if (!found) continue;
    text += source.slice(done, at) + found.text;
    done = at + found.length;
    if (found.text.length !== found.length) moved.add(source.slice(0, done).split("\n").length);
  }
  return done === 0 ? undefined : { text: text + source.slice(done), moved, imported };
}

function importAt(
  source: string,
  at: number,
  assigned: ReadonlySet<string>,
  imported: Set<string>,
): Replacement | undefined {
  const found = matchAt(patterns().import, source, at);
  if (!found) return undefined;
  const [text, main, all, names, from, module, attributes] = found;
  if ((main !== undefined || all !== undefined || names !== undefined) !== (from !== undefined))
    return undefined;
  const load = loading(module!, attributes);
  const parts = [
    ...(main ? [`default: ${main}`] : []),
    ...withoutComments(names ?? "")
      .split(",")
      .map((name) => name.trim().replace(/\s+as\s+/, ": "))
      .filter((name) => name !== ""),
  ];
  const isAssigned = (name: string) => {
    imported.add(name);
    return assigned.has(name);
  };
  const statement = all
    ? `${isAssigned(all) ? ";" : "const "}${all} = ${load};${main ? binding([`default: ${main}`], all, isAssigned) : ""}`
    : binding(parts, load, isAssigned);
  return { text: keepLines(statement, text), length: text.length };
}

/** Binds imported names; names that V8 does not allow to be declared again are assigned. */
function binding(parts: readonly string[], load: string, isAssigned: (name: string) => boolean): string {
  if (parts.length === 0) return `;${load};`;
  const old = parts.filter((part) => isAssigned(part.slice(part.indexOf(":") + 1).trim()));
  const fresh = parts.filter((part) => !old.includes(part));
  const declared = fresh.length > 0 ? `const { ${fresh.join(", ")} } = ${load};` : "";
  return declared + (old.length > 0 ? `;({ ${old.join(", ")} } = ${load});` : "");
}

function exportAt(source: string, at: number): Replacement {
  const from = matchAt(patterns().exportFrom, source, at);
  if (from) return { text: keepLines(`;${loading(from[1]!, from[2])};`, from[0]), length: from[0].length };
  const list = matchAt(EXPORT_LIST, source, at);
  if (list) return { text: `;${blank(list[0]).slice(1)}`, length: list[0].length };
  const unnamed = matchAt(patterns().exportDefault, source, at);
  if (unnamed && !matchAt(patterns().exportNamed, source, at))
    // After a comma, V8 reads an expression.
    return { text: `void 0,${blank(unnamed[0].slice(7))}`, length: unnamed[0].length };
  const { length } = unnamed?.[0] ?? "export";
  return { text: blank(source.slice(at, at + length)), length };
}

/** Positions of `import` and `export` outside of brackets, strings, comments and regular expressions. */
function moduleSyntax(source: string): readonly number[] {
  const { token } = patterns();
  const positions: number[] = [];
  const open: { readonly text: string; readonly ends: boolean }[] = [];
  let before = { text: ";", value: false };
  let at = 0;
  const skip = (pattern: RegExp) => {
    const found = matchAt(pattern, source, at);
    if (found) at += found[0].length;
    return found;
  };
  while (at < source.length) {
    if (skip(SPACE)) continue;
    const start = at;
    if (source[at] === "/" && !before.value && skip(REGULAR_EXPRESSION)) {
      before = { text: "/", value: true };
      continue;
    }
    const [text, literal, word] = skip(token)!;
    let value = literal !== undefined || text === "++" || text === "--";
    if (word !== undefined) {
      const isName = before.text === ".";
      value = isName || !BEFORE_VALUE.test(word);
      const isSyntax = !isName && (word === "import" || word === "export");
      if (isSyntax && open.length === 0 && /[^\s(.:=]/.test(after(source, at))) positions.push(start);
    } else if (text === "(") open.push({ text, ends: !BEFORE_CONDITION.test(before.text) });
    else if (text === "[") open.push({ text, ends: true });
    else if (text === "{") open.push({ text, ends: !isBlock(before) });
    else if (text === ")" || text === "]") value = open.pop()?.ends ?? true;
    else if (text === "`" || (text === "}" && open.at(-1)?.text === "`")) {
      if (text === "}") open.pop();
      if (skip(TEMPLATE)?.[0].endsWith("${")) open.push({ text: "`", ends: true });
      else value = true;
    } else if (text === "}") value = open.pop()?.ends ?? false;
    before = { text, value };
  }
  return positions;
}

/** Whether a brace after this token opens statements or a class rather than an object. */
function isBlock({ text, value }: { readonly text: string; readonly value: boolean }): boolean {
  return value || /^(?:;|\{|\}|\)|=>|else|do)$/.test(text);
}

function after(source: string, at: number): string {
  const gap = matchAt(SPACE, source, at)?.[0].length ?? 0;
  return source.slice(at + gap, at + gap + 1);
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function loading(module: string, attributes: string | undefined): string {
  return `await import(${module}${attributes ? `, { with: ${attributes.replaceAll("\n", " ")} }` : ""})`;
}

function keepLines(statement: string, replaced: string): string {
  return statement + "\n".repeat(replaced.split("\n").length - 1);
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
