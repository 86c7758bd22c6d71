import { answerOf } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { asked, fits, shown, userList } from './plant.ts'
import type { Planted } from './plant.ts'

/** The text of queries. */
export const queries: Planted = {
  'lets or bind as strongly as and': [
    asked(/^GET \/api\/v1\/(users|groups)$/, 'search', (search) => {
      const parts = /^([^()]+) or ([^()]+?) and ([^()]+)$/i.exec(search)
      return parts === null ? search : `(${parts[1]} or ${parts[2]}) and ${parts[3]}`
    }),
    /^(users|groups)\.search\./,
  ],
  'finds nothing when a searched value has an apostrophe': [
    () => async (sent, forward) =>
      fits(userList, sent) && /'/.test(sent.query.get('search') ?? '') ? answerOf(200, []) : forward(sent),
    /^users\.search\./,
  ],
  'takes an underscore in a searched value for any letters': [
    asked(userList, 'search', (search) =>
      search.replaceAll(/ eq "([^"_]+)_[^"]*"/g, (_, before) => ` sw "${before}"`),
    ),
    /^users\.search\./,
  ],
  'ignores parentheses within parentheses': [
    asked(userList, 'search', (search) =>
      /\([^()]*\(/.test(search) ? search.replaceAll(/\(|\)(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '') : search,
    ),
    /^users\.search\./,
  ],
  'folds the case of ASCII letters only': [
    shown(userList, (list: Json[], { query }) => {
      const [, name, value] = /^profile\.(\w+) eq "([^"]+)"$/.exec(query.get('search') ?? '') ?? []
      const fold = (text: unknown) => String(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
      return name === undefined
        ? list
        : list.filter(({ profile }: Json) => fold(profile[name]) === fold(value))
    }),
    /^users\.search\./,
  ],
  'takes ge for gt where a filter has two terms': [
    asked(userList, 'filter', (text) =>
      / (and|or) /.test(text) ? text.replaceAll(/lastUpdated ([gl])e /g, 'lastUpdated $1t ') : text,
    ),
    /^users\.filter\./,
  ],
}
