import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { loadConfig } from "./load.ts";

const PROJECT = "/desk/fab/project/config.yaml";
const SYSTEM = "/home/u/.fab-kit/config.yaml";

interface Setting {
  readonly project?: string;
  readonly system?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function contextOf({ project, system, env, cwd }: Setting) {
  return fakeContext({
    cwd: cwd ?? "/desk",
    env: { HOME: "/home/u", ...env },
    files: {
      ...(project === undefined ? {} : { [PROJECT]: project }),
      ...(system === undefined ? {} : { [SYSTEM]: system }),
    },
  });
}

async function load(setting: Setting) {
  const context = contextOf(setting);
  const loaded = await loadConfig(context);
  return { ...loaded, errors: context.out.errors };
}

async function refusal(setting: Setting): Promise<string> {
  const error = await assertRejects(() => loadConfig(contextOf(setting)), FabError);
  assertEquals(error.kind, "failed");
  return error.message;
}

Deno.test("with no file and no variable it is the built-in table", async () => {
  const { config, leaves, errors } = await load({});
  assertEquals(config, BUILT_IN);
  assertEquals(new Set(leaves.map(({ layer }) => layer.kind)), new Set(["built-in"]));
  assertEquals(errors, "");
});

Deno.test("environment over system over project over built in, leaf by leaf", async () => {
  const { config, leaves } = await load({
    project: "agent: {session: p, workers: p}\ndispatch: {mode: pane, column_width: 20}\n",
    system: "agent:\n  workers: s\ndispatch:\n  mode: headless\n",
    env: { FAB_DISPATCH_MODE: "native" },
  });
  assertEquals(config.agent.session, "p");
  assertEquals(config.agent.workers, "s");
  assertEquals(config.dispatch, { mode: "native", column_width: 20, reap_done: true });
  const origin = (key: string) => leaves.find(({ path }) => path.join(".") === key)?.layer.source;
  assertEquals(origin("agent.session"), PROJECT);
  assertEquals(origin("agent.workers"), SYSTEM);
  assertEquals(origin("dispatch.mode"), "FAB_DISPATCH_MODE");
  assertEquals(origin("dispatch.reap_done"), "built in");
});

Deno.test("the project's file is found upwards", async () => {
  const { config } = await load({ project: "agent: {session: kimi}", cwd: "/desk/a/b" });
  assertEquals(config.agent.session, "kimi");
});

Deno.test("--repo looks from that directory, and must be one", async () => {
  const files = { "/r/fab/project/config.yaml": "agent: {session: kimi}", "/r/x": null };
  const context = fakeContext({ files });
  assertEquals((await loadConfig(context, { repo: "/r/x" })).config.agent.session, "kimi");
  for (const repo of ["/nowhere", "", "/r/fab/project/config.yaml"]) {
    const error = await assertRejects(() => loadConfig(context, { repo }), FabError);
    assertStringIncludes(error.message, "not a directory");
  }
});

Deno.test("empty defines nothing; false and 0 are values", async () => {
  const { config } = await load({
    project:
      "dispatch: {column_width: 0, reap_done: false, mode: headless}\nagent: {session: codex}",
    system:
      "agent:\n  session: ''\n  workers:\n  profiles: {}\nproviders:\ndispatch: {mode: ~, column_width: []}\n",
  });
  assertEquals(config.dispatch, { mode: "headless", column_width: 0, reap_done: false });
  assertEquals(config.agent.session, "codex");
  assertEquals(config.providers, BUILT_IN.providers);
});

Deno.test("providers merge per role, then per field", async () => {
  const { config } = await load({
    project:
      "providers:\n  codex:\n    profiles:\n      fast: {effort: medium}\n  mine:\n    native: true\n",
  });
  assertEquals(config.providers.codex?.profiles?.fast, { model: "gpt-5.6-luna", effort: "medium" });
  assertEquals(config.providers.codex?.profiles?.doing, { effort: "xhigh" });
  assertEquals(config.providers.mine, { native: true });
});

Deno.test("deprecated: agent.tiers is agent.profiles where that is unset", async () => {
  const { config } = await load({
    project:
      "agent:\n  tiers:\n    doing: {provider: codex, model: a}\n  profiles:\n    doing: {model: b}\n",
  });
  assertEquals(config.agent.profiles, { doing: { provider: "codex", model: "b" } });
});

Deno.test("deprecated: a provider's flat model and effort are its own profiles.default, per field", async () => {
  const { config } = await load({
    project:
      "providers:\n  claude: {model: flat, effort: low, profiles: {default: {effort: max}}}\n  x: {model: m}\n",
  });
  assertEquals(config.providers.claude?.profiles?.default, { model: "flat", effort: "max" });
  assertEquals(config.providers.claude?.profiles?.doing?.model, "claude-opus-5");
  assertEquals(config.providers.x, { profiles: { default: { model: "m" } } });
});

Deno.test("deprecated: session_command and dispatch_command, each where the modern one is unset", async () => {
  const { config } = await load({
    project:
      "providers:\n  x: {session_command: a, dispatch_command: b}\n  y: {session_command: a, interactive_command: c}\n",
  });
  assertEquals(config.providers.x, { interactive_command: "a", headless_command: "b" });
  assertEquals(config.providers.y, { interactive_command: "c" });
});

Deno.test("unknown keys are kept and ignored", async () => {
  const { leaves, errors } = await load({ project: "project: {name: n}\nlist: [1, 2]\n" });
  assert(leaves.some(({ path, value }) => path.join(".") === "project.name" && value === "n"));
  assertEquals(errors, "");
});

Deno.test("only machine-wide keys count in the system file", async () => {
  const { leaves, config } = await load({
    project: "project: {name: n}\n",
    system: "project: {name: other}\nextra: 1\nagent: {session: kimi}\n",
  });
  assertEquals(config.agent.session, "kimi");
  const kept = leaves.filter(({ path }) => path[0] === "project" || path[0] === "extra");
  assertEquals(kept.map(({ value }) => value), ["n"]);
});

Deno.test("a role that there is none of is warned about, whatever it is called", async () => {
  const { errors } = await load({
    project: "agent: {profiles: {apply: {model: a}, reveiw: {model: b}, chef: {model: c}}}\n" +
      "providers: {codex: {profiles: {review-pt: {model: d}}}}\n",
  });
  const said = errors.split("\n").map((line) => line.replace(/^.*: unknown key /, ""));
  assertEquals(said, [
    "agent.profiles.apply is ignored; apply is a stage, worked by a role: set agent.profiles.doing",
    "agent.profiles.reveiw is ignored; did you mean agent.profiles.review?",
    "agent.profiles.chef is ignored; the roles are default, operator, doing, review, hydrate, fast",
    "providers.codex.profiles.review-pt is ignored; " +
    "did you mean providers.codex.profiles.doing, the role of stage review-pr?",
    "",
  ]);
});

Deno.test("a misspelt key is warned about, with the nearest known one", async () => {
  const { errors } = await load({
    project: "agent:\n  sesion: codex\nprovider: {x: {native: true}}\n",
  });
  assertEquals(
    errors,
    `fab: ${PROJECT}:2:3: unknown key agent.sesion is ignored; did you mean agent.session?\n` +
      `fab: ${PROJECT}:3:1: unknown key provider is ignored; did you mean providers?\n`,
  );
});

Deno.test("a broken project file is an error with file, line and column", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["agent:\n\tsession: x\n", ":2:1: a tab as indentation"],
    ["agent: [\n", ":2:1: cannot read flow collection"],
    ["agent: {}\nagent: {}\n", ":2:1: cannot store mapping pair: duplicated key"],
    ["- a\n", ":1:1: expected a map of keys"],
    [
      "providers:\n  x:\n    interactive_command: claude #1\n",
      ":3:33: interactive_command: the value is cut",
    ],
  ];
  for (const [project, expected] of cases) {
    const message = await refusal({ project });
    assert(message.startsWith(`${PROJECT}${expected}`), message);
  }
});

