import { expect, test } from 'vitest'
import { readPact } from '../../src/exchange/pact/read-pact.ts'
import { expectGolden } from '../support/golden-cases.ts'

test('each pact is read, or refused with the place and the reason', async () => {
  await expectGolden(new URL('pacts.txt', import.meta.url), (input) => {
    try {
      const { version, interactions, others } = readPact(input.replace(/^text /, ''), 'shop.json')
      const leftOut = others.length === 0 ? [] : [`left out: ${JSON.stringify(others)}`]
      return [`version ${version}`, ...interactions.map((each) => JSON.stringify(each)), ...leftOut].join(
        '\n',
      )
    } catch (error) {
      expect(error).toMatchObject({ name: 'PactFileError' })
      // The rest is of the JavaScript engine.
      return (error as Error).message.replace(/(?<=not JSON: ).+/, '…')
    }
  })
})
