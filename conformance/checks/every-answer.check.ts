/** What no answer of the whole run may show, whatever was asked. */
import { check } from '../engine/check.ts'

const clauses = {
  password: 'credentials.password.write-only',
  answer: 'credentials.answer.write-only',
  hash: 'credentials.hash.write-only',
  'client-secret': 'clients.get.no-secret',
  'media-type': 'conventions.json.content-type',
  'relative-link': 'conventions.hal.href',
} as const

const says = {
  password: 'no password that was sent stands in an answer',
  answer: 'no answer to a recovery question that was sent stands in an answer',
  hash: 'no hash that was sent stands in an answer',
  'client-secret':
    'no secret of a client stands in an answer to anything but a registration, an update or newSecret',
  'media-type': 'every success with a body is application/json',
  'relative-link': 'the targets of links are full URLs',
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
