/**
 * An OpenSSH server on 127.0.0.1 with a key, a configuration and a port of its own.
 *
 * @module
 */

import { poll } from "./tmux_server.ts";

/** Where Debian has the server; it wants to be started by its whole path. */
const SSHD = "/usr/sbin/sshd";

/** Root's server wants this directory, which only an installed service makes. */
const PRIVILEGE_SEPARATION = "/run/sshd";

/** A server that accepts this user with the key that the configuration names. */
export interface Sshd {
  /** ssh's configuration: the host `here` is the server, `closed` a port where nobody listens. */
  readonly config: string;
}

/** Whether there is a server to start. */
export async function hasSshd(): Promise<boolean> {
  const found = await Promise.all(
    [SSHD, "/usr/bin/ssh"].map((path) => Deno.stat(path).catch(() => null)),
  );
  return found.every((stat) => stat?.isFile === true);
}

/**
 * Gives a test a server.
 *
 * @param directory an empty directory for keys and configuration
 * @param env variables that programs on that host get
 */
export async function withSshd(
  { directory, env }: {
    readonly directory: string;
    readonly env: Readonly<Record<string, string>>;
  },
  body: (sshd: Sshd) => Promise<void>,
): Promise<void> {
  const [port, closed] = [freePort(), freePort()];
  for (const name of ["host_key", "key"]) {
    await run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", `${directory}/${name}`);
  }
  const hostKey = (await Deno.readTextFile(`${directory}/host_key.pub`)).trim();
  await Deno.writeTextFile(`${directory}/known`, `[127.0.0.1]:${port} ${hostKey}\n`);
  const set = Object.entries(env).map(([name, value]) => `"${name}=${value}"`).join(" ");
  await Deno.writeTextFile(
    `${directory}/sshd_config`,
    `ListenAddress 127.0.0.1
Port ${port}
HostKey ${directory}/host_key
PidFile none
AuthorizedKeysFile ${directory}/key.pub
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
StrictModes no
SetEnv ${set}
`,
  );
  const config = `${directory}/ssh_config`;
  await Deno.writeTextFile(
    config,
    `Host here
  Port ${port}
Host closed
  Port ${closed}
Host *
  HostName 127.0.0.1
  IdentityFile ${directory}/key
  IdentitiesOnly yes
  UserKnownHostsFile ${directory}/known
  GlobalKnownHostsFile /dev/null
  BatchMode yes
`,
  );
  const made = Deno.uid() === 0 && await mkdir(PRIVILEGE_SEPARATION);
  const log = `${directory}/sshd.log`;
  const server = new Deno.Command(SSHD, {
    args: ["-D", "-E", log, "-f", `${directory}/sshd_config`],
    stdin: "null",
  }).spawn();
  try {
    await poll(async () => await answers(port) ? true : null, {
      failure: () => Deno.readTextFile(log).catch(String),
    });
    await body({ config });
  } catch (error) {
    const text = await Deno.readTextFile(log).catch(String);
    throw new Error(`${error instanceof Error ? error.message : error}\n--- sshd ---\n${text}`);
  } finally {
    server.kill("SIGTERM");
    await server.status;
    if (made) await Deno.remove(PRIVILEGE_SEPARATION);
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

async function answers(port: number): Promise<boolean> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
  connection?.close();
  return connection !== null;
}

async function mkdir(path: string): Promise<boolean> {
  try {
    await Deno.mkdir(path, { mode: 0o755 });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args], stdin: "null" })
    .output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}
