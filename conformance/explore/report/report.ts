import type { CheckResult } from '../../engine/judge/check-result.ts'
import type { Reply } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Requirement } from '../../registry/requirement.ts'
import { gradable } from '../../registry/requirement.ts'
import type { Difference } from '../compare/difference.ts'
import type { Explorer, Finding, ReportedSequence } from '../explore.ts'
import { textOf } from '../reads/expression.ts'
import { requirementsFor, writeAbout } from './name.ts'
import type { Call } from '../sequence/sequence.ts'

/** One call of a sequence in a report, with the answers of both endpoints. */
export interface ReportedCall {
  readonly sent: string
  readonly body?: unknown
  readonly model: string
  readonly target: string
}

/** A difference between the target and the model. */
export interface ExploredDifference {
  /** The requirement that it breaks; left out if the description states none: then a person must judge. */
  readonly requirement?: string
  /** The difference, as a sentence. */
  readonly sentence: string
  readonly expected: string
  readonly got: string
  /** The shortest sequence that shows it. */
  readonly sequence: readonly ReportedCall[]
  /** The same sequence in the form that `--explore-replay` repeats. */
  readonly replay: readonly object[]
}

export interface Reported {
  readonly difference: ExploredDifference
  readonly check?: CheckResult
}

/** Repeats each finding's sequence, so that the report contains the answers of both endpoints. */
export async function reportAll(
  explorer: Explorer,
  isGraded: (requirement: string) => boolean,
): Promise<Reported[]> {
  const told: Reported[] = []
  for (const finding of explorer.findings) {
    told.push(reportOne(finding, await explorer.report(finding), isGraded))
  }
  return told
}

function sentText(call: Call, path: string): string {
  const query =
    call.expression === undefined ? '' : `  (${call.expression.parameter}: ${textOf(call.expression.tree)})`
  const change = call.between
  const between = change === undefined ? '' : `  (before its next page: ${change.method} ${change.path})`
  const caller = { nobody: '  (without a token)', stranger: '  (with a token that was never issued)' }
  const by = call.as === 'nobody' || call.as === 'stranger' ? caller[call.as] : ''
  return `${call.method} ${path || call.path}${query}${between}${by}`
}

/** A reply as a report shows it: the control plane answers with cookies and tokens, which no report holds. */
function repliedTo({ operation }: Call, { status, text, json }: Reply): string {
  if (!operation.startsWith('control:')) return shown(status, text)
  return status < 300 ? 'SUCCESS' : `FAILURE ${json?.reason}`
}

const maxShown = 2000

function shown(status: number, text: string): string {
  return `${status} ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`.trim()
}

function reportOne(
  finding: Finding,
  { steps, exchanges, isShown }: ReportedSequence,
  isGraded: (requirement: string) => boolean,
): Reported {
  const { difference } = finding
  const requirement = requirementsFor(finding, isShown).find(
    (each): each is Requirement => gradable(each) && isGraded(each.id),
  )
  const last = finding.sequence.at(-1) as Call
  const [expected, got] = [plain(difference.expected, steps), plain(difference.got, steps)]
  const sentence = sentenceOf(finding, { expected, got }, steps)
  const explored: ExploredDifference = {
    ...(requirement === undefined ? {} : { requirement: requirement.id }),
    sentence,
    expected,
    got,
    sequence: steps.map(([call, { model, target }]) => ({
      sent: sentText(call, target.reply.request.path),
      ...(call.body === undefined ? {} : { body: call.body }),
      model: repliedTo(call, model.reply),
      target: repliedTo(call, target.reply),
    })),
    replay: finding.sequence,
  }
  if (requirement === undefined) return { difference: explored }
  const title = `${last.operation}: ${difference.aspect}${difference.member === undefined ? '' : ` ${difference.member}`}`
  return {
    difference: explored,
    check: {
      key: `exploration: ${requirement.id}, ${title}`,
      title: sentence,
      file: 'exploration',
      outcomes: [
        {
          requirement: requirement.id,
          verdict: 'fail',
          why: sentence,
          assertions: [
            {
              held: false,
              what: expected,
              expected,
              got,
              differences: [
                {
                  path: difference.member ?? difference.aspect,
                  expected,
                  got,
                },
              ],
              exchange: exchanges.at(-1)?.number,
            },
          ],
          asserted: 1,
        },
      ],
      observations: [],
      exchanges,
      exchanged: exchanges.length,
      milliseconds: 0,
    },
  }
}

const nouns: Readonly<Record<string, string>> = { u: 'user', g: 'group', r: 'rule', c: 'client' }

/** A record by its id, which the answers show. Its name in a sequence says nothing elsewhere. */
function nameOf(record: string | undefined, steps: ReportedSequence['steps']): string | undefined {
  const made = steps.find(([call]) => call.record === record && /^(create|register)/.test(call.operation))
  const { id, client_id: clientId = id } = made?.[1].target.reply.json ?? {}
  const noun = nouns[record?.charAt(0) ?? '']
  return noun === undefined || typeof clientId !== 'string' ? record : `the ${noun} ${clientId}`
}

/** A text with the ids of records instead of their names in a sequence. */
function plain(text: string, steps: ReportedSequence['steps']): string {
  const idOf = (handle: string): string => nameOf(handle, steps)?.split(' ').at(-1) ?? handle
  return /^[ugrc]\d+$/.test(text)
    ? (nameOf(text, steps) ?? text)
    : text.replaceAll(/"([ugrc]\d+)"/g, (_, handle: string) => JSON.stringify(idOf(handle)))
}

/** The difference, as a sentence. */
function sentenceOf(
  finding: Finding,
  { expected, got }: Endpoints,
  steps: ReportedSequence['steps'],
): string {
  const { sequence, difference } = finding
  const { aspect, member = '' } = difference
  const { operation, method } = sequence.at(-1) as Call
  const record = nameOf(difference.record, steps)
  const of = record === undefined ? '' : ` of ${record}`
  const write = method === 'GET' ? writeAbout(sequence, difference)?.operation : undefined
  const still = wasShown(difference, steps) ? 'still ' : ''
  const shows = `${operation} ${still}shows ${member}${of} as ${got}`
  const what: Readonly<Record<Difference['aspect'], string>> = {
    refused: `${operation} is refused (${got})`,
    accepted: `${operation} succeeds (${got}) and should be refused`,
    status: `${operation} answers ${got}`,
    code: `${operation} answers ${got}`,
    member:
      member === 'status' && record !== undefined ? `${record} is ${still}${got} in ${operation}` : shows,
    missing: record === undefined ? `${operation} shows ${got || 'nothing'}` : `${operation} lacks ${record}`,
    extra: `${operation} shows ${record ?? got}, which does not belong there`,
    order: `${operation} has another order: ${got}`,
    pages: `${operation} is paged wrongly: ${got}`,
    time: shows,
    secret: `${operation} shows ${member}${of}`,
    form: shows,
  }
  const sentence = what[aspect]
  const isWhole = ['missing', 'extra', 'accepted'].includes(aspect)
  return `${write === undefined ? '' : `After ${write} `}${sentence}${isWhole ? '' : `, not ${expected}`}`
}

/** Whether the target showed the wrong value of a record before: then a write changed nothing. */
function wasShown({ record, member = '', got }: Difference, steps: ReportedSequence['steps']): boolean {
  return steps
    .slice(0, -1)
    .some(
      ([{ record: shown }, { target }]) =>
        shown === record && record !== undefined && String(valueAt(target.reply.json, member)) === got,
    )
}

interface Endpoints {
  readonly expected: string
  readonly got: string
}
