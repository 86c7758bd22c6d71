import { type LoadProcess, type ServerProcess, startBare } from './processes.ts'
import { type LoadResult, type RawRequest, send, type Turns } from './protocol.ts'
import { ratioRow, rounded, type Row } from './report.ts'
import { median } from './rounds.ts'

/** A case that is measured over HTTP, with its bar. */
export interface HttpCase {
  readonly name: string
  /** The least speed, as a share of that of the bare server. */
  readonly bar: number
  /** The least speed, as a multiple of that of an earlier build. */
  readonly barAgainst: number
  /** Compares with a bare server that stores each body, because a write must do so. */
  readonly isKept?: boolean
  readonly turns: (server: ServerProcess) => Promise<Turns>
  /** Default 16. */
  readonly connections?: number
}

/** How long and how often each case is measured. */
export interface Thoroughness {
  readonly rounds: number
  readonly seconds: number
}

type Loaded = LoadResult & { readonly cpu: number }

/**
 * Measures a case and the bare server in alternation, so that other load on the machine affects both. The ratio compares
 * the processor time of a request, by the median of the rounds. With `isKept` the other server is the storing one.
 */
export async function sideBySide(
  { name, bar, isKept = false, turns, connections = 16 }: HttpCase,
  server: ServerProcess,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<Row> {
  const all = await turns(server)
  const replies = []
  // The whole turn, so that the rounds find the same state.
  for (const request of all[0]!) replies.push(await replyTo(server, request))
  const [reply] = replies
  await using bare = await startBare(reply)
  await using keeping = isKept ? await startBare(reply, true) : undefined
  const measured = [server, bare, ...(keeping ? [keeping] : [])]
  const taken: Loaded[][] = measured.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [which, each] of measured.entries()) {
      const result = await measureServer(each, load, { turns: all, connections, seconds })
      // The first round warms all up.
      if (round > 0) taken[which]!.push(result)
    }
  }
  const of = (which: number, figure: 'perSecond' | 'cpu'): number =>
    median(taken[which]!.map((result) => result[figure]))
  const ratioTo = (other: number): number =>
    median(taken[0]!.map(({ cpu }, round) => taken[other]![round]!.cpu / cpu))
  const peer = taken.length - 1
  const figures = [
    `${rounded(of(0, 'perSecond'))}/s, ${rounded(of(0, 'cpu'))} µs`,
    `${isKept ? 'keeping' : 'bare'}: ${rounded(of(peer, 'perSecond'))}/s, ${rounded(of(peer, 'cpu'))} µs`,
  ] as const
  const row = ratioRow(name, figures, ratioTo(peer), '≥', bar)
  return isKept ? { ...row, result: `${row.result} (bare: ${ratioTo(1).toFixed(2)})` } : row
}

/** Puts a server under load for some seconds; `cpu` is its processor time per request, in microseconds. */
export async function measureServer(
  server: ServerProcess,
  load: LoadProcess,
  {
    turns,
    connections = 16,
    seconds,
  }: { readonly turns: Turns; readonly connections?: number | undefined; readonly seconds: number },
): Promise<Loaded> {
  const before = await server.cpuTime()
  const result = await load.run({ port: server.port, connections, seconds, turns })
  return { ...result, cpu: ((await server.cpuTime()) - before) / result.requests }
}

/** The reply to a request, for the bare server to send. */
async function replyTo(
  server: ServerProcess,
  request: RawRequest,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const response = await send(server, request)
  const headers = Object.fromEntries(response.headers)
  for (const name of ['connection', 'keep-alive']) delete headers[name]
  return { status: response.status, headers, body: await response.text() }
}
