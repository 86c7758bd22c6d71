import { z } from 'zod'
import { once } from '../contract/once.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { type JournalEntry, type KeptEntry, matches } from '../model/access/journal.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { operationName, patience } from './input.ts'
import { waitFor } from './wait-for.ts'
import { type Exchange, exchangeOf } from '../exchange/journal.ts'
import { type Har, toCurl, toHar } from '../exchange/formats.ts'

const wanted = once(() =>
  z.strictObject({
    operation: operationName().optional(),
    method: z.string().toUpperCase().optional(),
    path: z.string().optional(),
    status: z.int().optional(),
    user: z.string().optional(),
    text: z.string().min(1).optional(),
    since: z.iso.datetime().optional(),
    after: z.int().min(0).optional(),
  }),
)

type Wanted = z.output<ReturnType<typeof wanted>>

const one = once(() =>
  z.strictObject({
    number: z.int().min(1).optional(),
    requestId: z.string().optional(),
  }),
)

export const journalActions = {
  readJournal: defineAction({
    reads: true,
    input: () =>
      wanted().extend({ limit: z.int().min(1).optional(), as: z.enum(['list', 'har']).default('list') }),
    run(org, { since, as, ...given }): readonly JournalEntry[] | Har {
      const query = { ...given, ...sinceOf(since) }
      if (as === 'list') return org.traffic.journal(query)
      return toHar(
        org.traffic.entries.find(query).map((kept) => exchangeOf(kept, org)),
        org.baseUrl,
      )
    },
  }),
  waitForRequest: defineAction({
    reads: true,
    input: () =>
      wanted().extend({
        timeout: patience().default(5000),
      }),
    run: (org, query) => waitForRequest(org, query),
  }),
  readExchange: defineAction({
    reads: true,
    input: () =>
      one().extend({ as: z.enum(['exchange', 'curl', 'fetch', 'client', 'pact']).default('exchange') }),
    run(org, { as, ...named }): Exchange | Promise<Code> {
      const kept = pick(org, named)
      return as === 'exchange' ? exchangeOf(kept, org) : codeOf(org, kept, as)
    },
  }),
}

/** One request as a program, a command or a pact. */
export interface Code {
  readonly code: string
}

/** The form of a program, a command or a pact. */
export type CodeForm = 'curl' | 'fetch' | 'client' | 'pact'

async function codeOf(org: Org, kept: KeptEntry, as: CodeForm): Promise<Code> {
  if (as === 'curl') return { code: toCurl(exchangeOf(kept, org), org.baseUrl) }
  const { programOf } = await import('../exchange/programs.ts')
  const code = programOf(as, kept, org)
  const expected = 'curl or fetch: the API description does not have the request'
  return { code: code ?? refuse('form', { at: 'as', expected }) }
}

function sinceOf(since: string | undefined): { since?: number } {
  return since === undefined ? {} : { since: Date.parse(since) }
}

/** @throws `Refusal` `validation` for an unknown entry. */
function pick(org: Org, { number, requestId }: z.output<ReturnType<typeof one>>): KeptEntry {
  const kept = org.traffic.entries.find()
  const found =
    number === undefined && requestId === undefined
      ? kept.at(-1)
      : kept.find((each) => each.number === number || each.entry.requestId === requestId)
  if (found) return found
  const name = requestId === undefined ? 'number' : 'requestId'
  const range =
    kept.length === 0 ? 'the journal is empty' : `it holds ${kept[0]!.number} to ${kept.at(-1)!.number}`
  return refuse('form', { at: name, expected: 'an entry of the journal', advice: range })
}

/** @throws NotInTime that names the other requests, if no matching request came in time. */
async function waitForRequest(
  org: Org,
  { timeout, since, after, ...query }: Wanted & { readonly timeout: number },
): Promise<Exchange> {
  const exact = { ...query, ...sinceOf(since) }
  const journal = org.traffic.entries
  const [past] = after === undefined ? [] : journal.find({ ...exact, after, limit: 1 })
  if (past) return exchangeOf(past, org)
  const others: string[] = []
  const came = await waitFor<KeptEntry>(
    timeout,
    (onFound) =>
      journal.onEntry((entry, kept) => {
        if (matches(kept, exact)) onFound(kept)
        else if (others.length < 10) others.push(`${entry.method} ${entry.path} ${entry.status}`)
      }),
    () => {
      const instead = others.length === 0 ? 'no request came' : `there came ${others.join(', ')}`
      return `waitForRequest: No such request within ${timeout} ms; ${instead}`
    },
  )
  return exchangeOf(came, org)
}
