import { commandName, counted } from '../engine/words/text.ts'
import fs from 'node:fs'
import path from 'node:path'
import { setUp } from '../engine/plan/conform-options.ts'
import { httpSender } from '../engine/wire/http-sender.ts'
import { loadChecks } from '../engine/plan/check-files.ts'
import type { FixtureKind } from '../engine/plan/prerequisite.ts'
import { permissions } from '../engine/plan/rights.ts'
import { preflight, withPrefix } from '../engine/plan/preflight.ts'
import { emptyProfile } from '../engine/plan/target-profile.ts'
import { UsageError } from '../engine/words/usage-error.ts'
import { requirements } from '../registry/requirements.ts'
import { needs } from '../registry/prerequisites.ts'
import type { FoundThing, Survey } from '../survey/records.ts'
import { profileOf, profileText } from '../survey/profile-text.ts'
import { reachOf, survey, type Reach } from '../survey/survey.ts'
import { targetOptions, type ConformIo, type TargetValues } from './options.ts'

/** The options of `identikit conform init`. */
export interface InitValues extends TargetValues {
  /** Where the profile goes. Default `target.yaml`. */
  readonly out?: string | undefined
  /** Name of the target in reports. Default: its host. */
  readonly name?: string | undefined
  readonly force?: true | undefined
  readonly yes?: true | undefined
}

/** A need, with the number of requirements that hang on it. */
type Missing = Reach['missing'] extends ReadonlyMap<infer Need, number> ? Need : never

/**
 * Reads a deployment, asks what cannot be read, and writes a target profile. It sends nothing but GET. Answers the
 * exit code: 0 written, 6 the target could not be examined.
 *
 * @throws UsageError for options that cannot be, and where the file exists.
 */
export async function init(values: InitValues, io: ConformIo): Promise<number> {
  const { cwd = process.cwd(), environment = process.env } = io
  const file = path.resolve(cwd, values.out ?? 'target.yaml')
  const shown = path.relative(cwd, file) || file
  if (fs.existsSync(file) && values.force !== true)
    throw new UsageError(`${shown} is there already; --force overwrites it, --out FILE writes another`)
  const asked = await withAnswers(values, io)
  const options = targetOptions(asked, io)
  const setup = setUp(options)
  const sender = httpSender(setup)
  try {
    const first = await preflight({ ...setup, controlled: false }, sender)
    const { list, stop, advice, mock } = first
    if (stop !== undefined || setup.token === undefined) {
      io.error(`identikit conform init: ${stop ?? 'without an API token nothing can be read'}`)
      io.error(advice ?? 'Name an environment variable that holds one: --token env:NAME.')
      return 6
    }
    const found = await survey({
      setup: withPrefix(setup, first),
      sender,
      session:
        options.session === undefined
          ? undefined
          : { cookie: options.session.cookie, source: sourceOf(asked.sessionCookie) },
      mock,
      onStep: (what) => io.error(`Reading ${what} …`),
    })
    const given = await askForThings(values, io, environment)
    const taken = new Set<FixtureKind>(given.map(({ need }) => need))
    for (const each of found.found) if (await agreed(each, values, io)) taken.add(each.need)
    const text = profileText(found, {
      name: values.name ?? new URL(setup.baseUrl).host,
      baseUrl: setup.baseUrl,
      taken,
      given,
      defaults: await askForDefaults(found, values, io),
      date: new Date().toISOString().slice(0, 10),
    })
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    await tell(
      { found, taken, text, shown, baseUrl: setup.baseUrl, token: sourceOf(asked.token), warnings: list },
      io,
    )
    return 0
  } finally {
    sender.close()
  }
}

/** Asks for the address and the token where nobody gave them and there is somebody to ask. */
async function withAnswers(values: InitValues, { ask }: ConformIo): Promise<InitValues> {
  if (ask === undefined || values.yes === true) return values
  const baseUrl = values.baseUrl ?? (await ask('Address of the deployment (https://…): '))
  const token =
    values.token ?? named(await ask('Environment variable with the API token of an administrator: '))
  return { ...values, baseUrl, ...(token === undefined ? {} : { token }) }
}

/** The secret source of an answer: `NAME` is `env:NAME`. */
function named(answer: string): string | undefined {
  const text = answer.trim()
  if (text === '') return undefined
  return /^(env|file):|^stdin$/.test(text) ? text : `env:${text}`
}

/** How a secret is named in a profile. One that was read from the standard input is not there next time. */
function sourceOf(source: string | undefined): string {
  return source === undefined || source === 'stdin' ? 'env:NAME' : source
}

/** Whether a thing goes into the profile: what the run would change, only when somebody says so. */
async function agreed(
  { what, changes }: FoundThing,
  { yes }: InitValues,
  { ask }: ConformIo,
): Promise<boolean> {
  if (changes === undefined || yes === true) return true
  return ask !== undefined && isYes(await ask(`Found: ${what}.\n${changes} May it? [y/N] `))
}

