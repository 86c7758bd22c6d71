/** What no answer of the whole run may show, whatever was asked. */
import { check } from '../engine/check.ts'

const clauses = {
  password: 'credentials.password.write-only',
  answer: 'credentials.answer.write-only',
  hash: 'credentials.hash.write-only',
  'client-secret': 'clients.get.no-secret',
  'media-type': 'conventions.json.content-type',
  'relative-link': 'conventions.hal.href',
  'no-self-link': 'conventions.paging.link-self',
  'user-time': 'conventions.timestamps.users',
  'group-time': 'conventions.timestamps.groups',
  'rule-time': 'conventions.timestamps.rules',
  'client-time': 'conventions.timestamps.clients',
  'grant-time': 'grants.created',
  'token-time': 'tokens.created',
  'user-self': 'users.links.self',
  'group-self': 'groups.links.self',
  'grant-self': 'grants.links.self',
  'token-self': 'tokens.links.self',
} as const

const times = 'every time is ISO 8601 in UTC with milliseconds'
const self = 'the self link of every record leads to that record'

const says = {
  password: 'no password that was sent stands in an answer',
  answer: 'no answer to a recovery question that was sent stands in an answer',
  hash: 'no hash that was sent stands in an answer',
  'client-secret':
    'no secret of a client stands in an answer to anything but a registration, an update or newSecret',
  'media-type': 'every success with a body is application/json',
  'relative-link': 'the targets of links are full URLs',
  'no-self-link': 'every page with a next link has a self link',
  'user-time': times,
  'group-time': times,
  'rule-time': times,
  'client-time': 'every client carries the time of issue as a number',
  'grant-time': times,
  'token-time': times,
  'user-self': self,
  'group-self': self,
  'grant-self': self,
  'token-self': self,
} as const

check(
  'no answer to any call shows what no answer may',
  { judges: [], supports: Object.values(clauses), last: true },
  async ({ judge, sights }) => {
    // That nothing was seen shows nothing: other checks show that there was something to see.
    for (const { kind, where } of sights)
      if (!judge(clauses[kind]).failed) judge(clauses[kind]).fail(says[kind], where)
  },
)
