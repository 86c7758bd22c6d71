/**
 * Conforming servers with other choices where the API description leaves one, or with occasional faults. They stand
 * nearest to the suite in a composition.
 */
import { answerOf, isSuccess, readOf, type Alteration } from '../alter/wire.ts'
import { body, header, text } from '../alter/answer.ts'
import { all, on, when, whenSuccess } from '../alter/flow.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { platformBody } from '../alter/refusal.ts'
import { rateLimits } from './variant-alterations.ts'

/** A server that fulfils every requirement, and is built differently from the mock: it must fail nothing. */
export interface Variant {
  readonly id: string
  /** Its difference, as a sentence without its subject. */
  readonly summary: string
  readonly alter?: Alteration
  readonly target?: TargetOptions
}

/** Variants by their ids: what differs, the alteration, and the setup of the server. */
export function variantsOf(
  rows: Readonly<
    Record<string, readonly [summary: string, alter?: Alteration | undefined, target?: TargetOptions]>
  >,
): Variant[] {
  return Object.entries(rows).map(([id, [summary, alter, target]]) => ({
    id,
    summary,
    ...(alter && { alter }),
    ...(target && { target }),
  }))
}

/** Choices that the API description leaves to a deployment, and that the mock has a setting for. */
const settings: Readonly<
  Record<string, readonly [summary: string, settings: NonNullable<TargetOptions['settings']>]>
> = {
  'active-at-once': [
    'makes users without a password ACTIVE when they are activated',
    { interpretations: { 'activation-without-password': 'ACTIVE' } },
  ],
  'shown-when-ended': [
    'shows revoked grants and tokens as REVOKED',
    { interpretations: { 'revoked-grants': 'shown' } },
  ],
  'deactivates-otherwise': [
    'keeps the applications of a deactivated user, and removes the credentials',
    { interpretations: { 'deactivated-applications': 'kept', 'deactivated-credentials': 'removed' } },
  ],
  'unique-client-names': [
    'takes each name of a client once',
    { interpretations: { 'client-name-unique': 'unique' } },
  ],
  'strict-spelling': [
    'refuses spellings that are not documented',
    { interpretations: { tolerances: 'refused' } },
  ],
  'large-pages-fail': [
    'answers 500 to lists of more than 100',
    { interpretations: { 'large-page-time-out': 100 } },
  ],
  'short-lives': [
    'has tokens of ten minutes, and other claims',
    { interpretations: { 'access-token-scopes': 'scope' }, lifetimes: { access: '10m' } },
  ],
}

const locked = {
  errorCode: 'E0000239',
  errorSummary: 'Policy priorities are being reconciled. Please try again later.',
  errorLink: 'E0000239',
  errorId: 'oae',
  errorCauses: [],
}

/** Refuses calls that change nothing: to add a member again, to remove nobody, to repeat a step of a rule. */
const refusesRepeats: Alteration = () => async (sent, forward) => {
  const [, group, user] = /^\/api\/v1\/groups\/(?!rules)([^/]+)\/users\/([^/]+)$/.exec(sent.path) ?? []
  const [, rule, step] = /^(\/api\/v1\/groups\/rules\/[^/]+)\/lifecycle\/(\w+)$/.exec(sent.path) ?? []
  const before: Json =
    user === undefined && rule === undefined
      ? undefined
      : (await forward(readOf(sent, rule ?? `/api/v1/users/${user}/groups`))).json
  const answer = await forward(sent)
  if (!isSuccess(answer) || before === undefined) return answer
  const isIdle =
    rule === undefined
      ? (before as Json[]).some(({ id }) => id === group) === (sent.method === 'PUT')
      : (before.status === 'ACTIVE') === (step === 'activate')
  if (!isIdle) return answer
  return sent.method === 'DELETE'
    ? answerOf(404, platformBody('E0000007'))
    : answerOf(409, platformBody('E0000157'))
}

/** Replaces the server's answer to the first of these calls, and then to every N-th. */
function everySo(many: number, other: () => ReturnType<typeof answerOf>): Alteration {
  return () => {
    let count = 0
    return async (sent, forward) => (count++ % many === 0 ? other() : forward(sent))
  }
}

export const choices: readonly Variant[] = [
  ...Object.entries(settings).map(([id, [summary, settings]]) => ({ id, summary, target: { settings } })),
  ...variantsOf({
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
    'rate-limits': ['limits the rate now and then, with Retry-After', rateLimits({ 'retry-after': '0' }, 9)],
    'rate-limits-by-reset': [
      'limits the rate at first, with X-Rate-Limit-Reset only',
      rateLimits(
        { 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': 'now' },
        5,
        2,
      ),
    ],
    'locks-rules': [
      'locks out every second write of rules for a moment',
      on(
        ['createGroupRule', 'updateGroupRule'],
        everySo(2, () => answerOf(423, locked)),
      ),
    ],
    'failing-gateway': [
      'answers every fiftieth read with 503 first',
      when(
        ({ method }) => method === 'GET',
        everySo(50, () => answerOf(503, 'no upstream')),
      ),
    ],
    'refuses-repeats': [
      'refuses to add a member again, to remove nobody, and to repeat a step of a rule',
      refusesRepeats,
    ],
    'spaced-json': [
      'writes JSON with indents, and headers of its own',
      all(
        text((old) => (/^[[{]/.test(old) ? JSON.stringify(JSON.parse(old), null, 4) : old)),
        header('etag', 'W/"1"'),
        header('strict-transport-security', 'max-age=315360000'),
      ),
    ],
    'own-links': [
      'adds links of its own to users, and parameters to the link to the next page',
      all(
        on(
          'getUser',
          whenSuccess(
            body((json) => {
              const { self } = json._links ?? {}
              const more = { delete: { href: `${self?.href}`, method: 'DELETE' } }
              return self === undefined ? json : { ...json, _links: { ...json._links, ...more } }
            }),
          ),
        ),
        header('link', (old) => old.replaceAll(/\?(?=[^>]*>)/g, '?_v=2&')),
      ),
    ],
  }),
]

/** The setup of a server for a mutant or a variant; a server ignores settings that it does not have. */
export interface TargetOptions {
  /** Milliseconds that searches lag behind writes. */
  readonly searchLag?: number
  /** Milliseconds that activation and deactivation take. */
  readonly transitionDelay?: number
  /** Default and maximum size of every page. */
  readonly pageSize?: number
  /** The name prefix inside identifiers, instead of `svc` (Clients, Conventions, 6). */
  readonly prefix?: string
  /** Further options of the mock's organisation, where the API description leaves a choice. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Variants of the mock (docs/reference/variants.md), by name. */
  readonly vary?: readonly string[]
  /** Features that this server lacks, which the run gets as its options. */
  readonly lacks?: readonly ('early-access' | 'newer-engine' | 'defaults')[]
  /** Stands before the whole server, also before its control plane: for values that both share, such as ids. */
  readonly through?: Alteration
}
