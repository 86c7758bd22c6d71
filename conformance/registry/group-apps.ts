/** The applications assigned to a group (Groups). */
import { pageRows } from '../tables/pages.ts'
import { groupAppProperties, shownRequirements } from '../tables/shown.ts'
import { unknownGroupOfApps, unknownIdRequirements } from '../tables/unknown-ids.ts'
import { requirementsIn } from './requirement.ts'

const place = {
  area: 'group-apps',
  document: 2,
  section: 'Applications of a group',
  operations: ['listGroupApps'],
  needs: ['application'],
} as const

const list = requirementsIn(place, {
  'group-apps.list.ok': [
    'The applications of a group are an array that holds the one assigned to it.',
    'success:listGroupApps',
  ],
  'group-apps.list.empty': {
    statement: 'The applications of a group that has none are an empty array.',
    needs: [],
  },
  ...pageRows('group-apps.list'),
})

const record = shownRequirements(
  place,
  'group-apps.*',
  { record: 'An application record', kind: 'GroupApp' },
  groupAppProperties,
)

const endpoints = requirementsIn(
  { area: 'group-apps', document: 2, section: 'Endpoints' },
  {
    'group-apps.more-fields': {
      statement: 'An application record has further fields.',
      operations: ['listGroupApps'],
      needs: ['application'],
      reason: 'Fields other than those listed are not shown.',
    },
  },
)

const limits = requirementsIn(
  { area: 'group-apps', document: 2, section: 'Limits' },
  {
    'group-apps.list.limit-default': {
      level: 'may-change',
      statement: 'Without limit a page holds up to 20 applications.',
      reason: 'Default page sizes may change.',
      covers: ['limit:listGroupApps.limit.default'],
    },
  },
)

export const groupAppRequirements = [
  ...list,
  ...unknownIdRequirements({ ...place, needs: [] }, unknownGroupOfApps),
  ...record,
  ...endpoints,
  ...limits,
] as const
