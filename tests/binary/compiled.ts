/**
 * The compiled program, for tests that make no sense from source.
 *
 * @module
 */

/**
 * Its absolute path.
 *
 * @throws {Error} when `FAB_BIN` does not name it
 */
export function compiledFab(): string {
  const binary = Deno.env.get("FAB_BIN");
  if (binary === undefined || binary === "") {
    throw new Error("FAB_BIN must name the compiled fab; sh scripts/build.sh makes dist/fab");
  }
  return Deno.realPathSync(binary);
}
