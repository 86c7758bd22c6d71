import { type LoadProcess, type ServerProcess, startBare } from './processes.ts'
import { counterPlace, type LoadResult, type RawRequest } from './protocol.ts'

/** A case that is measured over HTTP, with its bar. */
export interface HttpCase {
  readonly name: string
  /** The least share of the bare server's requests per second. */
  readonly bar: number
  /** Compares with a bare server that stores each body, because a write must do so. */
  readonly isKept?: boolean
  /** The requests of each connection; see `Load`. */
  readonly requests: (server: ServerProcess) => Promise<readonly (readonly RawRequest[])[]>
  /** Default 16. */
  readonly connections?: number
}

/** How long and how often each case is measured. */
export interface Thoroughness {
  readonly rounds: number
  readonly seconds: number
}

/** The result of a case. */
export interface HttpOutcome {
  readonly name: string
  readonly bar: number
  readonly ours: number
  readonly bare: number
  /** Median of the ratios of the rounds: to the storing server if `isKept`, otherwise to the bare one. */
  readonly ratio: number
  /** The median of the ratios to the bare server, if the case compares with another server. */
  readonly bareRatio: number | undefined
  /** Processor time of a request in microseconds, ours and the bare server's. */
  readonly cpu: number
  readonly bareCpu: number
  /** Our median latency in milliseconds. */
  readonly latency: number
}

/** Measures a case and the bare server in alternation, so that other load on the machine affects both. */
export async function sideBySide(
  { name, bar, isKept = false, requests, connections = 16 }: HttpCase,
  server: ServerProcess,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<HttpOutcome> {
  const lists = await requests(server)
  const [reply] = await repliesTo(server, lists[0]!)
  const bare = await startBare(reply)
  const keeping = isKept ? await startBare(reply, true) : undefined
  try {
    const measure = (measured: ServerProcess) =>
      measureServer(name, measured, load, { lists, connections, seconds })
    await measure(server)
    await measure(bare)
    if (keeping) await measure(keeping)
    const results: Record<'ours' | 'plain' | 'bare', Awaited<ReturnType<typeof measure>>>[] = []
    for (let round = 0; round < rounds; round++) {
      const [ours, plain] = [await measure(server), await measure(bare)]
      results.push({ ours, plain, bare: keeping ? await measure(keeping) : plain })
    }
    const ratioTo = (other: 'plain' | 'bare'): number =>
      median(results.map((result) => result.ours.perSecond / result[other].perSecond))
    return {
      name,
      bar,
      ours: median(results.map(({ ours }) => ours.perSecond)),
      bare: median(results.map((result) => result.bare.perSecond)),
      ratio: ratioTo('bare'),
      bareRatio: keeping && ratioTo('plain'),
      cpu: median(results.map(({ ours }) => ours.cpu)),
      bareCpu: median(results.map((result) => result.bare.cpu)),
      latency: median(results.map(({ ours }) => ours.median)),
    }
  } finally {
    await bare.stop()
    await keeping?.stop()
  }
}

/** Puts a server under load for some seconds; `cpu` is its processor time per request, in microseconds. */
export async function measureServer(
  name: string,
  server: ServerProcess,
  load: LoadProcess,
  {
    lists,
    connections = 16,
    seconds,
  }: {
    readonly lists: readonly (readonly RawRequest[])[]
    readonly connections?: number | undefined
    readonly seconds: number
  },
): Promise<LoadResult & { readonly cpu: number }> {
  const before = await server.cpuTime()
  const result = await load.run({ port: server.port, connections, seconds, requests: lists })
  if (result.failure !== undefined) throw new Error(`${name}: ${result.failure}`)
  return { ...result, cpu: ((await server.cpuTime()) - before) / result.requests }
}

/** Sends each request once, and returns the replies for the bare server to send. */
async function repliesTo(server: ServerProcess, requests: readonly RawRequest[]): Promise<readonly Reply[]> {
  const replies = []
  for (const request of requests) replies.push(await replyTo(server, request))
  return replies
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function replyTo({ port }: ServerProcess, { method, path, token, body }: RawRequest): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body.replaceAll(counterPlace, '99999999') }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const headers = Object.fromEntries(response.headers)
  for (const name of ['connection', 'keep-alive']) delete headers[name]
  return { status: response.status, headers, body: text }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
