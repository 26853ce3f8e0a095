/**
 * Writes what the binary is made of: `sbom.json`, a software bill of materials (CycloneDX 1.5) with
 * each package's version, licence and checksum, and `THIRD-PARTY-LICENSES.txt` with their texts.
 * Both depend on the commit and the Deno alone, so that two builds of one commit are equal.
 *
 *   deno run -A scripts/sbom.ts <folder>
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";

/** A part of the binary. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  readonly purl: string;
  /** Checksum of the package as it was fetched, in hexadecimal digits; null where it has none. */
  readonly sha512: string | null;
  /** Text of its licence file; null where it ships none. */
  readonly text: string | null;
}

const root = dirname(dirname(fromFileUrl(import.meta.url)));

/** The npm packages in the bundle, by the lock file, with what each says of itself. */
async function npmParts(): Promise<Part[]> {
  const info = await denoInfo([join(root, "main.ts")]);
  const cache = (await denoInfo([])).npmCache;
  const lock = JSON.parse(await Deno.readTextFile(join(root, "deno.lock")));
  const parts: Part[] = [];
  const bundled = new Set((info.modules ?? []).map((module) => module.npmPackage));
  for (const [key, { name, version }] of Object.entries(info.npmPackages ?? {})) {
    if (!bundled.has(key)) continue;
    const folder = await packageFolder(cache, name, version);
    const { license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
    if (typeof license !== "string") throw new Error(`${key} names no licence`);
    const integrity: string = lock.npm[key].integrity;
    parts.push({
      ...{ name, version, license },
      purl: `pkg:npm/${name.replace(/^@/, "%40")}@${version}`,
      sha512: hexOf(integrity.replace(/^sha512-/, "")),
      text: await licenseText(folder),
    });
  }
  return parts.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Deno's runtime and its engine, as they say themselves. */
function runtimeParts(): Part[] {
  const { deno, v8 } = Deno.version;
  return [
    part("denort", deno, { license: "MIT", purl: `pkg:github/denoland/deno@v${deno}` }),
    part("v8", v8, { license: "BSD-3-Clause", purl: `pkg:generic/v8@${v8}` }),
  ];
}

function part(name: string, version: string, about: Pick<Part, "license" | "purl">): Part {
  return { name, version, ...about, sha512: null, text: null };
}

interface Info {
  readonly npmCache: string;
  readonly modules?: readonly { readonly npmPackage?: string }[];
  readonly npmPackages?: Readonly<Record<string, { name: string; version: string }>>;
}

async function denoInfo(args: readonly string[]): Promise<Info> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", ...args],
    cwd: root,
  }).output();
  if (!output.success) throw new Error(new TextDecoder().decode(output.stderr));
  return JSON.parse(new TextDecoder().decode(output.stdout));
}

/** Deno keeps packages below a folder for each registry; this project knows of one. */
async function packageFolder(cache: string, name: string, version: string): Promise<string> {
  for await (const registry of Deno.readDir(cache)) {
    const folder = join(cache, registry.name, name, version);
    if (await Deno.stat(folder).catch(() => null)) return folder;
  }
  throw new Error(`${name}@${version} is not in ${cache}`);
}

async function licenseText(folder: string): Promise<string | null> {
  for await (const { name } of Deno.readDir(folder)) {
    if (/^licen[cs]e(\.\w+)?$/i.test(name)) return await Deno.readTextFile(join(folder, name));
  }
  return null;
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** The bill of materials. */
export function bomOf(version: string, parts: readonly Part[]): unknown {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "fab",
        version,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: parts.map((each) => ({
      type: "library",
      "bom-ref": each.purl,
      name: each.name,
      version: each.version,
      purl: each.purl,
      licenses: [{ license: { id: each.license } }],
      ...(each.sha512 === null ? {} : { hashes: [{ alg: "SHA-512", content: each.sha512 }] }),
    })),
  };
}

/** The licence texts, one after the other. */
export function licensesOf(parts: readonly Part[]): string {
  const rule = "=".repeat(78);
  const entries = parts.map((each) => {
    const text = each.text ?? `Licensed under ${each.license}; the package ships no licence text.`;
    return `${rule}\n${each.name} ${each.version} (${each.license})\n${rule}\n\n${text.trim()}\n`;
  });
  return `The program fab contains the following.\n\n${entries.join("\n")}`;
}

if (import.meta.main) {
  const folder = Deno.args[0];
  if (folder === undefined) throw new Error("name the folder to write to");
  const { version } = JSON.parse(await Deno.readTextFile(join(root, "deno.json")));
  const parts = [...runtimeParts(), ...await npmParts()];
  await Deno.writeTextFile(
    join(folder, "sbom.json"),
    JSON.stringify(bomOf(version, parts), null, 2) + "\n",
  );
  await Deno.writeTextFile(join(folder, "THIRD-PARTY-LICENSES.txt"), licensesOf(parts));
}
