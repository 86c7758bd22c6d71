import type { CommandEntries } from './tree.ts'

/** The commands of `identikit`. To add one: a file in `commands/` that exports `define`, and its row here. */
export const commands: CommandEntries = {
  serve: {
    summary: 'Serve an organisation over HTTP',
    load: () => import('./commands/serve.ts'),
  },
  exec: {
    summary: 'Serve while a program runs, such as your tests',
    load: () => import('./commands/exec.ts'),
  },
  vary: {
    summary: 'Run your tests under every freedom of the API: what do they rely on?',
    load: () => import('./commands/vary.ts'),
  },
  mcp: {
    summary: 'Serve an organisation to a coding agent, with tools to control it (MCP)',
    load: () => import('./commands/mcp.ts'),
  },
  health: {
    summary: 'Say whether a server is ready',
    load: () => import('./commands/health.ts'),
  },
  conform: {
    summary: 'Check a deployment of the service, requirement by requirement',
    load: () => import('./commands/conform.ts'),
    commands: {
      run: {
        summary: 'Check a deployment: what conform does by itself',
        load: () => import('./commands/conform/run.ts'),
      },
      explore: {
        summary: 'Compare a deployment with the mock, call by call, where chance leads',
        load: () => import('./commands/conform/explore.ts'),
      },
      init: {
        summary: 'Look at a deployment, reading only, and write its target profile',
        load: () => import('./commands/conform/init.ts'),
      },
      explain: {
        summary: 'Say what a requirement states, where it comes from, how it is checked',
        load: () => import('./commands/conform/explain.ts'),
      },
      diff: {
        summary: 'Say which requirements came out differently in two runs',
        load: () => import('./commands/conform/diff.ts'),
      },
      merge: {
        summary: 'Make one report from the shards of a run',
        load: () => import('./commands/conform/merge.ts'),
      },
      reap: {
        summary: 'List or remove what a run left behind',
        load: () => import('./commands/conform/reap.ts'),
      },
      selftest: {
        summary: 'Prove that the suite catches servers that break a requirement',
        load: () => import('./commands/conform/selftest.ts'),
      },
    },
  },
  compare: {
    summary: 'Compare the mock with recorded calls of your deployment',
    load: () => import('./commands/compare.ts'),
  },
  seed: {
    summary: 'Write a seed: from sample data, a deployment, recorded calls or a file of state',
    load: () => import('./commands/seed.ts'),
  },
  openapi: {
    summary: 'Print the OpenAPI document of the service',
    load: () => import('./commands/openapi.ts'),
  },
  pact: {
    summary: 'Verify, check and record the contracts of consumers (Pact)',
    load: () => import('./commands/pact.ts'),
    commands: {
      verify: {
        summary: 'Verify pacts with the verifier of the Pact project; no server needs to run',
        load: () => import('./commands/pact/verify.ts'),
      },
      check: {
        summary: 'Check pacts against the OpenAPI document, in milliseconds',
        load: () => import('./commands/pact/check.ts'),
      },
      record: {
        summary: "Record a pact from a consumer's own tests",
        load: () => import('./commands/pact/record.ts'),
      },
    },
  },
  state: {
    summary: 'Show, export and import what serve --state keeps',
    load: () => import('./commands/state.ts'),
    commands: {
      show: {
        summary: 'Tell what is in a file of state',
        load: () => import('./commands/state/show.ts'),
      },
      export: {
        summary: 'Write an exact copy of what is in a file of state',
        load: () => import('./commands/state/export.ts'),
      },
      import: {
        summary: 'Make a file of state of an exact copy',
        load: () => import('./commands/state/import.ts'),
      },
    },
  },
  push: {
    summary: 'Write a world or a seed into a deployment, through its API',
    load: () => import('./commands/push.ts'),
  },
  completion: {
    summary: 'Print a script that completes commands and options in a shell',
    load: () => import('./commands/completion.ts'),
  },
  complete: {
    summary: 'Propose how a command line goes on; the scripts of completion call it',
    hidden: true,
    load: () => import('./commands/complete.ts'),
  },
}
