import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

test('reads every duration alike, in milliseconds or as a text', () => {
  const spans = (half: string | number, two: string | number) =>
    createOrg({
      searchLag: half,
      transitionDelay: half,
      refreshTokenGrace: half,
      sessionLifetime: two,
      tokenLifetimes: { access: two },
      oneTimeTokenLifetimes: { activation: two },
      rateLimit: { window: two },
      passwordPolicy: { minAge: two, maxAge: two },
    }).control.readSettings()
  const inMilliseconds = spans(500, 120_000)
  expect(inMilliseconds).toMatchObject({
    searchLag: 500,
    sessionLifetime: 120_000,
    passwordPolicy: { minAge: 120_000 },
  })
  expect(spans('500ms', '2m')).toEqual(inMilliseconds)
  expect(spans('500', 'PT2M')).toEqual(inMilliseconds)
})

test('an option that is undefined takes no default away', () => {
  const undefinedOnes = {
    searchLag: undefined,
    rateLimit: { limit: undefined },
    vocabulary: { word: undefined },
  }
  expect(createOrg(undefinedOnes as object).control.readSettings()).toEqual(
    createOrg().control.readSettings(),
  )
})

test('options are read once', () => {
  const given = { apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a', secretSeed: undefined }
  const sound = createOrg(given as { apiToken: string })
  given.apiToken = 'changed'
  expect(sound.model.options).toEqual({ apiToken: 'one-word', baseUrl: 'https://id.test', seed: 'a' })
  expect(sound.model.options).not.toHaveProperty('secretSeed')
})
