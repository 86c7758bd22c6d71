import { expect, test } from 'vitest'
import { testOrg, type TestReply } from '../support/call.ts'
import { person } from '../support/people.ts'

test('no reply, no journal entry, no mail and no record shows a password or an answer', async () => {
  const it = testOrg()
  const secrets = ['First-Secret1', 'Second-Secret2', 'Third-Secret3', 'Fourth-Secret4', 'The Secret Answer']
  const [first, second, third, fourth, answer] = secrets as [string, string, string, string, string]
  const { id, profile } = await person(it, {
    credentials: { password: { value: first }, recovery_question: { question: 'What?', answer } },
  })
  const path = `/api/v1/users/${id}`
  const replies: TestReply[] = []
  const call = async (...request: Parameters<typeof it.call>): Promise<void> => {
    replies.push(await it.call(...request))
  }

  await call('POST', `${path}/credentials/change_password`, {
    oldPassword: { value: first },
    newPassword: { value: second },
  })
  await call('POST', `${path}/credentials/change_password`, {
    oldPassword: { value: third },
    newPassword: { value: 'weak' },
  })
  await call('POST', `${path}/credentials/forgot_password`, {
    password: { value: third },
    recovery_question: { answer },
  })
  await call('POST', `${path}/credentials/forgot_password`, {
    password: { value: fourth },
    recovery_question: { answer: `${answer}!` },
  })
  await call('POST', `${path}/credentials/change_recovery_question`, {
    password: { value: third },
    recovery_question: { question: 'What now?', answer },
  })
  await call('POST', path, { credentials: { password: { value: fourth } } })
  await call('PUT', `${path}?strict=true`, { profile, credentials: { password: { value: fourth } } })
  await call('POST', path, { credentials: { password: { value: `${fourth}${'x'.repeat(80)}` } } })
  await call('GET', path)
  const outcomes = [
    it.control.signIn({ login: profile.login, password: fourth }),
    it.control.signIn({ login: profile.login, password: third }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([200, 403, 200, 403, 200, 200, 400, 400, 200])
  const seen = JSON.stringify([
    replies.map(({ text, headers }) => [text, headers]),
    it.control.readJournal(),
    it.control.listMails(),
    outcomes,
  ])
  expect(it.control.readJournal()).not.toEqual([])
  for (const secret of secrets) expect(seen).not.toContain(secret)
  const kept = JSON.stringify(it.org.users.get(id))
  expect(kept).toContain(profile.login)
  for (const secret of secrets) expect(kept).not.toContain(secret)
})
