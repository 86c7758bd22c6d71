import type { ConformanceResult, RequirementResult } from '../engine/judge/result.ts'
import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import { type Exchange, valueAt } from '../engine/wire/reply.ts'
import { inWords } from '../engine/words/text.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { requirementLevels } from '../registry/requirement.ts'
import { requirementById } from '../registry/requirements.ts'
import { markedJson } from './marked-json.ts'
import { short } from './room.ts'

/** A failure with its consequences. */
export interface Blamed {
  readonly requirement: RequirementResult
  /** Requirements that failed because of it: their checks go through the call that failed there. */
  readonly fallen: readonly RequirementResult[]
  /** Ids of requirements that could not be shown because of it. */
  readonly blocked: readonly string[]
  /** The operation that was accepted and not carried out, if that is the failure. */
  readonly idle?: string | undefined
}

/**
 * Failed requirements, each with the requirements that failed because of it. Those that bind most come first, then the most
 * basic. Reports of older versions have no such groups.
 */
export function byBlame(failed: readonly RequirementResult[], result: ConformanceResult): Blamed[] {
  const { failures = [], requirements } = result
  const byId = new Map(failed.map((requirement) => [requirement.id, requirement]))
  const unshown = new Set(requirements.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id))
  const blamed = failures.flatMap(({ requirement: root, under, idle }): Blamed[] => {
    const [requirement, ...fallen] = [root, ...under].flatMap((id) => byId.get(id) ?? [])
    if (requirement === undefined) return []
    return [{ requirement, fallen, blocked: under.filter((id) => unshown.has(id)), idle }]
  })
  const told = new Set(
    blamed.flatMap(({ requirement, fallen }) => [requirement, ...fallen].map(({ id }) => id)),
  )
  const rest = failed.filter(({ id }) => !told.has(id))
  const all = [...blamed, ...rest.map((requirement): Blamed => ({ requirement, fallen: [], blocked: [] }))]
  return [...Map.groupBy(all, ({ requirement }) => evidenceOf(requirement, result)).values()]
    .map((alike): Blamed => {
      const [first] = alike
      const { requirement, idle } = first!
      const [, ...fallen] = alike.flatMap((each) => [each.requirement, ...each.fallen])
      return { requirement, idle, fallen, blocked: alike.flatMap(({ blocked }) => blocked) }
    })
    .toSorted((one, other) => bindingOf(one) - bindingOf(other))
}

/** The evidence of a failure: the same for requirements that fail with one answer. */
export function evidenceOf(requirement: RequirementResult, result: ConformanceResult): string {
  const [{ check, assertion: failed } = {}] = failedChecks(requirement, result)
  if (failed?.exchange === undefined) return requirement.id
  const places = failed.differences.map(({ path, expected, got }) => [path, expected, got])
  return JSON.stringify([check?.key, failed.exchange, failed.what, places])
}

/** The strongest level of a group of failures; 0 is `must`. */
function bindingOf({ requirement, fallen }: Blamed): number {
  return Math.min(...[requirement, ...fallen].map(({ level }) => requirementLevels.indexOf(level)))
}

/** One way in which requirements went wrong: the same difference, or its consequences. */
export interface Way {
  /** The first failure, as a sentence. */
  readonly headline: string
  readonly requirements: readonly [RequirementResult, ...RequirementResult[]]
}

/**
 * Failures by the difference between answer and expectation, each with its consequences, the most basic first. The same
 * words about another operation are another defect.
 */
export function waysOf(failed: readonly RequirementResult[], result: ConformanceResult): Way[] {
  const keyOf = ({ requirement }: Blamed): string =>
    `${operationOfFailure(requirement, result)} ${whyOf(requirement)}`
  return [...Map.groupBy(byBlame(failed, result), keyOf).values()].map((alike): Way => {
    const [first, ...others] = alike.flatMap(({ requirement, fallen }) => [requirement, ...fallen]) as [
      RequirementResult,
    ]
    return { headline: told(first, result).headline, requirements: [first, ...others] }
  })
}

