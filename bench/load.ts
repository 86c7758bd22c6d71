import { connect, type Socket } from 'node:net'
import { counterPlace, type LoadMessage, type LoadResult, rawText, type Turns } from './protocol.ts'

/**
 * The load generator, in its own process. It uses raw sockets, so that it takes little processor time from the server
 * that it measures.
 */
process.on('message', (load: LoadMessage) => {
  void run(load).then((result) => process.send!(result))
})

process.on('disconnect', () => process.exit())

let counter = Date.now() % 10_000_000

/** The shares of the connections, by the names of their turns and the port. */
const pools = new Map<string, readonly Share[]>()
const turnsOf = new Map<number, Turns>()

async function run({ port, connections, seconds, pool, turns: given }: LoadMessage): Promise<LoadResult> {
  if (given) turnsOf.set(pool, given)
  const turns = turnsOf.get(pool)!
  const name = `${pool} ${port}`
  let shares = pools.get(name)
  if (!shares) {
    shares = Array.from({ length: connections }, (_, index) => new Share(turns, port, index, connections))
    pools.set(name, shares)
  }
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  let failure: string | undefined
  const start = performance.now()
  await Promise.all(
    shares.map((share) =>
      talk(port, share, end, times, (text) => {
        failure ??= text
      }),
    ),
  )
  const elapsed = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    median,
    ...(failure ? { failure } : {}),
  }
}

/** How far back the turn is that a connection repeats. */
const back = 5

/** The turns of one connection. */
class Share {
  readonly #turns: readonly (readonly string[])[]
  #next = 0
  #taken = 0

  /** With fewer turns than connections, some connections send the same ones. */
  constructor(turns: Turns, port: number, index: number, connections: number) {
    const own =
      turns.length < connections
        ? [turns[index % turns.length]!]
        : turns.filter((_, at) => at % connections === index)
    this.#turns = own.map((turn) => turn.map((request) => rawText(request, port)))
  }

  /** The texts of the next turn. */
  take(): readonly string[] {
    const { length } = this.#turns
    const isRepeated = this.#taken++ % 10 === 9
    const at = isRepeated ? this.#next + length - (back % length) : this.#next++
    return this.#turns[at % length]!
  }
}

/** Sends one request after the other over one connection until the time is over. */
function talk(
  port: number,
  share: Share,
  end: number,
  times: number[],
  fail: (text: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn: readonly string[] = []
    let at = 0
    let sentAt = 0
    const reader = new ReplyReader()
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, next)
    function next(): void {
      if (at === turn.length) {
        // A turn is sent to its end, so that the next round finds the same state.
        if (performance.now() >= end) {
          socket.end()
          return
        }
        turn = share.take()
        at = 0
      }
      sentAt = performance.now()
      socket.write(numbered(turn[at++]!))
    }
    socket.on('data', (chunk) => {
      if (!reader.read(chunk)) return
      times.push(performance.now() - sentAt)
      if (!reader.isSuccess) fail(reader.start)
      next()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

function numbered(text: string): string {
  if (!text.includes(counterPlace)) return text
  counter += 1
  return text.replaceAll(counterPlace, String(counter).padStart(counterPlace.length, '0'))
}

/** Reads only as much of a reply as it needs to find the end. */
class ReplyReader {
  isSuccess = true
  start = ''
  /** Bytes of the body still to come; undefined before the head is read, -1 for a body in chunks. */
  #missing: number | undefined
  #head = ''

  /** Whether the reply is whole. */
  read(chunk: Buffer): boolean {
    if (this.#missing === undefined) return this.#readHead(chunk)
    if (this.#missing === -1) return this.#end(isLastChunk(chunk))
    this.#missing -= chunk.length
    return this.#end(this.#missing <= 0)
  }

  #readHead(chunk: Buffer): boolean {
    const before = this.#head.length
    this.#head += chunk.toString('latin1', 0, Math.min(chunk.length, 4096))
    const end = this.#head.indexOf('\r\n\r\n')
    if (end === -1) return false
    const head = this.#head
    this.isSuccess = head.charCodeAt(9) === 50
    this.start = head.slice(0, 600)
    const bodyBytes = chunk.length - (end + 4 - before)
    const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]
    if (length !== undefined) this.#missing = Number(length) - bodyBytes
    else if (/\r\ntransfer-encoding: chunked/i.test(head)) this.#missing = -1
    else this.#missing = 0
    return this.#end(this.#missing === -1 ? isLastChunk(chunk) : this.#missing <= 0)
  }

  #end(isWhole: boolean): boolean {
    if (isWhole) {
      this.#missing = undefined
      this.#head = ''
    }
    return isWhole
  }
}

function isLastChunk(chunk: Buffer): boolean {
  return chunk.subarray(-5).equals(lastChunk)
}

const lastChunk = Buffer.from('0\r\n\r\n')
