import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The number of waiting requests of a connection at which reading pauses. */
const mostWaiting = 64

interface Turn {
  /** Undefined for a turn that ends the connection. */
  readonly response: ServerResponse | undefined
  readonly start: () => void
}

/**
 * The requests of one connection, in turn: the next one starts once the last reply was sent. Otherwise a client that
 * sends many requests without reading would fill the memory with replies. In this order, a request also sees the
 * writes of the requests before it.
 */
export class Turns {
  readonly #socket: Socket
  readonly #waiting: Turn[] = []
  #last: ServerResponse | undefined
  #isPausing = false

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Starts at this response's turn; never if the connection ends first. */
  static take(socket: Socket, response: ServerResponse | undefined, start: () => void): void {
    let turns = bySocket.get(socket)
    if (!turns) bySocket.set(socket, (turns = new Turns(socket)))
    turns.#take({ response, start })
  }

  /**
   * Starts the turn that ends a connection with unreadable data. It follows the replies to complete requests, and
   * happens instead of the reply to a request whose body broke off.
   */
  static end(socket: Socket, start: () => void): void {
    const turns = bySocket.get(socket)
    if (turns) turns.#giveUpBroken()
    Turns.take(socket, undefined, start)
  }

  #giveUpBroken(): void {
    const waiting = this.#waiting.at(-1)
    const newest = waiting ? waiting.response : this.#last
    if (!newest || newest.req.complete || newest.headersSent) return
    if (waiting) this.#waiting.pop()
    else this.#last = undefined
  }

  #take(turn: Turn): void {
    const waiting = this.#waiting
    if (waiting.length === 0 && isOver(this.#last)) {
      this.#begin(turn)
      return
    }
    waiting.push(turn)
    if (waiting.length === 1) this.#last?.once('close', this.#goOn)
    // On the next tick: node:http makes the socket read again at the end of each request.
    if (waiting.length >= mostWaiting && !this.#isPausing) {
      this.#isPausing = true
      process.nextTick(this.#pause)
    }
  }

  #begin({ response, start }: Turn): void {
    this.#last = response
    start()
  }

  readonly #pause = (): void => {
    this.#isPausing = false
    if (this.#waiting.length >= mostWaiting) this.#socket.pause()
  }

  readonly #goOn = (): void => {
    const waiting = this.#waiting
    if (this.#socket.destroyed) waiting.length = 0
    while (waiting.length > 0 && isOver(this.#last)) this.#begin(waiting.shift()!)
    if (waiting.length > 0) this.#last?.once('close', this.#goOn)
    else if (this.#socket.isPaused()) this.#socket.resume()
  }
}

const bySocket = new WeakMap<Socket, Turns>()

/** Whether a reply was sent to the last byte. */
function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.closed
}
