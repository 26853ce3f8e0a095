/**
 * Attaches the program in its arguments as `fab agent` does, then prints how that ended.
 *
 * @module
 */

import { createContext } from "../../lib/proc/context.ts";

const { context } = createContext(() => Deno.exit(99));
context.signal.addEventListener("abort", () => Deno.exit(98));
const end = await context.exec.attach(Deno.args);
await context.out.stdout(`${JSON.stringify(end)}\n`);
Deno.exit(0);
