import { answerOf, answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { asked, fits, userList } from './plant.ts'
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
    () => async (sent, forward) => {
      const answer = await forward(sent)
      const value = /^profile\.(\w+) eq "([^"]+)"$/.exec(sent.query.get('search') ?? '')
      if (!fits(userList, sent) || value === null || !isSuccess(answer)) return answer
      const fold = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
      return answerWith(answer, {
        json: answer.json.filter(
          ({ profile }: Json) => fold(String(profile[value[1] ?? ''])) === fold(value[2] ?? ''),
        ),
      })
    },
    /^users\.search\./,
  ],
  'takes ge for gt where a filter has two terms': [
    asked(userList, 'filter', (text) =>
      / (and|or) /.test(text) ? text.replaceAll(/lastUpdated ([gl])e /g, 'lastUpdated $1t ') : text,
    ),
    /^users\.filter\./,
  ],
}
