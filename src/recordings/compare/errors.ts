import { once } from '../../contract/once.ts'
import { mistakes } from '../../contract/errors/mistakes.ts'
import { type ErrorRow, refusals } from '../../contract/errors/catalogue.ts'
import { userProfileProperties } from '../../contract/resources/profiles.ts'
import type { Pairs } from '../../exchange/pairs.ts'
import { listOf, member, objectOf, textOf } from '../../exchange/json.ts'
import type { Difference } from '../../exchange/differences.ts'

/** The texts of an error, from either format. */
interface ErrorParts {
  readonly code: string | undefined
  readonly summary: string
  readonly causes: readonly string[]
}

function partsOf(body: unknown): ErrorParts {
  const code = member(body, 'errorCode') ?? member(body, 'error')
  return {
    code: typeof code === 'string' ? code : undefined,
    summary: textOf(member(body, 'errorSummary') ?? member(body, 'error_description')),
    causes: listOf(member(body, 'errorCauses')).map((cause) => textOf(member(cause, 'errorSummary'))),
  }
}

/** The name of an error in a report: status and code. */
export function errorName(status: number, body: unknown): string {
  const parts = partsOf(body)
  return parts.code === undefined ? String(status) : `${status} ${codeOf(parts)}`
}

function codeOf({ code }: ErrorParts): string {
  if (code === undefined) return 'none'
  return /^(?:E\d{7}|[a-z_]{1,40})$/.test(code) ? code : 'another'
}

/** Compares two errors of the same status. */
export function errorDifferences(
  subject: string,
  there: unknown,
  here: unknown,
  pairs: Pairs,
): readonly Difference[] {
  const [theirs, ours] = [partsOf(there), partsOf(here)]
  const found: Difference[] = []
  const compare = (aspect: 'summary' | 'causes', one: string, other: string): void => {
    if (pairs.translate(one) === other) return
    found.push({
      aspect,
      subject,
      there: withoutValues(one),
      here: withoutValues(other),
      values: [one, other],
    })
  }
  if (theirs.code !== ours.code)
    found.push({ aspect: 'error-code', subject, there: codeOf(theirs), here: codeOf(ours) })
  compare('summary', theirs.summary, ours.summary)
  const [one, other] = [there, here].map((body) => Object.keys(objectOf(body) ?? {}))
  for (const path of one!.filter((name) => !other!.includes(name)))
    found.push({ aspect: 'member-there', subject: `errors of ${subject}`, path })
  for (const path of other!.filter((name) => !one!.includes(name)))
    found.push({ aspect: 'member-here', subject: `errors of ${subject}`, path })
  if (textOf(member(there, 'errorLink')) !== textOf(member(here, 'errorLink')) && theirs.code === ours.code)
    found.push({ aspect: 'value', subject: `errors of ${subject}`, path: 'errorLink' })
  // The mock may say more than the service (interpretation: error-causes), never less.
  const said = new Set(ours.causes)
  const missing = theirs.causes.filter((cause) => !said.has(pairs.translate(cause)))
  if (missing.length > 0) compare('causes', missing.toSorted().join('; '), ours.causes.toSorted().join('; '))
  return found
}

/** The words of errors that the contract knows, and names of properties: other words may be of people. */
const knownWords = once(
  () =>
    new Set(
      [
        ...Object.values<ErrorRow>(refusals).flatMap(({ summary, cause = '', oauth }) => [
          summary,
          cause,
          oauth?.description ?? '',
        ]),
        ...Object.values(mistakes).map(({ says }) => says),
        ...userProfileProperties().map(({ name }) => name),
        'Resource not found User UserGroup GroupRule PublicClientApp none',
      ].flatMap((text) => text.match(word) ?? []),
    ),
)

const word = /[\p{L}\p{N}_'-]+/gu

/** A text of an error with only the words of the contract; other words may be of people. */
function withoutValues(text: string): string {
  return text
    .replaceAll(/\S*@\S*/g, '…')
    .replaceAll(word, (each) => (knownWords().has(each) ? each : '…'))
    .replaceAll(/…(?:[^\p{L}\p{N}`"();:]*…)+/gu, '…')
    .slice(0, 300)
}
