import { assertEquals } from "@std/assert";
import { selfArgv } from "./self.ts";

Deno.test("a compiled program is started by its own path", () => {
  const running = { compiled: true, execPath: "/opt/a b/fab", mainModule: "file:///tmp/x/main.js" };
  assertEquals(selfArgv(running), ["/opt/a b/fab"]);
});

Deno.test("a program from source is started by Deno, with its configuration and its rights", () => {
  const argv = selfArgv({
    compiled: false,
    execPath: "/opt/deno",
    mainModule: "file:///src/a%20b/main.ts",
  });
  assertEquals(argv.slice(0, 6), [
    ...["/opt/deno", "run", "--quiet", "--no-check", "--config", "/src/a b/deno.json"],
  ]);
  assertEquals(argv.at(-1), "/src/a b/main.ts");
  const script = Deno.readTextFileSync(new URL("../../scripts/permissions.sh", import.meta.url));
  const compiledIn = /^permissions="([^"]*)"/m.exec(script)?.[1]?.split(/\s+/);
  assertEquals(argv.slice(6, -1), compiledIn);
});
