import { type Figures, loadText } from './figures.ts'
import { markdownTable, type Row } from './report.ts'

/** What stands in the way of bars that are not met, by a part of the names of their rows. */
const inTheWay: readonly (readonly [part: string, reason: string])[] = [
  [
    "import 'identikit/node'",
    'msw/node is part of the import, so that half of its time is left for the service and zod. Two thirds of that are to compile code, which a compile cache saves (docs/runners.md).',
  ],
  [
    'our weight beyond msw',
    'An organisation, its control plane and its collections are there as soon as `setupWorker` returns (`worker.org.control` and `worker.org.data` are called without waiting), so that none of them can be loaded later; the model and the contract alone are over the bar. The reasons for errors are loaded with the first refused call, 9 kB; the OAuth endpoints, the pages, bcrypt, jose, YAML, seeds, worlds and the tabs when they are first used.',
  ],
  [
    'page: the demo world',
    'Most of it is what cannot be packed: ids, tokens, salts and digests are random texts.',
  ],
  [
    'page: from start()',
    'Most of it is the way through the service worker, on processors that the page, the worker and the measurement share: it varies with the machine more than the few milliseconds of processor time that the page itself takes beyond msw.',
  ],
  [
    'the demo world, first time',
    'The world is read and put into indexes by code that runs for the first time, before the engine compiles it.',
  ],
  [
    'the demo world, later',
    'Some 700 rows are put into maps and indexes that each organisation has of its own; the records themselves are shared.',
  ],
  [
    'createOrg()',
    'What is left is the founding: an administrator with a password, and the group, scopes and tokens that every organisation has.',
  ],
  [
    'Vitest: 100 tests',
    'The first test waits for the import of the package and for the demo world of a cold process; the others take about two milliseconds each.',
  ],
  [
    'POST user',
    'A new user takes 14 µs in a loop without HTTP: a fifth of that is garbage of the record, the journal and the events; the rest checks the body, enters id and login into indexes, and writes the record as text. Between two calls of the kernel the same takes about three times as long, since code and indexes are out of the caches of the processor by then. The server that keeps neither checks nor writes a record, and has no journal.',
  ],
  [
    'POST client',
    '14 µs in a loop, a third of them garbage, and about three times as long between two calls of the kernel. Each setting is checked against the features, grant types and addresses that go together, a secret is made, and the journal keeps request and reply; the server that keeps does none of it.',
  ],
  [
    'list users, limit=200',
    'What finds the page, its links and its bytes again takes 3 µs in a loop, and several times as long after each reply of 150 kB, which drives it out of the caches of the processor; the bare server sends one buffer.',
  ],
  [
    'search=profile.login',
    'The expression is known from the call before; what is left, 5 µs in a loop and about three times as long between two calls of the kernel, authenticates, looks whether a secret is in the query before that goes into the journal, and finds and writes the user. The bare server looks at nothing.',
  ],
  [
    'sorted',
    'The first search by a property reads it of every record; the later ones compare numbers, and what is left of their time goes to the matches that are ordered.',
  ],
  [
    'search by sw',
    'Two properties of 100,000 records are read from memory, which takes between 2.3 and 5.7 ms in different runs: as long as the caches of the processor, which others use too, make it wait.',
  ],
  [
    'sign-in: token request',
    'Both sign with RSA, which takes some 290 µs of each, and both read and answer a request; of what is left no more than a few microseconds can go.',
  ],
  [
    'sign-in: introspection',
    'To look the token up takes a few microseconds of it; the rest is a request and its reply in node:http, which both pay alike.',
  ],
  [
    'heap of a user',
    'A record and its profile take half of it, its own texts (id, login, names) a quarter, and the entries of two indexes the rest; what users have in common is there once.',
  ],
  [
    'the whole suite',
    'Server and suite share the processors of the machine, and each check waits for its own answers.',
  ],
  [
    'requests of a whole run',
    'Counted at a proxy: of 4,176 requests, 695 delete 352 users, each of whom takes two unless the check deactivated it; 410 create users, 545 read one, 282 delete and 328 create groups and clients. Calls as strangers, whom every operation refuses, are 265 more. A check that writes has records of its own, so that one that fails takes no other with it; what is only read goes from check to check.',
  ],
  [
    'load 1,000,000 users',
    'Each user is made, its profile checked, and entered into four indexes and a group; a quarter of the time goes to collections of garbage over a heap that grows.',
  ],
  [
    'the last handler that reads',
    'msw asks the 54 handlers before it one after the other, and waits for each; a third of the time goes to the Request and the Response that the caller and msw want, and a fifth to their garbage.',
  ],
  [
    'memory of 1,000 empty ones',
    'Half of it is the room for young objects, which the engine doubles while so much stays alive; an empty organisation keeps 48 kB: its collections, streams of ids, and the founding.',
  ],
  [
    'npx identikit',
    'npm starts itself, writes the package into its cache and unpacks its files, with the work of two to three seconds of processor time: other processes of the machine make it longer.',
  ],
  [
    'journal: a GET',
    'A call of a few microseconds, which one busy moment of the machine doubles: alone (`npm run bench -- --only journal`) it comes to 1.00 to 1.08.',
  ],
  ['cold start', 'Node reads and compiles the server, in place of a script of ten lines.'],
]

/** docs/contributing/performance.md: what a run of the bench found, and why some bars are missed. */
export function performancePage(figures: Figures): string {
  const { rows, isQuick, on, node, machine } = figures
  const missed = rows.filter(({ isMet }) => isMet === false)
  return `# Performance

What \`npm run bench -- --write${isQuick ? ' --quick' : ''}\` measured on ${on}, with Node ${node}, on ${machine.processors} × ${machine.model} with ${machine.gibibytes} GiB. Nobody edits this page; [the page for users](../performance.md) says what the figures mean for them.

Figures are medians of rounds in which what is compared takes turns: a bare \`node:http\` server that sends the same bytes, one that
parses and keeps each body too, zod, msw, 57 of msw's own handlers, oidc-provider, and other mock servers. Processor time is told
where other processes of the machine would blur the time of day; it grows too where they crowd the caches. ${loadText(figures)} All of it was measured in one run:
compare the columns of a row, not rows of different days.

${markdownTable(rows)}

## Bars that are not met

${missed.length === 0 ? 'None.' : missed.map(missedLine).join('\n')}
`
}

function missedLine({ name, result, bar }: Row): string {
  const [, reason] = inTheWay.find(([part]) => name.includes(part)) ?? []
  return `- **${name}**: ${result}, the bar is ${bar}.${reason === undefined ? '' : ` ${reason}`}`
}