function isYes(answer: string): boolean {
  return /^\s*y(es)?\s*$/i.test(answer)
}

async function askForDefaults(
  { features }: Survey,
  { yes }: InitValues,
  { ask }: ConformIo,
): Promise<'yes' | 'no' | undefined> {
  if (ask === undefined || yes === true || features.some(({ name }) => name === 'defaults')) return undefined
  const answer = await ask(
    'Did an administrator change the password policy, the login format or which names are required? [y/n, Enter: not known] ',
  )
  return isYes(answer) ? 'no' : /^\s*no?\s*$/i.test(answer) ? 'yes' : undefined
}

const tokens = {
  'read-only-token': 'the API token of an administrator who may only read',
  'group-admin-token': 'the API token of an administrator whose role is limited to groups',
} as const

/** Asks for what no API shows: tokens of other administrators. */
async function askForThings(
  { yes }: InitValues,
  { ask, error }: ConformIo,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FoundThing[]> {
  if (ask === undefined || yes === true) return []
  const given: FoundThing[] = []
  for (const [need, what] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
    const source = named(await ask(`Environment variable with ${what} [Enter: none] `))
    if (source === undefined) continue
    if (source.startsWith('env:') && !environment[source.slice(4)])
      error(`${source} is not set here; set it before you run the suite.`)
    given.push({ need, things: [{ token: source }], what: source })
  }
  return given
}

/** The data of the last message of `init`. */
interface Told {
  readonly found: Survey
  readonly taken: ReadonlySet<FixtureKind>
  readonly text: string
  readonly shown: string
  readonly baseUrl: string
  readonly token: string
  readonly warnings: readonly string[]
}

async function tell(
  { found, taken, text, shown, baseUrl, token, warnings }: Told,
  io: ConformIo,
): Promise<void> {
  const checks = await loadChecks()
  const profile = profileOf(text)
  const before = reachOf(emptyProfile, requirements, checks)
  const { tried, graded, missing } = reachOf(profile, requirements, checks)
  const allowing = reachOf(profile, requirements, checks, permissions)
  io.out(`Read ${found.read} in ${counted(found.requests, 'request')}; nothing was changed.`)
  const rows: [string, string][] = [
    ...(found.prefix === undefined || found.prefix === 'svc'
      ? []
      : [['prefix', `${found.prefix}, instead of svc`] as [string, string]]),
    ...found.features.map(({ name, state, evidence }): [string, string] => [name, `${state}: ${evidence}`]),
    ...found.found
      .filter(({ need }) => taken.has(need))
      .map(({ need, what, changes }): [string, string] => [
        need,
        changes === undefined ? what : `${what}. ${changes}`,
      ]),
  ]
  table('Found', rows, io)
  const left = found.found.filter(({ need }) => !taken.has(need))
  table(
    'Found, and left out until you allow it (in the file, or with --yes)',
    left.map(({ need, what, changes }) => [need, `${what}. ${changes}`]),
    io,
  )
  const why = (need: Missing): string =>
    need === 'defaults'
      ? 'only you know whether the defaults are in force'
      : (found.missed.find((each) => each.need === need)?.why ?? needs[need])
  const unmet = [...missing]
    .filter(
      ([need]) => !permissions.some((each) => each === need) && !left.some((each) => each.need === need),
    )
    .sort(([, one], [, other]) => other - one)
  table(
    'Not found, with the requirements that hang on it',
    unmet.map(([need, count]) => [`${need} (${count})`, why(need)]),
    io,
  )
  for (const warning of warnings) io.out(`\n${warning.charAt(0).toUpperCase()}${warning.slice(1)}.`)
  const percent = (count: number): string => `${Math.floor((count / graded) * 100)} %`
  io.out(
    `\n${shown} is written. With it ${tried} of ${graded} graded requirements can be tried (${percent(tried)}; ${percent(before.tried)} without); with --allow all ${allowing.tried} (${percent(allowing.tried)}).`,
  )
  const rate =
    found.limit === undefined ? '' : ` --rps ${Math.max(1, Math.min(50, Math.floor(found.limit / 120)))}`
  if (found.limit !== undefined)
    io.out(`The target allows ${counted(found.limit, 'request')} in a minute; --rps keeps to half of that.`)
  io.out('Read the file, fill in what you can, then:')
  io.out(`  ${commandName()} conform --base-url ${baseUrl} --token ${token} --profile ${shown}${rate}`)
}

function table(title: string, rows: readonly (readonly [string, string])[], io: ConformIo): void {
  if (rows.length === 0) return
  const width = Math.max(...rows.map(([name]) => name.length))
  io.out(`\n${title}`)
  for (const [name, text] of rows) io.out(`  ${name.padEnd(width)}  ${printable(text)}`)
}

/** Replaces control characters, so that text of the target cannot control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
