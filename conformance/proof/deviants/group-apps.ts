/** Servers that break clauses of the area `group-apps`. */
import { groupAppProperties, wrongValuesOf } from '../../tables/shown.ts'
import { body, drop, items, set } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { pagedLists } from './families/lists.ts'
import { answerWith } from '../alter/wire.ts'

const list = 'listGroupApps'

export const groupAppsDeviants: readonly Deviant[] = [
  ...[
    ...groupAppProperties.flatMap((row) =>
      wrongValuesOf(row).map(([path, wrong]) => [`group-apps.${row.slug}`, path, wrong] as const),
    ),
    ['group-apps.visibility', 'visibility.hide', false] as const,
  ].flatMap(([clause, path, wrong]) => [
    deviant(`${clause}/without-${path}`, {
      summary: `leaves ${path} out of application records`,
      alter: on(list, whenSuccess(drop(path))),
    }),
    deviant(`${clause}/wrong-${path}`, {
      summary: `shows ${path} of application records as ${JSON.stringify(wrong)}`,
      alter: on(list, whenSuccess(set(path, wrong))),
    }),
  ]),
  ...pagedLists([
    {
      limit: 'group-apps.list.limit',
      after: 'group-apps.list.after',
      on: list,
    },
  ]),
  deviant('group-apps.list.ok/empty', {
    summary: 'finds no applications',
    alter: on(
      list,
      items(() => []),
    ),
  }),
  deviant('group-apps.list.ok/wrapped', {
    summary: 'answers with an object that holds the applications',
    breaks: 'group-apps.list.empty',
    alter: on(list, whenSuccess(body((apps) => ({ apps })))),
  }),
  deviant('group-apps.list.ok/refused', {
    summary: 'refuses to list applications',
    breaks: 'group-apps.list.empty',
    alter: on(list, refuse(403)),
  }),
  ...[404, 204].map((status) =>
    deviant(`group-apps.list.empty/${status}`, {
      summary: `answers ${status} where there are no applications`,
      alter: on(list, () => async (sent, forward) => {
        const old = await forward(sent)
        const isEmpty = Array.isArray(old.json) && old.json.length === 0
        return isEmpty ? answerWith(old, { status, json: undefined }) : old
      }),
    }),
  ),
  deviant('group-apps.list.after/later-pages-refused', {
    summary: 'refuses a cursor',
    alter: on(list, when(asks('after'), refuse(403))),
  }),
]
