import { cpus, totalmem } from 'node:os'
import { markdownTable, type Row } from './report.ts'

/** What stands in the way of bars that are not met, by a part of the names of their rows. */
const inTheWay: readonly (readonly [part: string, reason: string])[] = [
  [
    "import 'identikit/node'",
    'Node compiles and runs what is imported: the service with zod is about as much code as msw with its interceptors. The largest parts are read when an organisation is made, which this import is for, so that loading them later would move the time and not save it.',
  ],
  [
    'our weight beyond msw',
    'A page has the whole service at hand, and most of it answers at once: an organisation, its control plane and its collections are there as soon as `setupWorker` returns, so that nothing of them can be loaded later. zod makes a sixth of it; the model of users, groups, OAuth and rules makes half. The OAuth endpoints, the pages, bcrypt, jose, YAML, seeds and worlds are loaded when they are first used.',
  ],
  [
    'page: from start()',
    'The time is that of the browser compiling the service and making the first organisation, on the processor that runs the page, the service worker and the measurement.',
  ],
  [
    'the demo world, later',
    'Some 700 rows are put into maps and indexes that each organisation has of its own; the records themselves are shared.',
  ],
  [
    'createOrg()',
    'What is left is the founding: an administrator with a password, the groups, scopes and keys that every organisation has.',
  ],
  [
    'search by login in 100,000',
    'The filter is parsed, and the page is made of records whose texts are cached; what is left is Node writing the reply.',
  ],
  [
    'POST user',
    'The body is parsed and validated, indexes are written and the record is shown: some 40 µs beside the 60 that Node takes for a request with a body.',
  ],
  ['list 200 of 100,000', 'A page of 200 users is 150 kB of text, which Node copies once to its socket.'],
  [
    'sorted',
    'All matches are compared by their property; an index that is kept sorted would cost every write more.',
  ],
  ['whole suite', 'The suite waits for answers of one process, which shares two processors with it.'],
  [
    'requests of a whole run',
    'Each check makes what it needs for itself, so that one that fails takes no other with it.',
  ],
]

/** docs/performance.md: what a run of the bench found, and why some bars are missed. */
export function performancePage(
  rows: readonly Row[],
  { isQuick, at }: { readonly isQuick: boolean; readonly at: Date },
): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const missed = rows.filter(({ isMet }) => isMet === false)
  return `# Performance

What \`npm run bench -- --write${isQuick ? ' --quick' : ''}\` measured on ${at.toISOString().slice(0, 10)}, with Node ${process.version}, on ${processors.length} × ${processors[0]?.model ?? 'unknown processor'} with ${memory} GiB. Nobody edits this page.

Figures are medians of rounds in which what is compared takes turns: a bare \`node:http\` server that sends the same bytes, zod, msw,
57 of msw's own handlers, oidc-provider, emulate, and Prism on our OpenAPI document. Processor time is told where other processes of
the machine would blur the time of day. All of it was measured in one run, on a machine that did other work too: compare the columns
of a row, not rows of different days.

${markdownTable(rows)}

## Bars that are not met

${missed.length === 0 ? 'None.' : missed.map(missedLine).join('\n')}
`
}

function missedLine({ name, result, bar }: Row): string {
  const [, reason] = inTheWay.find(([part]) => name.includes(part)) ?? []
  return `- **${name}**: ${result}, the bar is ${bar}.${reason === undefined ? '' : ` ${reason}`}`
}
