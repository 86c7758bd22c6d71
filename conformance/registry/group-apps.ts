/** The applications assigned to a group (Groups). */
import { clausesIn } from './clause.ts'

const record = clausesIn(
  {
    area: 'group-apps',
    document: 2,
    section: 'Applications of a group',
    operations: ['listGroupApps'],
    needs: ['application'],
  },
  [
    {
      id: 'group-apps.list.ok',
      statement: 'The applications of a group are an array that holds the one assigned to it.',
      covers: ['success:listGroupApps'],
    },
    {
      id: 'group-apps.list.empty',
      statement: 'The applications of a group that has none are an empty array.',
      needs: [],
    },
    {
      id: 'group-apps.list.after',
      statement: 'The applications go on after the cursor of the next link, without one twice.',
      covers: ['query:listGroupApps.after'],
    },
    {
      id: 'group-apps.list.limit',
      statement: 'limit bounds the number of applications in a page.',
      covers: ['query:listGroupApps.limit'],
    },
    {
      id: 'group-apps.list.unknown',
      statement: 'The applications of an unknown group id are refused with 404 and E0000007.',
      alsoIn: ['2 Errors'],
      needs: [],
      covers: ['unknown-id:listGroupApps.groupId'],
    },
    {
      id: 'group-apps.id',
      statement: 'An application record carries id, a string.',
      covers: ['property:GroupApp.id'],
    },
    {
      id: 'group-apps.name',
      statement: 'An application record carries name, a string.',
      covers: ['property:GroupApp.name'],
    },
    {
      id: 'group-apps.label',
      statement: 'An application record carries label, a string.',
      covers: ['property:GroupApp.label'],
    },
    {
      id: 'group-apps.status',
      statement: 'An application record carries status, a string.',
      covers: ['property:GroupApp.status'],
    },
    {
      id: 'group-apps.last-updated',
      statement: 'An application record carries lastUpdated.',
      covers: ['property:GroupApp.lastUpdated'],
    },
    {
      id: 'group-apps.created',
      statement: 'An application record carries created.',
      covers: ['property:GroupApp.created'],
    },
    {
      id: 'group-apps.accessibility',
      statement:
        'An application record carries accessibility with a Boolean selfService and an errorRedirectUrl.',
      covers: [
        'property:GroupApp.accessibility',
        'property:GroupApp.accessibility.selfService',
        'property:GroupApp.accessibility.errorRedirectUrl',
      ],
    },
    {
      id: 'group-apps.visibility',
      statement:
        'An application record carries visibility with autoSubmitToolbar, hide.iOS, hide.web and appLinks.',
      covers: [
        'property:GroupApp.visibility',
        'property:GroupApp.visibility.autoSubmitToolbar',
        'property:GroupApp.visibility.hide.iOS',
        'property:GroupApp.visibility.hide.web',
        'property:GroupApp.visibility.appLinks',
      ],
    },
    {
      id: 'group-apps.features',
      statement: 'An application record carries features, an array.',
      covers: ['property:GroupApp.features'],
    },
    {
      id: 'group-apps.sign-on-mode',
      statement: 'An application record carries signOnMode.',
      covers: ['property:GroupApp.signOnMode'],
    },
    {
      id: 'group-apps.credentials',
      statement: 'An application record carries credentials.',
      covers: ['property:GroupApp.credentials'],
    },
    {
      id: 'group-apps.settings',
      statement: 'An application record carries settings.',
      covers: ['property:GroupApp.settings'],
    },
    {
      id: 'group-apps.links',
      statement: 'An application record carries _links.',
      covers: ['property:GroupApp._links'],
    },
  ],
)

const endpoints = clausesIn({ area: 'group-apps', document: 2, section: 'Endpoints' }, [
  {
    id: 'group-apps.more-fields',
    level: 'open',
    statement: 'An application record has further fields.',
    operations: ['listGroupApps'],
    needs: ['application'],
    reason: 'Fields other than those listed are not shown.',
  },
])

const limits = clausesIn({ area: 'group-apps', document: 2, section: 'Limits' }, [
  {
    id: 'group-apps.list.limit-default',
    level: 'may-change',
    statement: 'Without limit a page holds up to 20 applications.',
    operations: ['listGroupApps'],
    reason: 'Default page sizes may change.',
    covers: ['limit:listGroupApps.limit.default'],
  },
])

export const groupAppClauses = [...record, ...endpoints, ...limits] as const
