/** The values that each provider state returns, and the organisation after its setup, are in what-states-make.txt. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { providerStateNames } from '../../src/pact/states/catalogue.ts'
import { findState, ProviderStateError, setUpState } from '../../src/pact/states/set-up.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { picture } from './picture.ts'

const defaults = new Map<string, unknown>(Object.entries(createOrg().control.readSettings()))

/** Tokens, faults, a clock that stands still and settings, as far as they are not those of every organisation. */
function steered({ control }: ReturnType<typeof createOrg>): string[] {
  const { apiTokens, accessTokens } = control.list({ kind: 'tokens' })
  const { now, frozen } = control.describe()
  return [
    ...[...apiTokens.slice(1), ...accessTokens].map(
      (token) => `token ${JSON.stringify({ ...token, id: undefined })}`,
    ),
    ...control.list({ kind: 'faults' }).map((fault) => `fault ${JSON.stringify(fault)}`),
    ...(frozen ? [`time ${now}`] : []),
    ...Object.entries(control.readSettings())
      .map(([name, value]) => [name, JSON.stringify(value)] as const)
      .filter(([name, value]) => value !== JSON.stringify(defaults.get(name)))
      .map(([name, value]) => `setting ${name} ${value}`),
  ]
}

test('each provider state makes what it says, and returns the values of that; it can be set up again', async () => {
  const repeated = new Set<string>()
  await expectGolden(new URL('what-states-make.txt', import.meta.url), (input) => {
    const org = createOrg()
    let values: Record<string, unknown> = {}
    const states = JSON.parse(input) as [string, Record<string, unknown>?][]
    for (const [name, params] of states) values = setUpState(org.model, name, params)
    const { apiToken, ...rest } = values
    expect(apiToken === org.apiToken || input.includes('the API token ')).toBe(true)
    const told = JSON.stringify(apiToken === org.apiToken ? rest : values)
    const hidden = told.replaceAll(/"[\w-]{40,43}"/g, '"a secret"').replaceAll(/"sid=\w{32}"/g, '"a cookie"')
    const outcome = [hidden, ...picture(org.model), ...steered(org)].join('\n')
    for (const [name, params] of states) {
      try {
        setUpState(org.model, name, params)
        if (name !== '') repeated.add(findState(name).name)
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderStateError)
      }
    }
    return outcome
  })
  expect(providerStateNames.filter((name) => !repeated.has(name))).toEqual([])
})
