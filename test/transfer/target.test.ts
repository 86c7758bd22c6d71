import { expect, test } from 'vitest'
import { openTarget } from '../../src/transfer/target.ts'

test('a target has defaults, and its secrets stand in no text', () => {
  const target = openTarget({
    baseUrl: 'https://id.test/base//',
    token: 'token-of-mine',
    headers: { 'X-Key': 'key-of-mine' },
  })
  target.hide('password', 'Secret-Meadow-42')
  expect([target.baseUrl, target.concurrency, target.waited()]).toEqual(['https://id.test/base', 4, 0])
  expect(target.clean('SSWS token-of-mine, key-of-mine and Secret-Meadow-42')).toBe(
    'SSWS «token#1», «header#1» and «password#1»',
  )
  target.close()
})
