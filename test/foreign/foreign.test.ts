import { expect, test } from 'vitest'
import { judged } from './judged.ts'

test('the warnings say what the run found out about a target', async () => {
  const { warnings } = await judged(
    { login: /@foreign\.test$/ },
    { only: ['rules.active.*', 'users.create.ok'] },
  )
  expect(warnings.join('\n')).toContain('takes logins like {name}@foreign.test')
  expect(warnings.join('\n')).toContain(
    'rule expressions like user.login=="{login}" are taken, and proved themselves by their effect',
  )
})

test('a run says so when it cannot make a user', async () => {
  const result = await judged({ login: /^staff-/ }, { only: ['users.suspend.*', 'users.create.ok'] })
  expect(result.sentence).toBe('No verdict')
  expect(result.requirements.find(({ id }) => id === 'users.create.ok')).toMatchObject({
    verdict: 'blocked',
    hint: 'Say what a login looks like there. (target.yaml: accounts: { login: … })',
  })
})
