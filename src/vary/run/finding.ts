import type { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import type { VariantName } from '../variant-names.ts'
import { severities, variantOf } from '../variants.ts'
import { blamed } from './blame.ts'
import { differencesOf } from './difference.ts'
import type { LoggedCall, TestEnd } from './log-line.ts'
import { isSameTest, nameOf, type Outcome } from './outcome.ts'
import { lastOf } from './plain-runs.ts'
import type { Finding, ReplyDifference } from './report.ts'

/** A failed test as a finding: with the call that was answered otherwise, and both replies. */
export function findingOf(
  { names, run, plain: { calls: plain } }: Outcome,
  test: TestEnd,
  known: ReadonlySet<string>,
  redactor: Redactor,
): Finding {
  const variant = names.join(' + ')
  const rows = names.map((name) => variantOf(name as VariantName))
  const textOf = (of: 'summary' | 'open' | 'advice', between: string): string =>
    [...new Set(rows.map((row) => row[of]))].join(between)
  const interpretation = rows.flatMap((row) => row.interpretation ?? []).join(', ')
  const isOf = (call: LoggedCall): boolean => call.test !== undefined && isSameTest(call.test, test)
  // Some are made before the tests; in some runners it is never known.
  const isOfNone = (call: LoggedCall): boolean => call.test === undefined
  const its = run.calls.filter(isOf)
  const by = its.length === 0 ? 'order' : its.some(({ isByTime }) => isByTime) ? 'time' : 'test'
  const own: readonly [readonly LoggedCall[], readonly LoggedCall[]] =
    by === 'order' ? [plain.filter(isOfNone), run.calls.filter(isOfNone)] : [plain.filter(isOf), its]
  const { state: _, from: _from, to: _to, log: _log, told: text, ...place } = test
  const told = [place.message, text ?? (by === 'order' ? lastOf(run) : '')].join('\n')
  const found = blamed(...own, told)
  const seen = differencesOf(found?.plain?.reply, found?.call.reply).filter((each) => !isSent(each, ...own))
  const id = `${variant}: ${nameOf(test)}`
  const line = place.line ?? found?.call.test?.line
  const file = place.file ?? found?.call.test?.file
  return {
    id,
    variant,
    severity: severities.findLast((each) => rows.some((row) => row.severity === each))!,
    summary: textOf('summary', ', and '),
    open: textOf('open', '; '),
    ...(interpretation && { interpretation }),
    advice: textOf('advice', ' '),
    test: { ...place, ...(file && { file }), ...(line && { line }) },
    by,
    ...(found && { call: redacted(found.call, redactor) }),
    ...(found?.plain && { plain: redacted(found.plain, redactor).reply }),
    differences: redactor.value(
      seen.length === 0 && found?.call.isAltered ? rows.flatMap((row) => row.unseen ?? []) : seen,
    ) as Finding['differences'],
    isKnown: known.has(id),
    isHanging: run.code === undefined,
  }
}

/** Whether the client itself sent these values in the same call: a login made by chance, for example. */
function isSent(
  { plain, varied }: ReplyDifference,
  before: readonly LoggedCall[],
  now: readonly LoggedCall[],
): boolean {
  return before.some(
    ({ text }, at) => plain.startsWith('"') && text?.includes(plain) && now[at]?.text?.includes(varied),
  )
}

function redacted(call: LoggedCall, redactor: Redactor): LoggedCall {
  const { text, reply } = call
  const body = redactor.body(reply.text)
  return {
    ...call,
    path: redactor.text(call.path),
    query: redactor.text(call.query),
    ...(text !== undefined && { text: redactor.body(text) }),
    reply: { ...reply, headers: redactor.headers(reply.headers), text: body },
  }
}
