/** How names find provider states, and the errors for unknown states and wrong parameters: see the files of texts. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { findState, ProviderStateError, setUpState } from '../../src/pact/states/set-up.ts'
import { expectGolden } from '../support/golden-cases.ts'

/** The text of the mistake that is thrown; it carries the name that was asked for. */
function mistakeOf(asked: string, run: () => unknown): string {
  try {
    return JSON.stringify(run())
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderStateError)
    expect((error as ProviderStateError).state).toBe(asked)
    return (error as Error).message
  }
}

test('a name finds its state and its parameters, or the nearest one is named', async () => {
  await expectGolden(new URL('state-names.txt', import.meta.url), (asked) =>
    mistakeOf(asked, () => findState(asked)),
  )
})

test('a wrong parameter is named, with what was expected and what was given', async () => {
  await expectGolden(new URL('state-mistakes.txt', import.meta.url), (input) => {
    const [, name = '', params = ''] = /^(.*?) (\{".*|\{\})$/.exec(input) ?? []
    return mistakeOf(name, () =>
      setUpState(createOrg().model, name, JSON.parse(params) as Record<string, unknown>),
    )
  })
})

test('the largest counts and the longest ids are taken', () => {
  const { model } = createOrg()
  const id = `.~-_${'x'.repeat(96)}`
  expect(setUpState(model, 'a group exists', { id })).toMatchObject({ groupId: id })
  const login = `${'x'.repeat(88)}@example.com`
  expect(setUpState(model, 'a user exists', { id: login })).toMatchObject({ login })
})
