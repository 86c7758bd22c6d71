/** Links of records that lead elsewhere, anywhere in an answer. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { elsewhere } from '../alter/answer.ts'
import { isObject } from '../alter/path.ts'
import type { Alteration } from '../alter/wire.ts'
import { named } from './fits.ts'
import type { Operator } from './operator.ts'
import { fitting, records } from './operator.ts'

/** Operations whose answer is a single user, whose links are actions. */
const isUser = named('getUser createUser updateUser replaceUser expirePassword')
const isToken = named('listUserClientTokens getUserClientToken')
const acts = (each: OperationName): boolean => isUser(each) || isToken(each)
const isGroup = named('getGroup createGroup updateGroup listGroups')
const withSelf = named('listUsers listGroupUsers listUserGrants getUserGrant listUserClientGrants')

/** Changes the links of records to what the service itself is to answer. */
const links = (
  fits: (relation: string) => boolean,
  change: (link: Json) => Json,
): ((operation: OperationName) => Alteration) =>
  records((record) =>
    isObject(record['_links'])
      ? {
          ...record,
          _links: Object.fromEntries(
            Object.entries<Json>(record['_links']).map(([relation, link]) => [
              relation,
              isObject(link) && fits(relation) && /\/(users|groups|clients)\//.test(String(link['href']))
                ? change(link)
                : link,
            ]),
          ),
        }
      : record,
  )

const noSelf = (relation: string): boolean => !['self', 'schema', 'type'].includes(relation)

export const linkOperators: readonly Operator[] = [
  ...fitting((each) => acts(each) || isGroup(each) || withSelf(each), {
    'links/other-host': [
      'leads its links to another host',
      links(
        () => true,
        (link) => ({ ...link, href: elsewhere(link.href) }),
      ),
    ],
  }),
  ...fitting((each) => acts(each) || isGroup(each), {
    'links/other-operation': [
      'leads its links to other operations than they are named after',
      links(noSelf, (link) => ({ ...link, href: `${link.href}/elsewhere` })),
    ],
  }),
  ...fitting(acts, {
    'links/by-get': [
      'says that its actions are called by GET',
      links(noSelf, ({ href, title }) => ({ href, title, method: 'GET', hints: { allow: ['GET'] } })),
    ],
  }),
]
