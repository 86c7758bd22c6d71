const { useOrg } = require('identikit/jest')
const { invite } = require('./invite.js')

const kit = useOrg()
const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

const service = async () => ({ url: (await kit.service()).url, token: kit.org.apiToken })

test('mails a link to who is invited', async () => {
  const outcomes = await invite(await service(), [ada])

  expect(outcomes).toEqual({ 'ada@example.com': 'invited' })
  expect('ada@example.com').not.toHaveStatus('ACTIVE')
  expect('ada@example.com').toHaveReceivedMail('activation')
})

test('says who is refused, such as a person who is there already', async () => {
  const outcomes = await invite(await service(), [ada, ada])

  expect(outcomes).toEqual({ 'ada@example.com': 'refused' })
})