function whyOf({ why, statement }: RequirementResult): string {
  return why ?? statement
}

/** The operation whose answer failed first. */
function operationOfFailure(requirement: RequirementResult, result: ConformanceResult): string {
  const [{ exchange } = {}] = failedChecks(requirement, result)
  return (exchange && operationOf(exchange)) ?? ''
}

/** The checks that came to the verdict of a requirement, each with its first failed assertion and its exchange. */
export function failedChecks({ id, verdict, checks }: RequirementResult, result: ConformanceResult) {
  return checks
    .filter((each) => each.verdict === verdict)
    .flatMap(({ key }) => result.checks.find((check) => check.key === key) ?? [])
    .map((check) => {
      const outcome = check.outcomes.find(({ requirement }) => requirement === id)
      const assertion = outcome?.assertions.find(({ held }) => !held)
      const exchange = check.exchanges.find(({ number }) => number === assertion?.exchange)
      const idle = result.failures?.find((each) => each.requirement === id)?.idle
      const { operations = [] } = requirementById(id) ?? {}
      // A refused write counts if the requirement is about the refusal.
      const judged = new Set(outcome?.assertions.flatMap((each) => each.exchange ?? []))
      const walk = { exchanges: check.exchanges, judged }
      const write =
        exchange &&
        ((idle === undefined ? undefined : writeBefore(exchange, walk, [idle])) ??
          writeBefore(exchange, walk, operations, exchange.method === 'GET'))
      return { check, assertion, exchange, write, idle }
    })
}

/** The write whose effect a call should show: the last of these operations, or about a record of the path. */
function writeBefore(
  shown: Exchange,
  { exchanges, judged }: { readonly exchanges: readonly Exchange[]; readonly judged: ReadonlySet<number> },
  own: readonly (string | undefined)[],
  orAbout = false,
): Exchange | undefined {
  if (shown.method !== 'GET' && own.includes(operationOf(shown))) return undefined
  const writes = exchanges.filter(
    ({ method, number, status }) =>
      method !== 'GET' && number < shown.number && (status < 300 || judged.has(number)),
  )
  const ids = (path: string): string[] => (path.split('?')[0] ?? '').split('/').slice(4)
  const named = new Set(ids(shown.path).filter((part) => /\d/.test(part)))
  return writes.findLast(
    (each) =>
      own.includes(operationOf(each)) ||
      (orAbout && each.status < 300 && ids(each.path).some((part) => named.has(part))),
  )
}

/** Whether an earlier answer shows the wrong value: then the write left it as it was. */
function showsAlready({ responseBody }: Exchange, { differences: [difference] }: Assertion): boolean {
  const path = difference?.path.replace(/^body\.?/, '') ?? ''
  try {
    return path !== '' && valueAt(JSON.parse(responseBody), path) === difference?.got
  } catch {
    return false
  }
}

/** A failure as each report for people shows it. */
export interface Told {
  /** The failure as a sentence. */
  readonly headline: string
  /** Each request with its answer, what was expected and what came, and the command that sends the request again. */
  readonly lines: readonly (readonly [
    label: 'sent' | 'answer' | 'expected' | 'got' | 'again',
    text: string,
  ])[]
  /** The check that shows it, and how many further checks do. */
  readonly check?: CheckResult
  readonly more: number
}

/**
 * The one template of a failure.
 *
 * @param key the check to tell it by. Default: the first that failed.
 */
