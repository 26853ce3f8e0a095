/**
 * An agent that writes down how it was started and stays until it is told to go.
 *
 * @module
 */

import { poll, type TmuxServer } from "./tmux_server.ts";

/** How an agent was started. */
export interface Start {
  readonly args: readonly string[];
  readonly cwd: string;
  /** `FAB_AGENT_WORKERS`, empty when it was not set. */
  readonly workers: string;
}

/** The agent's program, and what its runs wrote. */
export interface Recorder {
  /** Its path, which holds nothing that a shell would have to be kept from. */
  readonly program: string;
  /** All starts so far, in the order in which they began. */
  starts(): Promise<readonly Start[]>;
  /** Waits for that many. */
  until(count: number): Promise<readonly Start[]>;
}

/** Puts a recorder into the server's directory. It ends when a line is typed. */
export async function putRecorder(server: TmuxServer): Promise<Recorder> {
  const program = `${server.directory}/recorder`;
  const folder = `${server.directory}/starts`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(
    program,
    `#!/bin/sh
n=$(date +%s%N)-$$
printf '%s\\0' "$PWD" "$FAB_AGENT_WORKERS" "$@" > '${folder}/'.$n
mv '${folder}/'.$n '${folder}/'$n
echo agent is up
read line
echo agent goes
`,
  );
  await Deno.chmod(program, 0o755);
  const recorder: Recorder = {
    program,
    async starts() {
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
      const starts: Start[] = [];
      for (const name of names.filter((name) => !name.startsWith(".")).sort()) {
        const words = (await Deno.readTextFile(`${folder}/${name}`)).split("\0");
        const [cwd = "", workers = "", ...args] = words.slice(0, -1);
        starts.push({ cwd, workers, args });
      }
      return starts;
    },
    until: (count) =>
      poll(async () => {
        const starts = await recorder.starts();
        return starts.length >= count ? starts : null;
      }, {
        failure: async () =>
          `not ${count} starts: ${JSON.stringify(await recorder.starts())}\n${await server
            .screens()}`,
      }),
  };
  return recorder;
}
