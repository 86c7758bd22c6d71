import { expect, test } from 'vitest'
import { Router } from '../../src/handlers/router.ts'

test('reads its table at the first search, and once', () => {
  let read = 0
  const route = {
    kind: 'some',
    name: 'some',
    get path() {
      read += 1
      return '/some'
    },
  }
  const router = new Router(() => [route])
  expect(read).toBe(0)
  expect([router.find('GET', '/some')?.target.name, router.find('GET', '/other')]).toEqual([
    'some',
    undefined,
  ])
  expect(read).toBe(1)
})
