/** The order in which the requests of one connection start, without a real connection. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Turns } from '../../src/server/turns.ts'

/** A connection, and what happens to it: the names of requests that start, `pause` and `resume`. */
function connection() {
  const told: string[] = []
  const responses = new Map<string, EventEmitter & Record<string, unknown>>()
  let isPaused = false
  const socket = {
    destroyed: false,
    isPaused: () => isPaused,
    pause: () => void ((isPaused = true), told.push('pause')),
    resume: () => void ((isPaused = false), told.push('resume')),
  }
  const take = (name: string, req = { complete: true }): void => {
    const state: Record<string, unknown> = { writableFinished: false, closed: false, headersSent: false, req }
    responses.set(name, Object.assign(new EventEmitter(), state))
    Turns.take(socket as never, responses.get(name) as never, () => void told.push(name))
  }
  const happen: Record<string, (name: string) => void> = {
    take,
    takeBroken: (name) => take(name, { complete: false }),
    begin: (name) => void (responses.get(name)!['headersSent'] = true),
    write: (name) => void (responses.get(name)!['writableFinished'] = true),
    shut: (name) => void (responses.get(name)!['closed'] = true),
    close: (name) => void responses.get(name)!.emit('close'),
    finish: (name) => (happen['write']!(name), happen['close']!(name)),
    end: (name) => Turns.end(socket as never, () => void told.push(name)),
    destroy: () => void (socket.destroyed = true),
  }
  return { told, act: (what: string, name: string) => happen[what]!(name) }
}

test.each([
  [
    'take a: a, take b, take c, close a, finish a: b, finish b: c',
    'each starts once the reply before has left',
  ],
  ['take a: a, write a, take b: b, take c', 'a reply that is written is over'],
  ['take a: a, shut a, take b: b, take c', 'a reply that is closed is over'],
  [
    'take a: a, take b, take c, take d, write b, finish a: b c, shut c, close c: d',
    'what is over by then is over',
  ],
  ['take a: a, finish a, take b: b, take c, finish b: c', 'a connection goes on after a rest'],
  ['take a: a, take b, destroy x, finish a, take c: c', 'nothing that waits starts once it is gone'],
  ['take a: a, take b, end x, finish a: b, finish b: x', 'the end follows complete requests'],
  ['takeBroken a: a, end x: x', 'the end replaces the reply to a request that broke off'],
  ['take a: a, takeBroken b, end x, finish a: x', 'the end replaces a waiting request that broke off'],
  ['takeBroken a: a, begin a, end x, finish a: x', 'the end waits for a reply that has begun'],
  ['end x: x, end y: y', 'the end of a connection without requests comes at once'],
])('%s (%s)', (script) => {
  const { told, act } = connection()
  const other = connection()
  other.act('take', 'first')
  const steps = script.split(', ').map((step) => {
    const [what = '', name = ''] = step.split(':')[0]!.split(' ')
    const before = told.length
    act(what, name)
    return [`${what} ${name}`, told.slice(before).join(' ')].filter(Boolean).join(': ')
  })
  expect(steps.join(', ')).toBe(script)
  expect(other.told).toEqual(['first'])
})

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a connection with 64 requests that wait is not read until none waits, each time', async () => {
  const { told, act } = connection()
  const held = () => told.splice(0).filter((what) => what === 'pause' || what === 'resume')
  let next = 0
  let done = 0
  for (let time = 0; time < 2; time++) {
    for (; next - done < 64; next++) act('take', `${next}`)
    await nextTick()
    expect(held()).toEqual([])
    act('take', `${next++}`)
    act('take', `${next++}`)
    expect(held()).toEqual([])
    await nextTick()
    expect(held()).toEqual(['pause'])
    for (; next - done > 2; done++) act('finish', `${done}`)
    expect(held()).toEqual([])
    act('finish', `${done++}`)
    expect(held()).toEqual(['resume'])
  }
})

test('a connection is read on where fewer wait by the time it could be held', async () => {
  const { told, act } = connection()
  for (let index = 0; index < 65; index++) act('take', `${index}`)
  act('finish', '0')
  await nextTick()
  expect(told).toEqual(['0', '1'])
})
