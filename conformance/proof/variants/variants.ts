import { userReadOnly } from '../../tables/read-only.ts'
import { answer, body, header, reply, status } from '../alter/answer.ts'
import { all, on, when, whenRefused, whenSuccess } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { refuse } from '../alter/refusal.ts'
import { speaksOAuth } from '../../engine/wire/routes.ts'
import { goesTo, type Where, answerWith, type Sent } from '../alter/wire.ts'
import {
  variantsOf,
  type Variant,
  extraProperties,
  refusesRepeats,
  withNulls,
  withoutNulls,
} from './variant.ts'

/** Operations whose success status the API description does not state, and the status of the variant. */
const unstatedSuccess: readonly (readonly [status: number, operations: readonly Where[]])[] = [
  [201, ['createUser', 'createGroup', 'createGroupRule']],
  [
    202,
    [
      'updateUser',
      'replaceUser',
      'updateCurrentUser',
      'updateGroup',
      'updateGroupRule',
      'activateUser',
      'reactivateUser',
      'resetPassword',
      'expirePassword',
      'forgotPassword',
      'changePassword',
      'changeRecoveryQuestion',
    ],
  ],
  [
    203,
    [
      'getUser',
      'getGroup',
      'getGroupRule',
      'listUsers',
      'listGroups',
      'listGroupRules',
      'listGroupUsers',
      'listGroupApps',
      'listUserGroups',
      'listUserAppLinks',
      'listUserGrants',
      'getUserGrant',
      'listUserClientGrants',
      'listUserClients',
      'listUserClientTokens',
      'getUserClientToken',
    ],
  ],
]

/** Operations for whose refusals the API description states a status. */
const statedRefusals = goesTo([
  'suspendUser',
  'unsuspendUser',
  'reactivateUser',
  'deleteCurrentUserSessions',
  'updateClient',
])

const readOnlyMembers = [
  ...userReadOnly.map(({ name }) => name),
  ...(['lastMembershipUpdated', 'objectClass', '_links', '_embedded'] as const),
]

const writesRecord = goesTo([
  'createUser',
  'updateUser',
  'replaceUser',
  'createGroup',
  'updateGroup',
  'createGroupRule',
  'updateGroupRule',
])

/** Variants of the mock that the suite tries as well, by their names there (docs/reference/variants.md). */
const ofMock = [
  'other-ids',
  'other-order',
  'other-words',
  'other-json',
  'other-cursors',
  'search-lag',
  'slow-transitions',
  'rate-limits',
  'unavailable',
  'locked-rules',
  'large-pages-fail',
  'strict-spelling',
  'unique-client-names',
  'ended-grants-shown',
  'deactivates-otherwise',
]

