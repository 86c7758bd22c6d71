/** The order in which the requests of one connection start, without a real connection. */
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Turns } from '../../src/server/turns.ts'

/** A connection that notes whether it is read. */
class FakeSocket extends EventEmitter {
  destroyed = false
  readonly told: string[] = []
  #isPaused = false
  pause(): void {
    this.#isPaused = true
    this.told.push('pause')
  }
  resume(): void {
    this.#isPaused = false
    this.told.push('resume')
  }
  isPaused(): boolean {
    return this.#isPaused
  }
}

class FakeResponse extends EventEmitter {
  writableFinished = false
  closed = false
  headersSent = false
  readonly req: { complete: boolean }
  constructor(complete = true) {
    super()
    this.req = { complete }
  }
  finish(): void {
    this.writableFinished = true
    this.emit('close')
  }
}

function connection() {
  const socket = new FakeSocket()
  const started: string[] = []
  return {
    socket,
    started,
    take: (name: string, response: FakeResponse | undefined = new FakeResponse()) => {
      Turns.take(socket as unknown as Socket, response as unknown as ServerResponse, () => {
        started.push(name)
      })
      return response
    },
    end: (name: string) => Turns.end(socket as unknown as Socket, () => void started.push(name)),
  }
}

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('requests of one connection start one after the other, each once the reply before it has left', () => {
  const { take, started, socket } = connection()
  const one = take('one')
  const two = take('two')
  take('three')
  expect(started).toEqual(['one'])
  one.emit('close')
  expect(started).toEqual(['one'])
  one.finish()
  expect(started).toEqual(['one', 'two'])
  two.finish()
  expect(started).toEqual(['one', 'two', 'three'])
  expect(socket.told).toEqual([])
})

test.each(['writableFinished', 'closed'] as const)('a reply that is %s is over', (how) => {
  const { take, started } = connection()
  take('one')[how] = true
  take('two')
  take('three')
  expect(started).toEqual(['one', 'two'])
})

test('when a reply leaves, the next request starts, and every request that is over by then', () => {
  const { take, started, socket } = connection()
  const one = take('one')
  const two = take('two')
  const three = take('three')
  const four = take('four')
  two.writableFinished = true
  one.finish()
  expect(started).toEqual(['one', 'two', 'three'])
  three.closed = true
  three.emit('close')
  expect(started).toEqual(['one', 'two', 'three', 'four'])
  four.finish()
  const five = take('five')
  take('six')
  five.finish()
  expect(started.slice(4)).toEqual(['five', 'six'])
  expect(socket.told).toEqual([])
})

test('nothing more starts of a connection that is gone', () => {
  const { take, started, socket } = connection()
  const one = take('one')
  take('two')
  socket.destroyed = true
  one.finish()
  expect(started).toEqual(['one'])
  take('three')
  expect(started).toEqual(['one', 'three'])
})

test('connections do not wait for each other', () => {
  const one = connection()
  const other = connection()
  one.take('one')
  other.take('two')
  expect([one.started, other.started]).toEqual([['one'], ['two']])
})

test.each([
  [63, []],
  [64, ['pause']],
  [70, ['pause']],
])('where %i requests wait the connection receives %j', async (waiting, told) => {
  const { take, socket } = connection()
  take('first')
  for (let index = 0; index < waiting; index++) take('next')
  expect(socket.told).toEqual([])
  await nextTick()
  expect(socket.told).toEqual(told)
})

test('reads on once no request of a connection waits, and pauses again when many wait', async () => {
  const { take, started, socket } = connection()
  const responses = Array.from({ length: 65 }, (_, index) => take(`a${index}`))
  await nextTick()
  for (const response of responses.slice(0, -2)) response.finish()
  expect([started.length, socket.told]).toEqual([64, ['pause']])
  responses.at(-2)!.finish()
  expect([started.length, socket.told]).toEqual([65, ['pause', 'resume']])
  const more = Array.from({ length: 64 }, (_, index) => take(`b${index}`))
  await nextTick()
  expect(socket.told).toEqual(['pause', 'resume', 'pause'])
  responses.at(-1)!.finish()
  for (const response of more) response.finish()
  expect([started.length, socket.told]).toEqual([129, ['pause', 'resume', 'pause', 'resume']])
})

test('a connection is not held where fewer wait by the time it could be', async () => {
  const { take, socket } = connection()
  const first = take('first')
  for (let index = 0; index < 64; index++) take('next')
  first.finish()
  await nextTick()
  expect(socket.told).toEqual([])
})

test('the end of a connection comes after the replies to complete requests', () => {
  const { take, end, started } = connection()
  const one = take('one')
  const two = take('two')
  end('end')
  expect(started).toEqual(['one'])
  one.finish()
  two.finish()
  expect(started).toEqual(['one', 'two', 'end'])
})

test('the end of a connection replaces the reply to a request that broke off', () => {
  const { take, end, started } = connection()
  take('broken', new FakeResponse(false))
  end('end')
  expect(started).toEqual(['broken', 'end'])
})

test('the end of a connection replaces a waiting request that broke off, after the requests before it', () => {
  const { take, end, started } = connection()
  const one = take('one')
  take('broken', new FakeResponse(false))
  end('end')
  expect(started).toEqual(['one'])
  one.finish()
  expect(started).toEqual(['one', 'end'])
})

test('the end of a connection waits for a reply that has begun, though its request broke off', () => {
  const { take, end, started } = connection()
  const begun = take('begun', new FakeResponse(false))
  begun.headersSent = true
  end('end')
  expect(started).toEqual(['begun'])
  begun.finish()
  expect(started).toEqual(['begun', 'end'])
})

test('the end of a connection that sent no request comes at once', () => {
  const { end, started } = connection()
  end('end')
  end('again')
  expect(started).toEqual(['end', 'again'])
})
