import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection may wait before no more of them are read. */
const mostWaiting = 64

interface Turn {
  /** Undefined where what is done ends the connection. */
  readonly response: ServerResponse | undefined
  readonly start: () => void
}

/**
 * The requests of one connection, in turn: the next is answered once the last reply was taken. A client that sends
 * many without reading would otherwise have all their replies made, and kept for it; and what a request in a row
 * reads is what those before it have written.
 */
export class Turns {
  readonly #socket: Socket
  readonly #waiting: Turn[] = []
  #last: ServerResponse | undefined
  #isPausing = false

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Starts when it is this response's turn; never when the connection ends before that. */
  static take(socket: Socket, response: ServerResponse | undefined, start: () => void): void {
    let turns = bySocket.get(socket)
    if (!turns) bySocket.set(socket, (turns = new Turns(socket)))
    turns.#take({ response, start })
  }

  /**
   * Starts what ends the connection, since nothing more can be read from it: after the replies to the requests that
   * were read whole, and in place of the reply to one whose body broke off.
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
    // Once node:http is done with what it read: at the end of each request it has the socket read on.
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

/** Whether a reply has left for the client, to the last byte. */
function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.closed
}
