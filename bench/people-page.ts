import { isPeer, peerOf } from './bars.ts'
import { type Figures, loadText } from './figures.ts'
import { figureAfter, ours, rounded, type Row, theirs } from './report.ts'

/** How the name of a row of the bench begins, and its meaning for a user of Identikit. */
type Meaning = readonly [start: string, says: (row: Row) => string]

const seconds = (milliseconds: number): string => `${rounded(milliseconds / 1000)} s`

const meanings: Readonly<Record<string, readonly Meaning[]>> = {
  'Tests in Node': [
    [
      'Vitest: 100 tests',
      (row) => `Your 100 tests take ${seconds(ours(row))} longer, each with its own copy of the demo data.`,
    ],
    [
      "import 'identikit/node'",
      (row) =>
        `A test file spends ${rounded(ours(row))} ms on the import. \`msw/node\` alone takes ${rounded(theirs(row))} ms.`,
    ],
    ['createOrg()', (row) => `A new empty organisation takes ${rounded(ours(row))} ms.`],
    [
      'the demo data, later',
      (row) => `The demo data take ${rounded(ours(row))} ms in each test after the first.`,
    ],
    [
      'in process, through msw: the first',
      (row) =>
        `A call through msw takes ${rounded(1e6 / ours(row))} µs. With msw's stock handlers it takes ${rounded(1e6 / theirs(row))} µs.`,
    ],
  ],
  'Pages in a browser': [
    [
      'page: our weight beyond msw',
      (row) =>
        `The mock adds ${rounded(ours(row))} kB of gzipped scripts to your development page. msw adds ${rounded(theirs(row))} kB.`,
    ],
    [
      'page: from start()',
      (row) => `The first answer comes ${rounded(Math.max(0, ours(row)))} ms later than with msw alone.`,
    ],
  ],
  'A server': [
    [
      'cold start',
      (row) =>
        `The server answers ${rounded(ours(row))} ms after its start. A script of ten lines takes ${rounded(theirs(row))} ms.`,
    ],
    ['npx identikit', (row) => `The first \`npx identikit\` on a machine takes ${rounded(ours(row))} s.`],
    ['GET one user, 10,000', (row) => `It answers ${rounded(ours(row))} reads of a user a second.`],
    [
      'POST user, with profile',
      (row) =>
        `It creates ${rounded(ours(row))} users a second. A ${row.other.startsWith('keeping') ? 'server that only keeps the bodies' : 'bare server'} answers ${rounded(theirs(row))}.`,
    ],
    [
      'list users, limit=200',
      (row) =>
        `It sends ${rounded(ours(row))} pages of 200 users a second. A bare server sends ${rounded(theirs(row))}.`,
    ],
    [
      'model: search by department',
      (row) => `A sorted search of 100,000 users takes ${rounded(ours(row))} ms.`,
    ],
    [
      'model: heap of a user activated',
      (row) => `100,000 users activated by the API take ${rounded(ours(row) / 10)} MB of memory.`,
    ],
    [
      'restart with --state, 100,000',
      (row) => `A restart with 100,000 users in a state file takes ${rounded(ours(row))} s.`,
    ],
  ],
  'Sign-in, contracts, conformance': [
    [
      'sign-in: token request',
      (row) =>
        `A token request takes ${rounded(ours(row))} µs of processor time. \`oidc-provider\` takes ${rounded(theirs(row))} µs.`,
    ],
    ['pact verify', (row) => `\`identikit pact verify\` checks 50 interactions in ${seconds(ours(row))}.`],
    [
      'openapi: the document',
      (row) => `\`identikit openapi\` prints the document in ${rounded(ours(row))} ms.`,
    ],
    [
      'the whole suite',
      (row) => `The whole conformance suite takes ${rounded(ours(row))} s against the mock.`,
    ],
    [
      'requests of a whole run',
      (row) => `It sends ${rounded(ours(row))} requests to a deployment without a control plane.`,
    ],
  ],
}

/** docs/performance.md: the meaning of the last run of the bench for users. */
export function peoplePage(figures: Figures): string {
  const { rows, on, node, machine } = figures
  const sections = Object.entries(meanings).map(
    ([title, lines]) => `## ${title}\n\n${meaningTable(rows, lines)}`,
  )
  return `# Performance

How long you wait for Identikit, and how it compares with other mock servers. \`npm run bench -- --write\` writes this page from what it measured.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="pictures/speed-dark.svg">
  <img alt="Bars: reads of one user in a second, and time to the first answer, of Identikit, other mock servers and a bare server" src="pictures/speed-light.svg" width="700">
</picture>

The run of ${on} used Node ${node.slice(1)} on ${machine.processors} × ${machine.model} with ${machine.gibibytes} GiB.
${shortLoad(figures)}
Compare the figures of one line with each other, not with those of another day.

${sections.join('\n\n')}

## Other mock servers

Each server answers the same read of one user, over 16 connections on the same machine.

${peerTable(rows)}

${notMeasured(rows)}

## How it is measured

Every figure is a median of several rounds. Both sides of a comparison take turns in the same round.
"A bare server" is \`node:http\` with one fixed reply. For writes, the bench also compares with a server that parses and keeps each body.
The bench waits for a quiet machine. After ten minutes of waiting it gives up and writes nothing.
[All figures, every goal, and the reason for each missed goal](https://github.com/identikit/identikit/blob/main/docs/contributing/performance.md).
`
}

function shortLoad(figures: Figures): string {
  return loadText(figures).includes('**')
    ? '**Other processes used the machine too: an idle one shows smaller times.**'
    : 'No other process used the machine.'
}

function meaningTable(rows: readonly Row[], lines: readonly Meaning[]): string {
  const told = lines.flatMap(([start, says]) => {
    const row = rows.find(({ name }) => name.startsWith(start))
    return row && Number.isFinite(ours(row)) ? [`| ${says(row)} | ${goalOf(row)} |`] : []
  })
  return ['| For you | Goal |', '|---|---|', ...told].join('\n')
}

/** A goal without a unit is a ratio to the value in the row's other column. */
function goalOf({ bar, result, isMet }: Row): string {
  if (isMet === undefined) return ''
  const limit = bar.replace('≤', 'at most').replace('≥', 'at least').trim()
  const isRatio = !/\d (?:ms|s|kB|MB|bytes)$|,/.test(bar)
  const told = isRatio ? `${limit} times, got ${result.replace(/ \(.*$/, '')}` : limit
  return isMet ? told : `${told} (**missed**)`
}

function peerTable(rows: readonly Row[]): string {
  const lines = rows.filter(isPeer).map((row) => {
    const start = figureAfter('first answer after ', row)
    const first = Number.isFinite(start) ? `${rounded(start)} ms` : ''
    const ratio = `${(ours(row) / theirs(row)).toFixed(1)} times as many`
    return `| ${peerOf(row)} | ${rounded(theirs(row))} | ${rounded(ours(row))} | ${ratio} | ${first} |`
  })
  const head =
    '| Server | Its reads a second | Identikit in the same rounds | Identikit answers | Its first answer after |'
  return [head, '|---|--:|--:|--:|--:|', ...lines].join('\n')
}

/** The figures that a reader may miss in the table, with the reason. */
function notMeasured(rows: readonly Row[]): string {
  const leftOut = rows
    .filter(({ result }) => result.startsWith('left out: '))
    .map((row) => `- ${peerOf(row)}: ${row.result.slice('left out: '.length)}`)
  return [
    'Not measured: Mockoon and hosted services. Real deployments depend on their network.',
    ...(leftOut.length === 0 ? [] : ['', 'This run could not start:', '', ...leftOut]),
  ].join('\n')
}