/** Conforming servers that are built differently. */
export const variants: readonly Variant[] = [
  ...variantsOf({ 'as-it-is': ['is the mock as it is'] }),
  ...ofMock.map((name) => ({ id: name, summary: `varies by ${name}`, target: { vary: [name] } })),
  ...variantsOf({
    'other-success-codes': [
      'answers 201, 202 or 203 where no success status is stated',
      all(...unstatedSuccess.map(([code, operations]) => on(operations, whenSuccess(status(code))))),
    ],
    'other-refusals': [
      'refuses with 422 and a code of its own where none is stated',
      all(
        when(
          (sent) => !speaksOAuth(sent.path) && !statedRefusals(sent),
          whenRefused(
            answer((old) =>
              // 423 and 429 ask for the same call again.
              [404, 423, 429].includes(old.status) || typeof old.json?.errorCode !== 'string'
                ? old
                : answerWith(old, {
                    status: 422,
                    json: { ...old.json, errorCode: 'E0000999', errorLink: 'E0000999' },
                  }),
            ),
          ),
        ),
        on(
          'registerClient',
          whenRefused(
            answer((old) =>
              answerWith(old, { status: 422, json: { error: 'invalid_request', error_description: '' } }),
            ),
          ),
        ),
      ),
    ],
    'extra-properties': ['has properties of its own in every record, profile and error', extraProperties()],
    'traced-refusals': [
      'ends the words of each refusal with the id of a trace',
      () => {
        let traces = 0
        const traced = (text: unknown): string => `${String(text)} (trace ${++traces})`
        return whenRefused(
          body((json) => {
            if (!isObject(json)) return json
            return 'error' in json
              ? { ...json, error_description: traced(json['error_description']) }
              : { ...json, errorSummary: traced(json['errorSummary']) }
          }),
        )()
      },
    ],
    'links-by-policy': [
      'shows every user the link to activate it, and none the link to suspend it',
      on(
        'getUser',
        whenSuccess(
          body((json) => {
            const { suspend: _, ...links } = json._links ?? {}
            const activate = { href: `${links.self?.href}/lifecycle/activate`, method: 'POST' }
            return links.self === undefined ? json : { ...json, _links: { ...links, activate } }
          }),
        ),
      ),
    ],
    'wide-filter': [
      'takes more operators in a filter of users than eq',
      on(
        'listUsers',
        when(
          ({ query }) => / (sw|gt|ge|lt|le|ne|co) /.test(query.get('filter') ?? ''),
          whenRefused(reply(200, [])),
        ),
      ),
    ],
    'nothing-for-null': [
      'leaves out what is null in users and groups',
      on(
        [
          'createUser',
          'getUser',
          'listUsers',
          'updateUser',
          'replaceUser',
          'updateCurrentUser',
          'listGroupUsers',
          'createGroup',
          'getGroup',
          'listGroups',
          'updateGroup',
          'listUserGroups',
        ],
        whenSuccess(body(withoutNulls)),
      ),
    ],
    'null-for-nothing': [
      'shows as null what users do not have',
      on(
        [
          'createUser',
          'getUser',
          'listUsers',
          'listGroupUsers',
          'updateUser',
          'updateCurrentUser',
          'replaceUser',
        ],
        whenSuccess(body(withNulls)),
      ),
    ],
    'null-links': [
      'shows the links and classes of groups, and the links of users, as null',
      on(
        ['createUser', 'getUser', 'updateUser', 'replaceUser', 'createGroup', 'getGroup', 'updateGroup'],
        whenSuccess(
          body((json) =>
            isObject(json)
              ? {
                  ...json,
                  _links: null,
                  ...('type' in json && 'profile' in json && 'objectClass' in json
                    ? { objectClass: null }
                    : {}),
                }
              : json,
          ),
        ),
      ),
    ],
    'other-content-type': [
      'writes its media type another way',
      header('content-type', (old) => (old.includes('json') ? 'Application/JSON; Charset="utf-8"' : old)),
    ],
    'joined-links': [
      'has one Link header, next before self, with parameters of its own',
      header('link', (old) =>
        old
          .split(/,\s*(?=<)/)
          .toReversed()
          .map((link) => link.replace(/;\s*rel="(\w+)"/, '; title="a, b"; rel=$1'))
          .join(','),
      ),
    ],
    'refuses-read-only': [
      'refuses read-only members in a body, instead of ignoring them',
      when(
        (sent: Sent) =>
          writesRecord(sent) && readOnlyMembers.some((name) => isObject(sent.json) && name in sent.json),
        refuse(403, 'E0000077'),
      ),
    ],
    'refuses-repeats': [
      'refuses to add a member again, to remove nobody, and to repeat a step of a rule',
      refusesRepeats,
    ],
    'own-word': ['writes another word for svc, as the operator would tell', undefined, { prefix: 'acme' }],
    'small-pages': ['has pages of seven at most', undefined, { pageSize: 7 }],
    'tiny-pages': ['has pages of three at most', undefined, { pageSize: 3 }],
    'large-pages': ['has pages of a thousand by default', undefined, { pageSize: 1000 }],
    'active-at-once': [
      'makes users without a password ACTIVE when they are activated',
      undefined,
      { settings: { interpretations: { 'activation-without-password': 'ACTIVE' } } },
    ],
    'short-lives': [
      'has tokens of ten minutes, and other claims',
      undefined,
      {
        settings: {
          interpretations: { 'access-token-scopes': 'scope' },
          lifetimes: { access: '10m' },
        },
      },
    ],
    'other-policy': [
      'asks for longer passwords with a symbol, and takes any login',
      undefined,
      {
        settings: {
          passwordPolicy: { minLength: 11, minSymbol: 1, historyCount: 0, minAge: '1h' },
          profile: { loginPattern: null },
        },
        lacks: ['defaults'],
      },
    ],
    'nothing-early': [
      'has no early-access features',
      undefined,
      { settings: { features: { earlyAccess: false } }, lacks: ['early-access'] },
    ],
  }),
]
