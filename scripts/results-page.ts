import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configureEmulate, emulateArgs } from '../bench/peers.ts'
import { conform, type ConformanceResult, type ConformOptions } from '../conformance/index.ts'
import { mockAdapterModule } from '../conformance/engine/supply/control-adapter.ts'
import { permissions } from '../conformance/engine/plan/rights.ts'
import { suiteVersion } from '../conformance/engine/plan/version.ts'
import { digestOf } from '../conformance/report/verify-report.ts'
import { reportForms, setInWords } from '../conformance/report/words.ts'
import { writeReports } from '../conformance/report/write-reports.ts'
import { judged } from '../test/foreign/judged.ts'
import { freePort } from './free-port.ts'
import { table } from './markdown.ts'
import { installIn } from './packed.ts'

/** A server that anyone can run, and the run of the suite over it. */
interface Shown {
  readonly name: string
  readonly link: string
  readonly version: string
  readonly result: ConformanceResult
}

/** The same run for each server: it changes nothing but its own records, on a server that is thrown away. */
const asked = {
  allow: permissions,
  // They answer at once: a reply that is wrong stays wrong.
  lag: 1000,
  explore: false,
  seed: 1,
  ledger: false,
} satisfies Partial<ConformOptions>

const repository = 'https://github.com/identikit/identikit/tree/main'

/**
 * Runs the suite over servers that anyone can run, writes their reports, and returns the page about them.
 *
 * @param ours Address and token of the packed package, with an empty organisation.
 * @param folder For the reports, a folder for each server.
 */
export async function resultsPage(
  ours: { readonly baseUrl: string; readonly token: string },
  folder: string,
): Promise<string> {
  const identikit = await conform({ ...asked, ...ours, adapterModule: mockAdapterModule })
  const second = await judged({}, asked)
  const emulate = await emulated()
  const shown: readonly Shown[] = [
    { name: 'Identikit', link: repository, version: suiteVersion, result: identikit },
    {
      name: 'Second server of the tests',
      link: `${repository}/test/foreign`,
      version: suiteVersion,
      result: second,
    },
    { name: 'emulate', link: 'https://www.npmjs.com/package/emulate', ...emulate },
  ]
  for (const { name, result } of shown) {
    const place = join(folder, name.toLowerCase().replaceAll(' ', '-'))
    await writeReports({ ...result, digest: digestOf(result) }, reportForms, place)
  }
  return pageOf(shown)
}

/** Runs the suite over the newest version of emulate in the package registry. */
async function emulated(): Promise<Pick<Shown, 'version' | 'result'>> {
  const version = newestVersion('emulate')
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'identikit-emulate-'))
  const cwd = temporary.path
  installIn(cwd, {}, `emulate@${version}`)
  // It answers 5,000 requests of a token an hour.
  const tokens = Array.from({ length: 8 }, (_, index) => `results_${index}`)
  await configureEmulate(cwd, tokens)
  const port = await freePort()
  const args = emulateArgs.map((each) => each.replace('PORT', String(port)))
  using server = spawn(process.execPath, args, { cwd, stdio: 'ignore' })
  let turn = 0
  const send = (request: Request): Promise<Response> => {
    const sent = new Request(request, { redirect: 'manual' })
    if (sent.headers.get('authorization') === `SSWS ${tokens[0]}`)
      sent.headers.set('authorization', `SSWS ${tokens[(turn += 1) % tokens.length]}`)
    return fetch(sent)
  }
  const baseUrl = `http://127.0.0.1:${port}`
  await reachable(baseUrl, server)
  const result = await conform({ ...asked, baseUrl, token: tokens[0]!, fetch: send })
  return { version, result }
}

/** The version that was published last; `latest` may name another package that had the name before. */
function newestVersion(name: string): string {
  const text = execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' })
  const times = Object.entries(JSON.parse(text) as Record<string, string>)
  const [newest] = times
    .filter(([version]) => /^\d/.test(version))
    .toSorted(([, one], [, other]) => (one < other ? 1 : -1))
  return newest![0]
}

/** Waits until a server listens. */
async function reachable(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error(`nothing listens at ${url}`)
}

const shownIn = (requirements: ConformanceResult['requirements'], verdict: string): number =>
  requirements.filter((requirement) => requirement.graded && requirement.verdict === verdict).length

/** The page: a row for each server, a table of areas, and how to repeat it. */
export function pageOf(shown: readonly Shown[]): string {
  const [first] = shown
  const areas = [
    ...new Set(first!.result.requirements.filter(({ graded }) => graded).map(({ area }) => area)),
  ]
  const link = ({ name, link: to }: Shown): string => `[${name}](${to})`
  return `# Results

Results of the conformance suite on servers that anyone can run, judged by ${setInWords(first!.result.run)}. The
nightly run writes this page with

\`\`\`sh
npm run conform:package -- --page docs/results/README.md
\`\`\`

${table(
  ['Server', 'Version', 'Date', 'Verdict', 'Passed', 'Failed', 'Not shown'],
  shown.map((each) => {
    const { version, result } = each
    const graded = result.requirements.filter((requirement) => requirement.graded)
    const [passed, failed] = [shownIn(graded, 'pass'), shownIn(graded, 'fail')]
    return [
      link(each),
      version,
      result.run.startedAt.slice(0, 10),
      result.sentence,
      ...[passed, failed, graded.length - passed - failed].map(String),
    ]
  }),
)}

*Not shown* counts requirements that depend on a failed call, or on something that the server does not have. A server may
serve only a part of the API. Requirements about the rest fail there as well.

## By area

Passed requirements of the graded ones, by [area](../reference/requirements.md).

${table(
  ['Area', ...shown.map(({ name }) => name)],
  areas.map((area) => [
    area,
    ...shown.map(({ result }) => {
      const graded = result.requirements.filter(
        (requirement) => requirement.graded && requirement.area === area,
      )
      return `${shownIn(graded, 'pass')} of ${graded.length}`
    }),
  ]),
)}

## Check these results

Run the command above, or [check any server](../conformance.md) yourself. The nightly run keeps its reports as artifacts;
\`identikit conform verify-report\` checks them. The reports of this page had these digests:

${table(
  ['Server', 'Suite', 'Digest of report.json'],
  shown.map(({ name, result }) => [name, `identikit ${result.run.suiteVersion}`, `\`${digestOf(result)}\``]),
)}
`
}
