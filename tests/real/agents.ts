/**
 * The real agent CLIs: how each is started against the mock model, and what is known of it. Rows of
 * data; the suite knows no CLI by name.
 *
 * @module
 */

import manifest from "./clis.json" with { type: "json" };

/** What a screen asks before there is an input, and the keys that a person would press. */
export interface Wall {
  readonly shows: RegExp;
  /** Key names of tmux. */
  readonly keys: readonly string[];
}

/** What becomes of a text that was delivered, on its way to the model. */
export type Alteration =
  /** White space at the end, or at both ends, is dropped. */
  | "trim"
  /** A tab becomes four spaces. */
  | "tabs"
  /** Unicode's composed form. */
  | "nfc"
  /** A space is added behind a paste that is shown as a placeholder. */
  | "space";

/** Where things are for one run. */
export interface Place {
  /** The mock model's. */
  readonly url: string;
  readonly home: string;
  readonly project: string;
}

/** One CLI. */
export interface RealAgent {
  readonly name: string;
  /** The npm package, pinned in `clis.json`. */
  readonly package: string;
  /** It runs on the Node that is installed beside it: it needs a later one than others do. */
  readonly ownNode?: true;
  /** Its arguments. */
  readonly args: readonly string[];
  env(place: Place): Readonly<Record<string, string>>;
  /** Files that it must find, by path under the home. */
  files(place: Place): Readonly<Record<string, string>>;
  readonly walls: readonly Wall[];
  readonly alters: readonly Alteration[];
  /** Turns with tools that it asks for by itself, by a piece of their text. */
  readonly ownTurns?: RegExp;
}

const json = (value: unknown) => JSON.stringify(value);

/** Every CLI that runs against the mock. */
export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: "claude",
    package: "@anthropic-ai/claude-code",
    args: ["--dangerously-skip-permissions"],
    env: ({ url }) => ({
      // It refuses to skip permissions as root unless it is told that it is in a sandbox.
      IS_SANDBOX: "1",
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-mock-123",
      DISABLE_TELEMETRY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    files: () => ({
      ".claude.json": json({
        hasCompletedOnboarding: true,
        theme: "dark",
        lastOnboardingVersion: manifest.dependencies["@anthropic-ai/claude-code"],
      }),
    }),
    walls: [
      { shows: /custom API key/i, keys: ["Up", "Enter"] },
      { shows: /Yes, I accept/i, keys: ["Down", "Enter"] },
      { shows: /trust/i, keys: ["Enter"] },
    ],
    alters: ["trim", "tabs", "nfc"],
  },
  {
    name: "codex",
    package: "@openai/codex",
    args: ["--dangerously-bypass-approvals-and-sandbox"],
    env: () => ({ MOCK_KEY: "x" }),
    files: ({ url }) => ({
      ".codex/config.toml": [
        'model = "mock"',
        'model_provider = "mock"',
        "check_for_update_on_startup = false",
        "[model_providers.mock]",
        'name = "mock"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "MOCK_KEY"',
        "requires_openai_auth = false",
        "",
      ].join("\n"),
    }),
    walls: [{ shows: /trust|continue/i, keys: ["Enter"] }],
    alters: ["trim"],
  },
  {
    name: "opencode",
    package: "opencode-ai",
    args: [],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    files: ({ url }) => ({
      ".config/opencode/opencode.json": json({
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            name: "mock",
            options: { baseURL: `${url}/v1`, apiKey: "x" },
            models: { mock: { name: "mock" } },
          },
        },
        model: "mock/mock",
        small_model: "mock/mock",
        autoupdate: false,
        share: "disabled",
      }),
    }),
    walls: [],
    alters: ["trim", "space"],
  },
  {
    name: "gemini",
    package: "@google/gemini-cli",
    args: ["--yolo", "-m", "gemini-2.5-flash"],
    env: ({ url }) => ({ GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({
      ".gemini/settings.json": json({
        security: {
          auth: { selectedType: "gemini-api-key" },
          folderTrust: { enabled: true },
        },
        general: {
          enableAutoUpdate: false,
          enableAutoUpdateNotification: false,
        },
        privacy: { usageStatisticsEnabled: false },
        ide: { hasSeenNudge: true },
      }),
    }),
    walls: [{ shows: /trust/i, keys: ["Enter"] }],
    alters: ["trim"],
  },
  {
    name: "qwen",
    package: "@qwen-code/qwen-code",
    args: ["--auth-type", "openai", "--yolo"],
    env: ({ url }) => ({
      OPENAI_API_KEY: "x",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: "mock",
    }),
    files: () => ({
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    walls: [{ shows: /trust/i, keys: ["Enter"] }],
    ownTurns: /one-line hook/,
    alters: ["trim"],
  },
  {
    name: "pi",
    package: "@mariozechner/pi-coding-agent",
    args: ["--provider", "mock", "--model", "mock", "--offline"],
    env: () => ({ PI_OFFLINE: "1" }),
    files: ({ url }) => ({
      ".pi/agent/models.json": json({
        providers: {
          mock: {
            baseUrl: `${url}/v1`,
            api: "openai-completions",
            apiKey: "x",
            models: [{ id: "mock" }],
          },
        },
      }),
    }),
    walls: [],
    alters: ["trim", "tabs"],
  },
  {
    name: "copilot",
    package: "@github/copilot",
    args: ["--no-auto-update"],
    env: ({ url }) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "x",
      COPILOT_MODEL: "mock",
    }),
    files: () => ({}),
    walls: [{ shows: /trust/i, keys: ["Enter"] }],
    ownTurns: /Tools are unavailable in this step/,
    alters: ["trim", "tabs"],
  },
  {
    name: "kimi",
    package: "@moonshot-ai/kimi-code",
    ownNode: true,
    args: ["--yolo"],
    env: ({ url }) => ({
      KIMI_DISABLE_TELEMETRY: "1",
      KIMI_CODE_NO_AUTO_UPDATE: "1",
      KIMI_MODEL_NAME: "mock",
      KIMI_MODEL_API_KEY: "x",
      KIMI_MODEL_BASE_URL: `${url}/v1`,
      KIMI_MODEL_PROVIDER_TYPE: "kimi",
      KIMI_MODEL_MAX_CONTEXT_SIZE: "200000",
    }),
    files: () => ({}),
    walls: [{ shows: /trust/i, keys: ["Enter"] }],
    alters: ["trim", "tabs"],
  },
];

/** The version that is installed. */
export function versionOf(agent: RealAgent): string {
  const versions: Readonly<Record<string, string>> = manifest.dependencies;
  return versions[agent.package] ?? "unknown";
}
