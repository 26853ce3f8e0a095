import { assertEquals } from "@std/assert";
import type { Config } from "../core/config/types.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { checkProviders } from "./providers.ts";

async function found(
  config: Config,
  programs: readonly string[],
  serverPath: string | null = null,
) {
  const { files, env } = fakeContext({ env: { PATH: "/bin" }, files: { "/bin": null } });
  for (const name of programs) {
    await files.writeAtomic(`/bin/${name}`, "", { mode: 0o100755 });
  }
  const checks = await checkProviders(config, { files, env, serverPath });
  return Object.fromEntries(
    checks.map(({ name, status, message }) => [name.replace("provider ", ""), { status, message }]),
  );
}

Deno.test("a missing provider matters where a role uses it", async () => {
  const config: Config = { ...BUILT_IN, agent: { session: "claude", workers: "codex" } };
  const checks = await found(config, ["kimi"]);
  assertEquals(checks, {
    agy: { status: "ok", message: "agy is not installed; no role uses it" },
    claude: { status: "warn", message: "claude not found on PATH, used for default, operator" },
    codex: {
      status: "warn",
      message: "codex not found on PATH, used for doing, review, hydrate, fast",
    },
    kimi: { status: "ok", message: "/bin/kimi" },
  });
});

Deno.test("a program that new panes don't find is said", async () => {
  const checks = await found(BUILT_IN, ["claude"], "/usr/bin");
  assertEquals(checks.claude, {
    status: "warn",
    message: "/bin/claude is not on the PATH that tmux gives to new panes",
  });
  assertEquals((await found(BUILT_IN, ["claude"], "/usr/bin:/bin")).claude?.status, "ok");
});

Deno.test("unknown, commandless and unreadable providers", async () => {
  const config: Config = {
    agent: { session: "ghost", workers: "bare", profiles: { fast: { provider: "shelly" } } },
    providers: { bare: {}, shelly: { interactive_command: "$AGENT -x" } },
    dispatch: BUILT_IN.dispatch,
  };
  assertEquals(await found(config, []), {
    bare: { status: "warn", message: "has no command" },
    shelly: { status: "ok", message: "only a shell can tell what it runs: $AGENT -x" },
    ghost: {
      status: "fail",
      message: "not configured, used for default, operator",
    },
  });
});
