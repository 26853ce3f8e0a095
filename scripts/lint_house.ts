/**
 * The house's own lint rules: everything outside a pure function is reached through the context,
 * so the globals that lead there are named in few places only.
 *
 * @module
 */

/** A global, and the files that may name it. */
interface Door {
  /** `Deno` stands for every member that has no row of its own. */
  readonly global: string;
  readonly allowed: RegExp;
  readonly instead: string;
}

const PROC_OR_MAIN = /^(lib\/proc\/|main\.ts$)/;

/** What the product's code (main.ts, commands, lib) may reach, and where from. */
const DOORS: readonly Door[] = [
  {
    global: "Deno.Command",
    allowed: /^lib\/proc\//,
    instead: "run programs through context.exec",
  },
  { global: "Deno.exit", allowed: /^main\.ts$/, instead: "resolve to an exit code, or throw" },
  { global: "Deno.args", allowed: /^main\.ts$/, instead: "take the parsed options" },
  { global: "Deno", allowed: PROC_OR_MAIN, instead: "use the context" },
  { global: "globalThis", allowed: PROC_OR_MAIN, instead: "use the context" },
  { global: "console", allowed: /^$/, instead: "write through context.out" },
  { global: "setTimeout", allowed: PROC_OR_MAIN, instead: "wait through context.clock" },
  { global: "setInterval", allowed: /^lib\/proc\//, instead: "wait through context.clock" },
  { global: "Date.now", allowed: /^lib\/proc\//, instead: "ask context.clock" },
  { global: "performance", allowed: /^lib\/proc\//, instead: "ask context.clock" },
  { global: "Math.random", allowed: /^$/, instead: "take the random value as an argument" },
];

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);
const PRODUCT = /^((?:lib|commands)\/.*\.ts|main\.ts)$/;

/** Path below the root when the file is the product's own code; tests and tools are no part of it. */
function productPath(filename: string): string | null {
  if (!filename.startsWith(ROOT)) return null;
  const path = filename.slice(ROOT.length);
  return PRODUCT.test(path) && !path.endsWith("_test.ts") ? path : null;
}

const doors: Deno.lint.Rule = {
  create(context) {
    const path = productPath(context.filename);
    if (path === null) return {};
    const check = (node: Deno.lint.Node, name: string) => {
      const door = DOORS.find((row) => row.global === name) ??
        DOORS.find((row) => row.global === name.split(".")[0]);
      if (door === undefined || door.allowed.test(path)) return;
      context.report({ node, message: `${name} is not for ${path}`, hint: door.instead });
    };
    return {
      Identifier(node) {
        const parent: Deno.lint.Node = node.parent;
        // The name of a member or a property is not the global of that name.
        if (parent.type === "MemberExpression") {
          if (parent.object !== node) return;
          const member = parent.property.type === "Identifier" ? parent.property.name : "";
          return check(parent, `${node.name}.${member}`);
        }
        if (parent.type === "Property" && parent.key === node && !parent.shorthand) return;
        check(node, node.name);
      },
      NewExpression(node) {
        const bare = node.callee.type === "Identifier" && node.callee.name === "Date" &&
          node.arguments.length === 0;
        if (bare) check(node, "Date.now");
      },
    };
  },
};

const plugin: Deno.lint.Plugin = { name: "house", rules: { doors } };
export default plugin;
