/**
 * The tree of commands.
 *
 * To add one: write `commands/<family>/<name>.ts` with
 * `export const command = defineCommand({…})`, and a line here where it belongs:
 *
 *     family("pane", {
 *       summary: "see and drive the panes that agents run in",
 *       group: "Agents in panes",
 *       children: [
 *         leaf("capture", { summary: "show a pane's text", load: () => import("./pane/capture.ts") }),
 *       ],
 *     }),
 *
 * The order here is the order of the help. `load` must be an `import()`: nothing of a command is
 * read before it is called.
 *
 * @module
 */

import config from "../deno.json" with { type: "json" };
import type { CommandFamily } from "../lib/cli/command.ts";
import { family, leaf } from "../lib/cli/help/tree.ts";

/** All commands. */
export const root: CommandFamily = family("fab", {
  summary: "drive AI coding agents in tmux panes: start them, hand them a prompt and prove that " +
    "it arrived, read their screens, wait for them",
  children: [
    leaf("agent", {
      summary: "resolve a role's agent and start it in this terminal, or print how",
      group: "Starting agents",
      load: () => import("./agent.ts"),
    }),
    leaf("spawn", {
      summary: "open a window with an agent and your shell behind it",
      group: "Starting agents",
      load: () => import("./spawn.ts"),
    }),
    leaf("operator", {
      summary: "open or select this session's operator",
      group: "Starting agents",
      load: () => import("./operator.ts"),
    }),
    family("batch", {
      summary: "open many windows at once, each with a worktree of its own",
      group: "Starting agents",
      children: [
        leaf("new", {
          summary: "begin items of the backlog",
          load: () => import("./batch/new.ts"),
        }),
        leaf("switch", {
          summary: "take up changes that exist",
          load: () => import("./batch/switch.ts"),
        }),
      ],
    }),
    family("provider", {
      summary: "list, show and question the agent CLIs that can be named",
      group: "Starting agents",
      children: [
        leaf("list", {
          summary: "list the providers there are",
          load: () => import("./provider/list.ts"),
        }),
        leaf("show", {
          summary: "print one provider's entry",
          load: () => import("./provider/show.ts"),
        }),
        leaf("discover", {
          summary: "ask an installed provider about itself",
          load: () => import("./provider/discover.ts"),
        }),
      ],
    }),
    family("dispatch", {
      summary: "run the stages of a pipeline by workers with a record",
      group: "Pipelines",
      children: [
        leaf("start", {
          summary: "run a stage's worker detached, with the prompt from standard input",
          load: () => import("./dispatch/start.ts"),
        }),
        leaf("open", {
          summary: "open a stage's worker in a pane, with the prompt from standard input",
          load: () => import("./dispatch/open.ts"),
        }),
        leaf("ready", {
          summary: "ask whether a worker's pane takes typed input now",
          load: () => import("./dispatch/ready.ts"),
        }),
        leaf("deliver", {
          summary: "hand a worker in a pane its prompt, and prove that it arrived",
          load: () => import("./dispatch/deliver.ts"),
        }),
        leaf("restart", {
          summary: "run a stage again with the prompt that it was given",
          load: () => import("./dispatch/restart.ts"),
        }),
        leaf("status", {
          summary: "say how a stage's worker is doing",
          load: () => import("./dispatch/status.ts"),
        }),
        leaf("wait", {
          summary: "wait until a stage's worker is no longer running",
          load: () => import("./dispatch/wait.ts"),
        }),
        leaf("list", {
          summary: "list every attempt, of all worktrees",
          load: () => import("./dispatch/list.ts"),
        }),
        leaf("logs", {
          summary: "show what a worker printed",
          load: () => import("./dispatch/logs.ts"),
        }),
        leaf("kill", {
          summary: "end a worker",
          load: () => import("./dispatch/kill.ts"),
        }),
        leaf("reap", {
          summary: "close the pane of a worker that is done",
          load: () => import("./dispatch/reap.ts"),
        }),
        leaf("clean", {
          summary: "remove the state of changes",
          load: () => import("./dispatch/clean.ts"),
        }),
      ],
    }),
    family("pane", {
      summary: "see and drive the panes that agents run in",
      group: "Agents in panes",
      children: [
        leaf("map", {
          summary: "list panes with worktree, change, stage and agent state",
          load: () => import("./pane/map.ts"),
        }),
        leaf("capture", {
          summary: "show a pane's text",
          load: () => import("./pane/capture.ts"),
        }),
        leaf("record", {
          summary: "print what a pane's agent was asked and said, as it wrote it down",
          load: () => import("./pane/record.ts"),
        }),
        leaf("state", {
          summary: "tell what a pane's agent does, and how that is known",
          load: () => import("./pane/state.ts"),
        }),
        leaf("process", {
          summary: "show what runs in a pane, and whether an agent does",
          load: () => import("./pane/process.ts"),
        }),
        leaf("watch", {
          summary: "keep the map on the screen, or its counts on a status line",
          load: () => import("./pane/watch.ts"),
        }),
        leaf("next", {
          summary: "go to the pane that needs a person most",
          load: () => import("./pane/next.ts"),
        }),
        family("window-name", {
          summary: "rename a pane's window, guarded",
          children: [
            leaf("ensure-prefix", {
              summary: "put a prefix in front of the name, once",
              load: () => import("./pane/window_name/ensure_prefix.ts"),
            }),
            leaf("replace-prefix", {
              summary: "replace the beginning of the name, where it is there",
              load: () => import("./pane/window_name/replace_prefix.ts"),
            }),
          ],
        }),
        leaf("open", {
          summary: "start a provider's agent in a new pane",
          load: () => import("./pane/open.ts"),
        }),
        leaf("ready", {
          summary: "tell whether a pane takes typed input now",
          load: () => import("./pane/ready.ts"),
        }),
        leaf("deliver", {
          summary: "hand a prompt over, and prove that the agent has it",
          load: () => import("./pane/deliver.ts"),
        }),
        leaf("ask", {
          summary: "hand a prompt over, wait for the turn's end, and print the answer",
          load: () => import("./pane/ask.ts"),
        }),
        leaf("send", {
          summary: "send a message or keys to an agent, when its state allows it",
          load: () => import("./pane/send.ts"),
        }),
        leaf("await", {
          summary: "wait for a state, a file, a pattern, or the agent's end",
          load: () => import("./pane/await.ts"),
        }),
        leaf("kill", {
          summary: "end a pane, unless its agent is at work",
          load: () => import("./pane/kill.ts"),
        }),
      ],
    }),
    leaf("demo", {
      summary: "show the main job on a tmux server of its own",
      group: "This machine",
      load: () => import("./demo.ts"),
    }),
    family("config", {
      summary: "show, explain and change the configuration",
      group: "This machine",
      children: [
        leaf("show", {
          summary: "print the configuration that is in force, and where it comes from",
          load: () => import("./config/show.ts"),
        }),
        leaf("get", {
          summary: "print the value of one key",
          load: () => import("./config/get.ts"),
        }),
        leaf("explain", {
          summary: "print the reference of all keys, or of one",
          load: () => import("./config/explain.ts"),
        }),
        leaf("path", {
          summary: "print where the configuration files are",
          load: () => import("./config/path.ts"),
        }),
        leaf("set", {
          summary: "set one key in a configuration file",
          load: () => import("./config/set.ts"),
        }),
        leaf("unset", {
          summary: "take one key out of a configuration file",
          load: () => import("./config/unset.ts"),
        }),
      ],
    }),
    leaf("doctor", {
      summary: "check this machine and repository, and repair what is left over",
      group: "This machine",
      load: () => import("./doctor.ts"),
    }),
    family("skill", {
      summary: "print or install the texts that teach an agent to use fab",
      group: "This machine",
      load: () => import("./skill/briefing.ts"),
      children: [
        leaf("cli-agents", {
          summary: "print the helper on driving other agent CLIs",
          load: () => import("./skill/cli_agents.ts"),
        }),
        leaf("install", {
          summary: "write the helper into a skills folder",
          load: () => import("./skill/install.ts"),
        }),
      ],
    }),
    leaf("completion", {
      summary: "print what makes bash, zsh or fish complete fab's lines",
      group: "This machine",
      load: () => import("./completion.ts"),
    }),
    leaf("man", {
      summary: "print the manual page",
      group: "This machine",
      load: async () => ({ command: (await import("./man.ts")).manCommand(root, config.version) }),
    }),
    leaf("__demo-agent", {
      summary: "the agent of the demo",
      hidden: true,
      load: () => import("./demo_agent.ts"),
    }),
    leaf("__complete", {
      summary: "complete a line",
      hidden: true,
      load: async () => ({ command: (await import("./complete.ts")).completeCommand(root) }),
    }),
  ],
});
