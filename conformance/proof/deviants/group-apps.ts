/** Servers that break clauses of the area `group-apps`. */
import { drop, firstTwice, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakesIn, mistakesOf } from './deviant.ts'
import { pagedLists } from './families/calls.ts'
import { refusals } from './families/refusals.ts'
import { answerWith } from '../alter/wire.ts'

const list = 'listGroupApps'

/** The fields of an application record (Groups). */
const fields = [
  ['group-apps.id', 'id'],
  ['group-apps.name', 'name'],
  ['group-apps.label', 'label'],
  ['group-apps.status', 'status'],
  ['group-apps.last-updated', 'lastUpdated'],
  ['group-apps.created', 'created'],
  ['group-apps.accessibility', 'accessibility'],
  ['group-apps.accessibility', 'accessibility.selfService'],
  ['group-apps.accessibility', 'accessibility.errorRedirectUrl'],
  ['group-apps.visibility', 'visibility'],
  ['group-apps.visibility', 'visibility.autoSubmitToolbar'],
  ['group-apps.visibility', 'visibility.hide'],
  ['group-apps.visibility', 'visibility.hide.iOS'],
  ['group-apps.visibility', 'visibility.hide.web'],
  ['group-apps.visibility', 'visibility.appLinks'],
  ['group-apps.features', 'features'],
  ['group-apps.sign-on-mode', 'signOnMode'],
  ['group-apps.credentials', 'credentials'],
  ['group-apps.settings', 'settings'],
  ['group-apps.links', '_links'],
] as const

export const groupAppsDeviants: readonly Deviant[] = [
  ...fields.flatMap(([clause, path]) =>
    mistakesOf(clause, {
      [`without-${path}`]: on(list, whenSuccess(drop(path))),
    }),
  ),
  ...pagedLists([{ limit: 'group-apps.list.limit', after: 'group-apps.list.after', on: list }]),
  ...mistakesIn(list, {
    'group-apps.list.after/one-twice': when(asks('after'), firstTwice()),
    'group-apps.list.ok/empty': listsNothing(),
    'group-apps.list.ok/refused': ['refuses to list applications', refuse(403), 'group-apps.list.empty'],
  }),
  ...mistakesIn(list, {
    'group-apps.list.empty/204': [
      'answers 204 where there are no applications',
      () => async (sent, forward) => {
        const old = await forward(sent)
        const isEmpty = Array.isArray(old.json) && old.json.length === 0
        return isEmpty ? answerWith(old, { status: 204, json: undefined }) : old
      },
    ],
  }),
  ...refusals([
    { clause: 'group-apps.list.unknown', on: list, status: 404, code: 'E0000007' },
    { clause: 'group-apps.list.unknown', on: list, accepted: { status: 200, body: [] } },
  ]).filter((each, at, all) => all.findIndex(({ id }) => id === each.id) === at),
]
