/** What somebody can begin with. */
export interface Example {
  readonly title: string
  readonly code: string
}

const createAndActivate = `// A user without a password gets a mail with a link.
const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
const user = await client.createUser({ body: { profile } })
print(user.status)

// She follows the link and sets a password.
const [mail] = control.listMails({ to: 'ada@example.com' })
print(mail.subject)
const signIn = control.useToken({ token: mail.token, password: 'Correct1Horse' })
print(signIn.status)

const now = await client.getUser({ params: { userId: user.id } })
print(now.status)
`

const pages = `// The Link header of a reply has the address of the next page.
let next = '/api/v1/groups?limit=5'
while (next) {
  const reply = await call('GET', next)
  print(reply.status, reply.body.map((group) => group.profile.name))
  next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link'))?.[1]
}

// The typed client follows it for you.
let count = 0
for await (const group of client.each('listGroups', { query: { limit: 5 } })) count += 1
print(count, 'groups')
`

const rule = `// A rule puts users into a group by their profile.
const group = await client.createGroup({ body: { profile: { name: 'Lisbon office' } } })
const rule = await client.createGroupRule({
  body: {
    type: 'group_rule',
    name: 'City is Lisbon',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.city=="Lisbon"' } },
    actions: { assignUserToGroups: { groupIds: [group.id] } },
  },
})
await client.activateGroupRule({ params: { ruleId: rule.id } })

const members = async () => {
  const users = await client.listGroupUsers({ params: { groupId: group.id } })
  return users.map((user) => user.profile.login)
}
print(await members())

const profile = { city: 'Lisbon' }
await client.updateUser({ params: { userId: 'carter.considine@example.com' }, body: { profile } })
print(await members())
`

const refused = `// Suspend a user twice: the second call is an error.
const path = '/api/v1/users/carter.considine@example.com/lifecycle/suspend'
print((await call('POST', path)).status)

const reply = await call('POST', path)
print(reply.status, reply.body.errorCode, reply.body.errorCauses)

// The journal has the reason for each error.
const { explanation } = control.readExchange()
print(explanation.rule)
print(explanation.found, explanation.accepted)
`

const tokens = `// Tokens for a user, without a sign-in page.
const app = control.registerClient({
  client_name: 'Web shop',
  application_type: 'web',
  redirect_uris: ['https://shop.example.com/callback'],
  response_types: ['code'],
  grant_types: ['authorization_code'],
})
const tokens = await control.authorize({
  user: 'carter.considine@example.com',
  client: app.client_id,
  scopes: ['openid', 'email'],
})
print(tokens.token_type, tokens.expires_in, tokens.scope)

const claims = (token) => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
print(claims(tokens.id_token).email)
`

export const examples: readonly Example[] = [
  { title: 'Create a user, follow the activation mail', code: createAndActivate },
  { title: 'Read a list page by page', code: pages },
  { title: 'Write a group rule', code: rule },
  { title: 'See why a request is refused', code: refused },
  { title: 'Get sign-in tokens', code: tokens },
]
