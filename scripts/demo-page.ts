import { userStatuses } from '../src/contract/user-lifecycle.ts'
import { demoSeed } from '../src/fixtures/datasets/demo.ts'
import { demoPassword } from '../src/fixtures/datasets/sample-secrets.ts'
import { table } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/demo.md: the contents of the demo data with the default seed. */
export function renderDemo(): string {
  const {
    users = [],
    groups = [],
    rules = [],
    apps = [],
    clients = [],
    apiTokens = [],
    accessTokens = [],
  } = demoSeed()
  const statusOf = ({ status = 'ACTIVE' }: (typeof users)[number]): string => status
  const examples = userStatuses.map((status) => {
    const having = users.filter((user) => statusOf(user) === status)
    const withPassword = having.filter(({ password }) => password !== undefined)
    return [status, `${having.length}`, having[0]?.login ?? '', `${withPassword.length}`]
  })
  const people = users.map((user) => {
    const { login, firstName = '', lastName = '', profile = {}, manager = '', groups: own = [] } = user
    const { title = '', department = '', city = '' } = profile as Readonly<Record<string, string>>
    const name = `${firstName} ${lastName}`
    return [
      login,
      name,
      statusOf(user),
      title,
      department,
      city,
      manager.replace('@example.com', ''),
      own.join(', '),
    ]
  })
  return filled('reference/demo.md', {
    password: demoPassword,
    statuses: table(['Status', 'Users', 'The first of them', 'With the password'], examples),
    tokens: table(
      ['Authorization', 'Whose', 'Role or scopes'],
      [
        ...apiTokens.map(({ value, owner, role, groups: of = [] }) => [
          `SSWS ${value}`,
          owner,
          [role, ...of].join(', '),
        ]),
        ...accessTokens.map(({ value, user = '', scopes }) => [`Bearer ${value}`, user, scopes.join(' ')]),
      ],
    ),
    groups: table(
      ['Group', 'Description', 'From', 'By hand or import'],
      groups.map(({ name, description, app, members = [] }) => [
        name,
        description ?? '',
        app ?? '',
        `${members.length + users.filter(({ groups: own = [] }) => own.includes(name)).length}`,
      ]),
    ),
    rules: table(
      ['Rule', 'Expression', 'Adds to', 'Status'],
      rules.map(({ name, expression, groups: to, status = 'INACTIVE' }) => [
        name,
        `\`${expression}\``,
        to.join(', '),
        status,
      ]),
    ),
    clients: table(
      ['Client', 'Type', 'Grant types', 'Authenticates by', 'Redirects to'],
      clients.map((client) => [
        client.client_name,
        client.application_type ?? 'web',
        (client.grant_types ?? []).join(', '),
        client.token_endpoint_auth_method ?? 'client_secret_basic',
        (client.redirect_uris ?? []).join(', '),
      ]),
    ),
    applications: table(
      ['Application', 'Name', 'Signs on by'],
      apps.map(({ label, name = '', signOnMode = '' }) => [label, name, signOnMode]),
    ),
    people: table(
      ['Login', 'Name', 'Status', 'Title', 'Department', 'City', 'Manager', 'Groups by hand or import'],
      people,
    ),
  })
}
