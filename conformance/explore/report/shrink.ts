import type { Difference } from '../compare/difference.ts'
import { simpler as simplerTrees } from '../reads/expression.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf, segmentOf } from '../sequence/sequence.ts'

/** The end of one sequence. */
export interface Ending {
  readonly calls: readonly Call[]
  readonly difference?: Difference
}

/** Shortens a sequence while it still shows the same: fewer calls, then plainer ones. */
export async function shrink(
  calls: readonly Call[],
  difference: Difference,
  shows: (sequence: readonly Call[]) => Promise<Ending | undefined>,
): Promise<{ sequence: readonly Call[]; shown: Difference }> {
  let sequence = calls
  let shown = difference
  const tries = async (shorter: readonly Call[]): Promise<boolean> => {
    const ending = await shows(shorter)
    if (ending?.difference === undefined) return false
    sequence = ending.calls
    shown = ending.difference
    return true
  }
  const simplify = async (at: number): Promise<void> => {
    for (const plain of plainer(sequence[at] as Call))
      if (await tries(sequence.with(at, plain))) return simplify(at)
  }
  const needed = neededFor(sequence)
  if (needed.length < sequence.length) await tries(needed)
  const writesOnly = sequence.filter((call, at) => call.method !== 'GET' || at === sequence.length - 1)
  if (writesOnly.length < sequence.length) await tries(writesOnly)
  const remove = async (size: number): Promise<void> => {
    for (let at = sequence.length - 1 - size; at >= 0; at -= size) {
      const shorter = withoutMakers(sequence, at, size)
      if (shorter.length < sequence.length && (await tries(shorter)))
        at = Math.min(at, sequence.length - 1 - size) + size
    }
  }
  // The last call first: a parameter that only remains for lack of time would name the difference.
  await simplify(sequence.length - 1)
  for (let size = Math.max(1, Math.floor(sequence.length / 2)); size >= 1; size = Math.floor(size / 2))
    await remove(size)
  for (let at = sequence.length - 1; at >= 0; at--) await simplify(at)
  for (let at = sequence.length - 2; at >= 0; at--) {
    const shorter = withoutRenaming(sequence, at)
    if (shorter !== undefined) await tries(shorter)
  }
  // Plainer calls may name fewer records: those are not needed any more.
  await remove(1)
  return { sequence, shown }
}

/** The calls that the last one needs: those about its records, and about the records that these need. */
function neededFor(calls: readonly Call[]): Call[] {
  const last = calls.at(-1) as Call
  const wanted = new Set([...handlesOf(last), ...(last.record === undefined ? [] : [last.record])])
  const kept: Call[] = [last]
  for (const call of calls.slice(0, -1).toReversed()) {
    const named = handlesOf(call)
    const isAbout =
      (call.record !== undefined && wanted.has(call.record)) || [...named].some((each) => wanted.has(each))
    if (!isAbout) continue
    for (const each of named) wanted.add(each)
    kept.unshift(call)
  }
  return kept
}

/** Removes some calls, and those that name records which no call then creates. */
function withoutMakers(calls: readonly Call[], at: number, size: number): Call[] {
  const made = new Set<string>()
  return calls.filter((call, index) => {
    if (index >= at && index < at + size) return false
    const isPossible = [...handlesOf(call)].every((handle) => made.has(handle))
    if (!isPossible) return false
    for (const handle of [call.record, call.learns]) if (handle !== undefined) made.add(handle)
    return true
  })
}

/** Without a call that changes a login: later calls use the first login instead of the new one. */
function withoutRenaming(calls: readonly Call[], at: number): Call[] | undefined {
  const { operation, body, record } = calls[at] as Call
  const login: unknown = body?.profile?.login
  const maker = calls.find((call) => call.operation === 'createUser' && call.record === record)
  const first: unknown = maker?.body?.profile?.login
  if (!/^(update|replace)User$/.test(operation) || typeof login !== 'string' || typeof first !== 'string')
    return undefined
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
  return JSON.parse(
    JSON.stringify(calls.toSpliced(at, 1))
      .replaceAll(inJson(login), () => inJson(first))
      .replaceAll(segmentOf(login), () => segmentOf(first)),
  ) as Call[]
}

/** Plainer forms of a call, the plainest first. */
function plainer(call: Call): Call[] {
  const found: Call[] = []
  if (call.expression !== undefined) {
    const { parameter, tree } = call.expression
    found.push(...simplerTrees(tree).map((each) => ({ ...call, expression: { parameter, tree: each } })))
  }
  if (/\.profile\.login(\|\w+)?»/.test(call.path))
    found.push({ ...call, path: call.path.replace(/\.profile\.login(\|\w+)?»/, '.id»') })
  const { body } = call
  const query = call.query ?? {}
  if (call.headers !== undefined) {
    const { headers: _, ...rest } = call
    found.push(rest)
  }
  for (const name of Object.keys(query).filter((each) => each !== 'activate' && each !== 'provider'))
    if (name in query) {
      const { [name]: _, ...rest } = query
      found.push({ ...call, query: rest })
    }
  if (typeof body === 'object' && body !== null) {
    const needed = new Set(['login', 'email', 'firstName', 'lastName', 'name'])
    const names = Object.keys((body.profile as object) ?? {})
    const bare = names.filter((name) => needed.has(name))
    // All at once first: a user may have thirty.
    if (call.operation !== 'updateUser' && names.length > bare.length + 1)
      found.push({
        ...call,
        body: { ...body, profile: Object.fromEntries(bare.map((name) => [name, body.profile[name]])) },
      })
    for (const part of ['credentials', 'groupIds'])
      if (part in body) {
        const { [part]: _, ...rest } = body
        found.push({ ...call, body: rest })
      }
    for (const name of names) {
      if (needed.has(name) && call.operation !== 'updateUser') continue
      const { [name]: _, ...rest } = body.profile
      if (Object.keys(rest).length > 0) found.push({ ...call, body: { ...body, profile: rest } })
    }
    for (const [name, plain] of [
      ['firstName', 'Casey'],
      ['lastName', 'Fern'],
    ] as const)
      if (typeof body.profile?.[name] === 'string' && body.profile[name] !== plain)
        found.push({ ...call, body: { ...body, profile: { ...body.profile, [name]: plain } } })
  }
  return found
}