export function told(requirement: RequirementResult, result: ConformanceResult, key?: string): Told {
  const failed = failedChecks(requirement, result).filter(
    ({ check }) => key === undefined || check.key === key,
  )
  const first = failed.find(({ assertion }) => assertion !== undefined)
  if (first?.assertion === undefined) return { headline: whyOf(requirement), lines: [], more: failed.length }
  const { check, assertion, exchange, write } = first
  const before = check.exchanges.filter(({ number }) => number < (exchange?.number ?? 0))
  const isIdle = first.idle !== undefined && before.some((each) => showsAlready(each, assertion))
  const shown = { assertion, exchange, write, isIdle }
  const isExplored = check.file === 'exploration'
  const calls = [...new Set([write, exchange])].filter((each) => each !== undefined)
  const marked = markedJson(assertion.got, assertion.differences).filter((line) => line.marked)
  const got = marked
    .slice(0, 6)
    .map(({ text }) => text.trim())
    .join(' ')
  const demand: Told['lines'] = [
    ['expected', expectedLine(assertion)],
    ['got', short(got || (JSON.stringify(assertion.got) ?? ''))],
  ]
  return {
    headline: isExplored ? check.title : headlineOf(shown),
    lines: [
      ...calls.flatMap(callLines),
      ...(isExplored || isSaid(assertion) ? [] : demand),
      ...calls.map(
        (each) => ['again', curlOf(each, result.run.baseUrl).replaceAll(/ \\\n\s*/g, ' ')] as const,
      ),
    ],
    check,
    more: failed.length - 1,
  }
}

function callLines({ method, path, requestBody, status, responseBody, failure }: Exchange): Told['lines'] {
  const answer = status === 0 ? (failure ?? 'no answer') : `${status} ${short(responseBody)}`.trim()
  return [
    ['sent', `${method} ${path}${requestBody === undefined ? '' : `  ${short(requestBody)}`}`],
    ['answer', answer],
  ]
}

/** The expectation in one line. */
function expectedLine({ what, expected }: Assertion): string {
  return what === '' ? short(inWords(expected)) : `${what}: ${short(inWords(expected))}`
}

/** The lines of a failure under each other, for a text. */
export const inColumns = (lines: Told['lines']): string[] =>
  lines.map(([label, text]) => `${label.padEnd(10)}${text}`)

/** The graded requirements that failed: those that the baseline does not know, and those that it knows. */
export function failedIn(
  { requirements }: ConformanceResult,
  isFailed: (requirement: RequirementResult) => boolean = ({ verdict }) =>
    verdict === 'fail' || verdict === 'error',
): { readonly fresh: readonly RequirementResult[]; readonly known: readonly RequirementResult[] } {
  const failed = requirements.filter((requirement) => requirement.graded && isFailed(requirement))
  const isKnown = ({ baseline }: RequirementResult): boolean => baseline?.state === 'known'
  return { fresh: failed.filter((each) => !isKnown(each)), known: failed.filter(isKnown) }
}

/** The calls and the assertion that show a failure. */
export interface Shown {
  readonly assertion: Assertion
  readonly exchange: Exchange | undefined
  /** The write whose effect the exchange should show. */
  readonly write?: Exchange | undefined
  /** Whether the write was accepted and changed nothing. */
  readonly isIdle?: boolean
}

const nouns = ['user', 'group', 'rule', 'client', 'grant', 'token'] as const

/** A failure as a sentence: `After suspendUser the user is still ACTIVE, not SUSPENDED`. */
function headlineOf({ assertion, exchange, write, isIdle = false }: Shown): string {
  const { what, expected, got, differences } = assertion
  const [difference] = differences
  const path = difference?.path.replace(/^body\.?/, '') ?? ''
  const call = exchange && nameOf(exchange)
  const value = inShort(path === '' ? got : difference?.got)
  const wanted = difference?.expected === undefined ? '' : inShort(difference.expected)
  const not = wanted.startsWith('nothing') ? ' and should show none' : wanted && `, not ${wanted}`
  if (exchange === undefined || call === undefined) {
    if (path !== '') return `${path} is ${value}${not}`
    if (!isSaid(assertion)) return `${what}: ${insteadOf(assertion)}`
    return typeof got === 'string' ? `${got} breaks this: ${what}` : insteadOf(assertion)
  }
  const isAfter = write !== undefined && write !== exchange
  const after = (text: string): string =>
    isAfter ? `After ${nameOf(write)}${write.status < 400 ? '' : ' was refused'} ${text}` : text
  const status = differences.find(({ path }) => path === 'status')
  if (status !== undefined && status.got === exchange.status) {
    if (exchange.status === 0) return after(`${call} gets no answer`)
    const answered = exchange.status < 400 ? 'succeeds' : 'is refused'
    const should = demands[String(status.expected)] ?? `, not ${inShort(status.expected)}`
    return after(`${call} ${answered} with ${exchange.status}${should}`)
  }
  if (path === '' && isSaid(assertion) && typeof got !== 'boolean') return `${call}: ${insteadOf(assertion)}`
  const still = isIdle ? 'still ' : ''
  if (path === '' && what === 'an element') return after(`${call} lacks ${inShort(expected)}`)
  if (path === '' && what === 'no element')
    return after(
      `${call} ${still}shows ${inShort((expected as { not?: unknown }).not)}, which does not belong there`,
    )
  if (Array.isArray(expected) && Array.isArray(got)) return after(`${call} ${listed(what, expected, got)}`)
  if (path === '')
    return after(isSaid(assertion) ? `${call} breaks this: ${what}` : `${call}: ${what} is ${value}${not}`)
  if (difference?.got === undefined) return after(`${call} shows no ${path}${not}`)
  const noun = nouns.find((each) => call.toLowerCase() === `get${each}`)
  if (path === 'status' && noun !== undefined) return after(`the ${noun} is ${still}${value}${not}`)
  return after(`${call} ${still}shows ${path} as ${value}${not}`)
}

