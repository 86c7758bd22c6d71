import type { CommandEntries } from './tree.ts'

/** The flags of a run that its help shows without `--all`. */
const usualOfRun =
  '--base-url --token --profile --control --allow --only --quick --explore-only --seed --baseline --report --out'

/** The commands of `identikit`. To add one: a file in `commands/` that exports `define`, and its row here. */
export const commands: CommandEntries = {
  init: {
    summary: 'Add the mock to a project: the dependency, a set-up file, a test that passes',
    examples: ['identikit init', 'identikit init web --agent'],
    load: () => import('./commands/init.ts'),
  },
  serve: {
    summary: 'Serve an organisation over HTTP',
    examples: [
      'identikit serve                                        sample data, console at /_console',
      'identikit serve --data org.yaml --state identikit.state',
    ],
    usual:
      '--config --port --host --control-token --state --data --client --scenario --seed --token --preset --freeze-clock --orgs --verbose --json',
    load: () => import('./commands/serve.ts'),
  },
  exec: {
    summary: 'Serve while a program runs, such as your tests',
    examples: ['identikit exec -- npm test', 'identikit exec --data org.yaml -- npm test'],
    usual: '--config --port --data --client --scenario --seed --token --freeze-clock',
    load: () => import('./commands/exec.ts'),
  },
  vary: {
    summary: 'Run your tests under every freedom of the API: what do they rely on?',
    examples: ['identikit vary -- npm test', 'identikit vary --broken --quick -- npm test'],
    usual: '--data --broken --thorough --quick --only --budget --jobs --known --write-known --report --out',
    load: () => import('./commands/vary.ts'),
  },
  mcp: {
    summary: 'Serve an organisation to a coding agent, with tools to control it (MCP)',
    examples: ['claude mcp add identikit -- npx identikit mcp', 'identikit mcp http://localhost:4010'],
    usual: '--config --data --seed --scenario --control-token',
    load: () => import('./commands/mcp.ts'),
  },
  health: {
    summary: 'Check whether a server is ready',
    examples: ['identikit health http://127.0.0.1:4010'],
    load: () => import('./commands/health.ts'),
  },
  gaps: {
    summary: 'List the calls that clients made and the server does not support',
    examples: ['identikit gaps http://127.0.0.1:4010'],
    load: () => import('./commands/gaps.ts'),
  },
  conform: {
    summary: 'Check a deployment of the service, requirement by requirement',
    examples: [
      'identikit conform --base-url https://id.example.com --token env:TOKEN',
      'identikit conform init --base-url https://id.example.com --token env:TOKEN',
    ],
    usual: '--base-url --token --profile --control --allow --only --quick --out',
    load: () => import('./commands/conform.ts'),
    commands: {
      run: {
        summary: 'Check a deployment: what conform does by itself',
        examples: [
          'identikit conform run --base-url https://id.example.com --token env:TOKEN --profile target.yaml',
        ],
        usual: usualOfRun,
        load: () => import('./commands/conform/run.ts'),
      },
      plan: {
        summary: 'Print every write that a run would make, and send the target nothing',
        examples: [
          'identikit conform plan --base-url https://id.example.com --token env:TOKEN --profile target.yaml',
        ],
        usual: '--base-url --token --profile --allow --only --quick --rps',
        load: () => import('./commands/conform/plan.ts'),
      },
      init: {
        summary: 'Read a deployment, and write its target profile',
        examples: ['identikit conform init --base-url https://id.example.com --token env:TOKEN'],
        usual: '--base-url --token --out --name --force --yes',
        load: () => import('./commands/conform/init.ts'),
      },
      explain: {
        summary: 'Show the statement of a requirement, its source and its checks',
        examples: [
          'identikit conform explain users.suspend.not-active',
          "identikit conform explain 'users.suspend.*'",
        ],
        load: () => import('./commands/conform/explain.ts'),
      },
      diff: {
        summary: 'Compare the verdicts of two runs',
        examples: ['identikit conform diff before/report.json after/report.json'],
        load: () => import('./commands/conform/diff.ts'),
      },
      merge: {
        summary: 'Make one report from the shards of a run',
        examples: ['identikit conform merge shard-*/report.json'],
        load: () => import('./commands/conform/merge.ts'),
      },
      'verify-report': {
        summary: 'Check that a report is whole, unchanged, and about a frozen set of requirements',
        examples: ['identikit conform verify-report conform-report/report.json'],
        load: () => import('./commands/conform/verify-report.ts'),
      },
      cleanup: {
        summary: 'List or remove records that a run left',
        examples: [
          'identikit conform cleanup --base-url https://id.example.com --token env:TOKEN --run abc123',
        ],
        usual: '--base-url --token --ledger --run --older-than --yes',
        load: () => import('./commands/conform/cleanup.ts'),
      },
      selftest: {
        summary: 'Prove that the suite catches servers that break a requirement',
        examples: [
          "identikit conform selftest 'users.suspend.*'",
          'identikit conform selftest --through https://id.example.com --token env:TOKEN',
        ],
        usual: '--through --token --profile --allow --concurrency --list',
        load: () => import('./commands/conform/selftest.ts'),
      },
    },
  },
  compare: {
    summary: 'Compare the mock with recorded calls of your deployment',
    examples: [
      'identikit compare session.har',
      'identikit compare test/fixtures/cassettes --config identikit.config.yaml',
      'identikit compare --suggest session.har',
    ],
    usual: '--data --config --suggest --preset --report --out --baseline --write-baseline',
    load: () => import('./commands/compare.ts'),
  },
  seed: {
    summary: 'Write a seed: from sample data, a deployment, recorded calls or a state file',
    examples: [
      'identikit seed --data large:500',
      'identikit seed --from deployment --base-url https://id.example.com --token env:TOKEN --fake-names',
      'identikit seed --from recording session.har',
      'identikit seed --from state identikit.state',
    ],
    usual: '--from --base-url --token --data --seed --secrets --fake-names --out --format',
    load: () => import('./commands/seed.ts'),
  },
  openapi: {
    summary: 'Print the OpenAPI document of the service',
    examples: ['identikit openapi --format yaml --out openapi.yaml', 'identikit openapi --control'],
    load: () => import('./commands/openapi.ts'),
  },
  pact: {
    summary: 'Verify, check and record the contracts of consumers (Pact)',
    examples: ['identikit pact check pacts/'],
    load: () => import('./commands/pact.ts'),
    commands: {
      verify: {
        summary: 'Verify pacts with the verifier of the Pact project; no server needs to run',
        examples: ['identikit pact verify pacts/'],
        load: () => import('./commands/pact/verify.ts'),
      },
      check: {
        summary: 'Check pacts against the OpenAPI document, in milliseconds',
        examples: ['identikit pact check pacts/'],
        load: () => import('./commands/pact/check.ts'),
      },
      record: {
        summary: "Record a pact from a consumer's own tests",
        examples: ['identikit pact record --consumer web -- npm test'],
        load: () => import('./commands/pact/record.ts'),
      },
    },
  },
  state: {
    summary: 'Show, export and import a file of serve --state',
    examples: ['identikit state show identikit.state'],
    load: () => import('./commands/state.ts'),
    commands: {
      show: {
        summary: 'Show the content of a state file',
        examples: ['identikit state show identikit.state'],
        load: () => import('./commands/state/show.ts'),
      },
      export: {
        summary: 'Write an exact copy of a state file',
        examples: ['identikit state export identikit.state --out export.json'],
        load: () => import('./commands/state/export.ts'),
      },
      import: {
        summary: 'Create a state file from an exact copy',
        examples: ['identikit state import export.json identikit.state'],
        load: () => import('./commands/state/import.ts'),
      },
    },
  },
  push: {
    summary: 'Write a sample data set or a seed into a deployment, through its API',
    examples: [
      'identikit push org.yaml --base-url https://id.example.com --token env:TOKEN          dry run',
      'identikit push org.yaml --base-url https://id.example.com --token env:TOKEN --yes',
    ],
    usual: '--base-url --token --password --skip-existing --yes --ledger --undo',
    load: () => import('./commands/push.ts'),
  },
  completion: {
    summary: 'Print a script that completes commands and options in a shell',
    examples: ['source <(identikit completion bash)'],
    load: () => import('./commands/completion.ts'),
  },
  complete: {
    summary: 'Propose how a command line goes on; the scripts of completion call it',
    hidden: true,
    load: () => import('./commands/complete.ts'),
  },
}