Deno.test("a wrong type names the key, what was found, what is expected, and the remedy", async () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "agent:\n  profiles:\n    doing:\n      model: 4.10\n",
      ':4:14: agent.profiles.doing.model: expected text, found the number 4.10; put it in quotes: "4.10"',
    ],
    [
      "providers: {x: {profiles: {fast: {model: 2026-01-02}}}}",
      'found the date 2026-01-02; put it in quotes: "2026-01-02"',
    ],
    ["agent: {session: 010}", 'found the number 010; put it in quotes: "010"'],
    ["agent: {session: true}", 'expected text, found true; put it in quotes: "true"'],
    [
      "providers:\n  x:\n    interactive_command: {model}\n",
      ":3:26: providers.x.interactive_command: expected a shell line as text, found a map; put all",
    ],
    ["providers: {x: {headless_command: [a, b]}}", "found a list; write it as one line of text"],
    ["dispatch: {mode: tab}", 'expected one of pane, native, headless, found "tab"'],
    [
      "dispatch: {column_width: 101}",
      "expected a whole number from 0 to 100, found the number 101",
    ],
    [
      "dispatch: {column_width: 3.5}",
      "expected a whole number from 0 to 100, found the number 3.5",
    ],
    ["dispatch: {column_width: 010}", "expected a whole number without a leading zero"],
    ["dispatch: {reap_done: maybe}", 'expected true or false, found "maybe"'],
    [
      "agent: codex",
      ':1:8: agent: expected a map of session, workers, profiles, seen, records, tiers, found "codex"',
    ],
    ["providers: {x: claude}", "providers.x: expected a map of interactive_command"],
    ["providers: [x]", "providers: expected a map"],
  ];
  for (const [project, expected] of cases) {
    assertStringIncludes(await refusal({ project }), expected);
  }
});

