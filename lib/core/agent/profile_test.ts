import { assertEquals, assertThrows } from "@std/assert";
import type { Config } from "../config/types.ts";
import { FabError } from "../errors.ts";
import { resolveProfile } from "./profile.ts";
import { BUILT_IN } from "./providers.ts";
import { roleOfStage, ROLES, select } from "./roles.ts";
import { STAGES } from "../stages.ts";

const withAgent = (agent: Partial<Config["agent"]>): Config => ({
  ...BUILT_IN,
  agent: { ...BUILT_IN.agent, ...agent },
});

Deno.test("with nothing configured every role is claude's own fill", () => {
  assertEquals(resolveProfile(BUILT_IN, { role: "default" }), {
    provider: "claude",
    model: "claude-fable-5",
    effort: "high",
  });
  assertEquals(resolveProfile(BUILT_IN, { role: "fast" }).model, "claude-sonnet-5");
});

Deno.test("the depth knob of a role: session for default and operator, workers for the others", () => {
  const config = withAgent({ session: "codex", workers: "agy" });
  for (const role of ROLES) {
    const expected = role === "default" || role === "operator" ? "codex" : "agy";
    assertEquals(resolveProfile(config, { role }).provider, expected, role);
  }
});

Deno.test("a role's own provider wins over the knob, and a flag over both", () => {
  const config = withAgent({ workers: "agy", profiles: { doing: { provider: "codex" } } });
  assertEquals(resolveProfile(config, { role: "doing" }).provider, "codex");
  assertEquals(resolveProfile(config, { role: "doing", provider: "kimi" }).provider, "kimi");
});

Deno.test("fills are looked up field by field: role's fill, then the provider's default", () => {
  assertEquals(resolveProfile(BUILT_IN, { role: "doing", provider: "codex" }), {
    provider: "codex",
    model: "gpt-5.6-sol",
    effort: "xhigh",
  });
  assertEquals(resolveProfile(BUILT_IN, { role: "review", provider: "agy" }), {
    provider: "agy",
    model: "gemini-3.1-pro-high",
    effort: "",
  });
});

Deno.test("nothing is inherited across providers", () => {
  assertEquals(resolveProfile(BUILT_IN, { role: "doing", provider: "kimi" }), {
    provider: "kimi",
    model: "",
    effort: "",
  });
});

Deno.test("a role's own model and effort do not cross to a provider that was pinned", () => {
  const config = withAgent({
    profiles: { review: { provider: "codex", model: "gpt", effort: "low" }, fast: { model: "m" } },
  });
  const profile = (role: "review" | "fast", provider: string) =>
    resolveProfile(config, { role, provider });
  assertEquals(profile("review", "kimi"), { provider: "kimi", model: "", effort: "" });
  assertEquals(profile("review", "claude").model, "claude-opus-5");
  assertEquals(profile("fast", "agy").model, "gemini-3.6-flash-low");
  // The one that the role resolves to anyway, named: nothing changes.
  assertEquals(profile("review", "codex"), { provider: "codex", model: "gpt", effort: "low" });
  assertEquals(profile("fast", "claude").model, "m");
});

Deno.test("a role's own model and effort win over fills, and flags over them", () => {
  const config = withAgent({ profiles: { fast: { model: "m" } } });
  assertEquals(resolveProfile(config, { role: "fast" }), {
    provider: "claude",
    model: "m",
    effort: "medium",
  });
  assertEquals(resolveProfile(config, { role: "fast", model: "n" }).model, "n");
});

Deno.test("a flag that was given counts even when empty", () => {
  assertEquals(resolveProfile(BUILT_IN, { role: "default", model: "" }).model, "");
  assertThrows(
    () => resolveProfile(BUILT_IN, { role: "default", provider: "" }),
    FabError,
    'unknown provider ""',
  );
});

Deno.test("a provider alone bypasses roles and fills", () => {
  assertEquals(resolveProfile(BUILT_IN, { role: null, provider: "claude", effort: "low" }), {
    provider: "claude",
    model: "",
    effort: "low",
  });
});

Deno.test("an unknown provider is named with those there are", () => {
  for (const name of ["bogus", "constructor", "__proto__"]) {
    assertThrows(
      () => resolveProfile(BUILT_IN, { role: null, provider: name }),
      FabError,
      `unknown provider "${name}" (available: agy, claude, codex, kimi); configure it under providers.${name} `,
    );
  }
});

Deno.test("stages have fixed roles", () => {
  assertEquals(STAGES.map(roleOfStage), ["default", "doing", "review", "hydrate", "fast", "doing"]);
});

Deno.test("a selector that is a role and a stage is the role", () => {
  assertEquals(select("review"), { role: "review", stage: null });
  assertEquals(select("hydrate"), { role: "hydrate", stage: null });
  assertEquals(select("review-pr"), { role: "doing", stage: "review-pr" });
  assertEquals(select("Review"), null);
  assertEquals(select("toString"), null);
});