/** Demands of a status, for the end of a sentence. */
const demands: Readonly<Record<string, string>> = {
  '2xx': ' and should succeed',
  '4xx': ' and should be refused',
}

/** How a list differs from the expected one: `lacks 1 of 3 and shows 2 too many: the users of the group`. */
function listed(what: string, expected: readonly unknown[], got: readonly unknown[]): string {
  const without = (list: readonly unknown[], other: readonly unknown[]): number =>
    list.filter((each) => !other.some((one) => inWords(one) === inWords(each))).length
  const [missing, extra] = [without(expected, got), without(got, expected)]
  const parts = [
    ...(missing > 0 ? [`lacks ${missing} of ${expected.length}`] : []),
    ...(extra > 0 ? [`shows ${extra} too many`] : []),
  ]
  return `${parts.join(' and ') || 'has another order, or something twice'}: ${what}`
}

/** Whether an expectation says by itself what was asked: then the headline contains it. */
function isSaid({ what, expected, differences }: Assertion): boolean {
  return (what === '' || what === expected) && (differences[0]?.path ?? '') === ''
}

function insteadOf({ expected, got }: Assertion): string {
  return `${inShort(got)} instead of ${inShort(expected)}`
}

/** A value for a sentence: words of the suite and of the API description without quotation marks. */
function inShort(value: unknown): string {
  const isWord = typeof value === 'string' && (/^[A-Z_]+$/.test(value) || /^[^<].* /.test(value))
  return short(isWord ? value : inWords(value))
}

/** An operation, or the method and path of a call to none. */
function nameOf(exchange: Exchange): string {
  return operationOf(exchange) ?? `${exchange.method} ${exchange.path.split('?')[0]}`
}

/**
 * A command line that sends the request of an exchange again. Credentials come from the reader's environment (`$TOKEN`,
 * `$SESSION_COOKIE`). Other secrets stand as their aliases: the reader must fill them in.
 */
export function curlOf(exchange: Exchange, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = exchange
  // Brackets are no ranges, and dots in a path are sent as they are.
  const parts = [`curl -i -g --path-as-is -X ${method} ${quote(`${baseUrl}${path}`)}`]
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (/^user-agent$/i.test(name)) continue
    if (/^authorization$/i.test(name)) parts.push(`-H "Authorization: ${value.split(' ')[0]} $TOKEN"`)
    else if (/^cookie$/i.test(name)) parts.push('-H "Cookie: $SESSION_COOKIE"')
    // curl leaves out a header that ends with a colon.
    else parts.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  if (requestBody !== undefined) {
    const isTyped = Object.keys(requestHeaders).some((name) => /^content-type$/i.test(name))
    if (!isTyped) parts.push(`-H 'Content-Type:'`)
    parts.push(`--data-raw ${quote(requestBody)}`)
  }
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
