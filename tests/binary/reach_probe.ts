/**
 * Tries to reach outside by every way that Deno knows, and prints what came of each as JSON. It is
 * compiled with the permissions of `fab`.
 *
 *     reach_probe <port on 127.0.0.1 where somebody listens> <an empty directory>
 */

const [port = "0", directory = "/nonexistent"] = Deno.args;
const at = { hostname: "127.0.0.1", port: Number(port) };
const url = `http://127.0.0.1:${port}/`;
// Specifiers are put together as it runs, so that nothing of them is taken into the program or,
// of node's, its types into the lock file.
const remote = [url, "module.js"].join("");
const node = (name: string) => import(["node", name].join(":"));

const WAYS: Readonly<Record<string, () => unknown>> = {
  "listen": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  "connect": () => Deno.connect(at),
  "resolve a name": () => Deno.resolveDns("localhost", "A"),
  "fetch": () => fetch(url),
  "websocket": () => opened(new WebSocket(`ws://127.0.0.1:${port}/`)),
  "node: listen": async () => {
    const { createServer } = await node("net");
    return await new Promise((resolve) => createServer().listen(0, "127.0.0.1", resolve));
  },
  "node: connect": async () => {
    const { connect } = await node("net");
    return await new Promise((resolve, reject) =>
      connect(at.port, at.hostname, resolve).on("error", reject)
    );
  },
  "node: datagrams": async () => {
    const { createSocket } = await node("dgram");
    return await new Promise((resolve, reject) =>
      createSocket("udp4").on("error", reject).bind(0, "127.0.0.1", resolve)
    );
  },
  "node: http": async () => {
    const { get } = await node("http");
    return await new Promise((resolve, reject) => get(url, resolve).on("error", reject));
  },
  "import": () => import(remote),
  "foreign functions": () => Deno.dlopen(`${directory}/library.so`, {}),
  "name of the machine": () => Deno.hostname(),
  "ask for the network": () => grantedOr(Deno.permissions.request({ name: "net" })),
  "ask for foreign functions": () => grantedOr(Deno.permissions.request({ name: "ffi" })),
};

function opened(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve("open");
    socket.onerror = (event) => reject(new Error(event instanceof ErrorEvent ? event.message : ""));
  });
}

async function grantedOr(status: Promise<Deno.PermissionStatus>): Promise<string> {
  const { state } = await status;
  if (state !== "granted") throw new Error(state);
  return state;
}

// node's listeners tell of a refusal by an error that nobody can catch.
let refuse: (error: unknown) => void = () => {};
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  refuse(event.error);
});

const results: Record<string, string> = {};
for (const [way, attempt] of Object.entries(WAYS)) {
  const refused = new Promise((_, reject) => refuse = reject);
  const late = new Promise((resolve) => setTimeout(() => resolve("no answer"), 5000));
  try {
    results[way] = `opened: ${await Promise.race([attempt(), refused, late])}`;
  } catch (error) {
    results[way] = "refused";
    console.error(`${way}: ${error}`);
  }
}
console.log(JSON.stringify(results));
Deno.exit(0);
