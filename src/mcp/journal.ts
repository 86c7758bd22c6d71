import type { Exchange } from '../exchange/journal.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import { fieldsOfAction } from './area-tools.ts'
import { call } from './target.ts'
import type { Tool } from './tool.ts'

/** How many calls the journal lists, unless the call says otherwise. */
const callsMax = 20

/** How many failed calls are explained in a list. */
const explainedMax = 5

export const journalTool: Tool = {
  description:
    'List the newest calls that the application made, the newest last, one line each. The last failed calls say why they failed, and what the API accepts instead. Filter by operation, user, status, path, time or text.',
  fields: fieldsOfAction('readJournal', 'as'),
  reads: true,
  async run({ target }, { limit = callsMax, ...filter }) {
    const entries = (await call(target, 'readJournal', filter)).slice(-Number(limit))
    if (entries.length === 0)
      return 'No call yet. Is the application sent to this URL? The tool organisation shows it.'
    const failed = entries.filter(({ status }) => status >= 400).slice(-explainedMax)
    const reasons = new Map(
      await Promise.all(
        failed.map(
          async ({ number }) => [number, reasonOf(await call(target, 'readExchange', { number }))] as const,
        ),
      ),
    )
    return entries.flatMap((entry) => [lineOf(entry), ...(reasons.get(entry.number) ?? [])]).join('\n')
  },
}

export const explainTool: Tool = {
  description:
    'Explain one call: the request and its reply, why it failed and what the API accepts instead, the fault behind it, the records that it changed. Without a number: the last call that failed, else the last call.',
  fields: fieldsOfAction('readExchange', 'as'),
  reads: true,
  async run({ target }, named) {
    const { number, requestId } = named
    const isNamed = number !== undefined || requestId !== undefined
    const failed = isNamed
      ? undefined
      : (await call(target, 'readJournal')).findLast(({ status }) => status >= 400)?.number
    const exchange = await call(target, 'readExchange', failed === undefined ? named : { number: failed })
    const { request, response, changes } = exchange
    return [
      lineOf(exchange),
      ...reasonOf(exchange),
      ...(request.body === undefined ? [] : [`sent      ${JSON.stringify(request.body)}`]),
      ...(response.body === undefined ? [] : [`answered  ${JSON.stringify(response.body)}`]),
      ...changes.map(
        ({ record, events, differences }) =>
          `changed   ${record.kind} ${record.id} ${record.label}: ${events.join(', ')} ${JSON.stringify(differences)}`,
      ),
    ].join('\n')
  },
}

/** `#12 POST /api/v1/users 400 createUser`, with the caller, the fault and what had no effect. */
function lineOf(entry: JournalEntry): string {
  const { number, time, method, path, query, status, operation, caller, fault, ignored = [] } = entry
  return [
    `#${number} ${time} ${method} ${path}${query === undefined ? '' : `?${query}`} ${status}`,
    ...(operation === undefined ? [] : [operation]),
    ...(caller === undefined ? [] : [`by ${caller.kind} ${caller.userId ?? caller.id}`]),
    ...(fault === undefined ? [] : [`by the fault ${fault}`]),
    ...(ignored.length === 0 ? [] : [`without effect: ${ignored.join(', ')}`]),
  ].join('  ')
}

/** The lines that say why a call failed; none for one that did not. */
function reasonOf({ explanation, hint }: Exchange): readonly string[] {
  if (!explanation) return hint === undefined ? [] : [`  hint      ${hint}`]
  const { rule, section, found, accepted, docs, interpretation } = explanation
  return [
    `  error     ${explanation.refusal} (${explanation.status} ${explanation.code})`,
    `  rule      ${rule} (${section})`,
    ...(found.length === 0 ? [] : [`  got       ${found.join('; ')}`]),
    `  expected  ${accepted}`,
    ...(hint === undefined ? [] : [`  hint      ${hint}`]),
    `  page      ${docs}${interpretation === undefined ? '' : `  interpretation ${interpretation}`}`,
  ]
}
