import { type Figures, loadText } from './figures.ts'
import { markdownTable, type Row } from './report.ts'
import { structuresTable } from './structures.ts'

/** The reasons why some bars are missed, by a part of the names of their rows. */
const inTheWay: readonly (readonly [part: string, reason: string])[] = [
  [
    "import 'identikit/node'",
    'The import includes msw/node, which leaves half of the time for the service and zod. Two thirds of that compile code. A compile cache saves them (docs/runners.md).',
  ],
  [
    'our weight beyond msw',
    'An organisation, its control plane and its collections exist as soon as `setupWorker` returns. Pages call `worker.org.control` and `worker.org.data` without waiting, so these parts cannot load later. The model and the contract alone exceed the bar. The reasons for errors, 9 kB, load with the first refused call. The OAuth endpoints, pages, bcrypt, jose, YAML, seeds, sample data and tabs load at their first use.',
  ],
  ['page: the demo data', 'Most of it cannot be packed: ids, tokens, salts and digests are random texts.'],
  [
    'page: from start()',
    'Most of it is the way through the service worker. The page, the worker and the measurement share the processors, so that it varies by more than the page itself takes.',
  ],
  [
    'the demo data, first time',
    'The code that reads and indexes the data runs for the first time, before the engine compiles it.',
  ],
  [
    'the demo data, later',
    'Some 700 rows go into the maps and indexes of each organisation. Organisations share the records themselves.',
  ],
  [
    'createOrg()',
    'The rest is the founding: an administrator with a password, and the group, scopes and tokens that every organisation has.',
  ],
  [
    'Vitest: 100 tests',
    'The first test waits for the import of the package and for the demo data of a cold process. Each other test takes about two milliseconds.',
  ],
  [
    'POST user',
    'A new user takes 14 µs in a loop without HTTP. A fifth of that is garbage of the record, the journal and the events. The rest checks the body, enters id and login into indexes, and writes the record as text. Between two calls of the kernel the same work takes about three times as long. By then the caches of the processor hold other code and indexes. The compared server neither checks nor writes a record, and has no journal.',
  ],
  [
    'POST client',
    'It takes 14 µs in a loop, a third of it garbage. Between two calls of the kernel it takes about three times as long. The model checks each setting against the features, grant types and addresses that go together. It makes a secret, and the journal keeps request and reply. The compared server does nothing of this.',
  ],
  [
    'list users, limit=200',
    'To find the page, its links and its bytes takes 3 µs in a loop. After a reply of 150 kB it takes several times as long. The caches of the processor then hold other data. The bare server sends one buffer.',
  ],
  [
    'search=profile.login',
    'The model knows the expression from the call before. The rest takes 5 µs in a loop, and about three times as long between two calls of the kernel. It authenticates, removes secrets from the query for the journal, finds the user and writes it. The bare server does nothing of this.',
  ],
  [
    'sorted',
    'The first search by a property reads it from every record. Later ones compare numbers, and most of their time orders the matches.',
  ],
  [
    'search by sw',
    'It reads two properties of 100,000 records from memory, in 2.3 to 5.7 ms. The time depends on the caches of the processor, which other processes use too.',
  ],
  [
    'sign-in: token request',
    'Both servers sign with RSA, which takes some 290 µs, and both read and answer a request. Only a few microseconds of the rest could go.',
  ],
  [
    'sign-in: introspection',
    'The token takes a few microseconds to look up. The rest is a request and its reply in node:http, the same for both.',
  ],
  [
    'heap of a user',
    'A record and its profile take half of it, and its own texts (id, login, names) a quarter. The entries of two indexes take the rest. Users share one copy of everything that is the same for them.',
  ],
  [
    'the whole suite',
    'Server and suite share the processors of the machine, and each check waits for its own answers.',
  ],
  [
    'requests of a whole run',
    'Counted at a proxy, of 4,176 requests, 695 delete 352 users: each takes two unless the check deactivated it. Another 410 create users, 545 read one, 282 delete and 328 create groups and clients. Calls as strangers, which every operation refuses, are 265 more. A check that writes has its own records, so that its failure breaks no other check. Checks share what they only read.',
  ],
  [
    'load 1,000,000 users',
    'The loader makes each user, checks the profile, and enters it into four indexes and a group. A quarter of the time collects garbage over a growing heap.',
  ],
  [
    'the first handler that reads',
    'Half of the time goes to the Request and the Response of caller and msw. Stock handlers pay the same.',
  ],
  [
    'the last handler that reads',
    'The library asks the 54 handlers before it one after the other, and waits for each. A third of the time goes to the Request and the Response of caller and msw. Their garbage takes a fifth.',
  ],
  [
    'memory of 1,000 empty ones',
    'Half of it is the room for young objects, which the engine doubles while so much stays alive. An empty organisation keeps 48 kB: its collections, streams of ids, and the founding.',
  ],
  [
    'npx identikit',
    'npm starts itself, writes the package into its cache and unpacks its files. That is two to three seconds of processor time, and other processes make it longer.',
  ],
  [
    'journal: a GET',
    'The journal is full, so that each call adds an entry and drops one. An entry lives for 100,000 calls: the engine copies it twice and looks at it in each collection of garbage. A journal of 1,000 entries costs less.',
  ],
  ['cold start', 'Node reads and compiles the server. The compared script has ten lines.'],
]

/** docs/contributing/performance.md: the figures of a run, and why some bars are missed. */
export function performancePage(figures: Figures): string {
  const { rows, isQuick, on, node, machine } = figures
  const missed = rows.filter(({ isMet }) => isMet === false)
  return `# Performance

Results of \`npm run bench -- --write${isQuick ? ' --quick' : ''}\` on ${on}, with Node ${node}, on ${machine.processors} × ${machine.model} with ${machine.gibibytes} GiB. The command writes this page. [The page for users](../performance.md) explains what the figures mean for them.

Figures are medians of rounds. In each round Identikit and its peers take turns. The bare server is \`node:http\` and sends the same bytes.
The keeping server also parses and keeps each body. Other peers are zod, msw, 57 handlers of msw, oidc-provider, and other mock servers. Rows
with "processor time" count that instead of the time of day, which other processes would blur. ${loadText(figures)} Compare the columns of a row,
not rows of different days.

${markdownTable(rows)}

## Bars that are not met

${missed.length === 0 ? 'None.' : missed.map(missedLine).join('\n')}

## Structures for speed

Code that exists for speed stands here with its figures. Both come from one process, in turns, without HTTP. Remove a structure if its row of the bench no longer needs it.

${structuresTable()}
`
}

function missedLine({ name, result, bar }: Row): string {
  const [, reason] = inTheWay.find(([part]) => name.includes(part)) ?? []
  return `- **${name}**: ${result}, the bar is ${bar}.${reason === undefined ? '' : ` ${reason}`}`
}