Deno.test("a BOM, CRLF, anchors and merge keys are read as meant", async () => {
  const { config } = await load({
    project:
      "\uFEFFagent:\r\n  profiles:\r\n    doing: &d {model: m}\r\n    fast:\r\n      <<: *d\r\n      effort: low\r\n",
  });
  assertEquals(config.agent.profiles, {
    doing: { model: "m" },
    fast: { model: "m", effort: "low" },
  });
});

Deno.test("alias bombs and endless aliases are bounded", async () => {
  const bomb = ["a: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level++) {
    bomb.push(`b${level}: &a${level} [${Array(9).fill(`*a${level - 1}`).join(", ")}]`);
  }
  assertStringIncludes(await refusal({ project: bomb.join("\n") }), "too many values or levels");
  assertStringIncludes(await refusal({ project: "a: &a\n  b: *a\n" }), "too many values or levels");
});

Deno.test("a file of more than 1 MB and a directory are errors", async () => {
  assertStringIncludes(await refusal({ project: `# ${"x".repeat(1024 * 1024)}\n` }), "larger than");
  const context = fakeContext({ files: { [PROJECT]: null } });
  const error = await assertRejects(() => loadConfig(context), FabError);
  assertStringIncludes(error.message, "a directory");
});

Deno.test("a broken system file is warned about and left out", async () => {
  const { config, errors } = await load({
    project: "agent: {session: codex}",
    system: "agent: {session: 5}",
  });
  assertEquals(config.agent.session, "codex");
  assertEquals(
    errors,
    `fab: ${SYSTEM}:1:18: agent.session: expected text, found the number 5; put it in quotes: "5"; ignored\n`,
  );
});

Deno.test("a broken variable is warned about and left out", async () => {
  const { config, errors } = await load({
    env: { FAB_DISPATCH_MODE: "tab", FAB_AGENT_WORKERS: "[", FAB_AGENT_SESSION: "codex" },
  });
  assertEquals(config.dispatch.mode, "native");
  assertEquals(config.agent, { session: "codex", workers: "claude" });
  assertStringIncludes(
    errors,
    'FAB_DISPATCH_MODE: expected one of pane, native, headless, found "tab"; ignored',
  );
  assertStringIncludes(errors, "FAB_AGENT_WORKERS:2:1: ");
});

Deno.test("variables are read as YAML, for every known key", async () => {
  const { config, errors } = await load({
    project: "providers: {my-agent: {native: true}}",
    env: {
      FAB_DISPATCH_COLUMN_WIDTH: "40",
      FAB_DISPATCH_REAP_DONE: "false",
      FAB_AGENT_PROFILES: "{doing: {model: a, effort: b}}",
      FAB_AGENT_PROFILES_DOING_MODEL: "'4.10'",
      FAB_PROVIDERS_MY_AGENT_INTERACTIVE_COMMAND: "run me",
      FAB_PROVIDERS_CODEX_PROFILES_FAST_MODEL: "z",
      FAB_AGENT_SESSION: "",
      FAB_DEBUG: "1",
    },
  });
  assertEquals(errors, "");
  assertEquals(config.dispatch, { mode: "native", column_width: 40, reap_done: false });
  assertEquals(config.agent.session, "claude");
  assertEquals(config.agent.profiles?.doing, { model: "4.10", effort: "b" });
  assertEquals(config.providers["my-agent"]?.interactive_command, "run me");
  assertEquals(config.providers.codex?.profiles?.fast?.model, "z");
});

Deno.test("keys that every object has are keys like any other", async () => {
  const { config } = await load({
    project:
      "providers:\n  constructor: {native: true}\n  __proto__: {native: true}\nconstructor: 1\n",
  });
  assert(Object.hasOwn(config.providers, "constructor"));
  assert(Object.hasOwn(config.providers, "__proto__"));
  assertEquals(Object.getPrototypeOf({}).native, undefined);
});
