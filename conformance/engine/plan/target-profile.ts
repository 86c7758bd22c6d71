import { z } from 'zod'
import { didYouMean, unknownName } from '../../../src/query/suggestion.ts'
import type { Forms } from './forms.ts'
import { features, type FixtureKind } from './prerequisite.ts'

/**
 * Reports each unknown name of a strict object on its own line, with the nearest known name. Does the same for a word
 * that is not in a list.
 *
 * @param kind The noun for the names: `option`.
 */
export function tellUnknownNames(kind: string): z.core.$ZodErrorMap {
  // Only here is the schema known that met the names.
  return ({ code, inst, keys, values, input, message }) => {
    if (code === 'unrecognized_keys')
      return keys.map((name) => `${name}: ${unknownName(kind, name, namesOf(inst))}`).join('\n')
    if (code !== 'invalid_value' || typeof input !== 'string') return message
    const words = (values as unknown[]).map(String)
    const hint = didYouMean(input.slice(0, 80), words)
    return `expected one of ${words.join(', ')}${hint === undefined ? '' : `; ${hint}`}`
  }
}

/** How many mistakes a message lists. */
const listedMax = 20

/** Mistakes in one line: the first of them, and how many more there are. */
function listed(mistakes: readonly string[]): string {
  const more = mistakes.length - listedMax
  return [...mistakes.slice(0, listedMax), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** The message of one issue of such a schema, each mistake with its path. */
export function mistakesOf(
  { code, path, message }: z.core.$ZodIssue,
  above: readonly PropertyKey[],
): string[] {
  const place = [...above, ...path].map(String)
  if (code === 'unrecognized_keys') return message.split('\n').map((line) => [...place, line].join('.'))
  return [
    `${place.join('.') || 'content'}: ${message.replace(/^(?:Invalid [a-z]+|Too (?:small|big)): /, '')}`,
  ]
}

function namesOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const text = z.string().min(1)
const secret = text.describe('A secret: `env:NAME`, `file:PATH`, or the value itself')
const disposable = z.boolean().optional().describe('The run may delete it')
const oneOrMore = <Thing extends z.ZodType>(thing: Thing) =>
  z.union([z.literal('none'), thing, z.array(thing).min(1)])

/** A call that does something behind the documented API, described rather than programmed. */
const describedCall = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: text.describe('Full URL, or a path below the base URL; {placeholders} are filled in'),
  headers: z.record(z.string(), secret).optional(),
  body: z.unknown().optional().describe('Sent as JSON; {placeholders} in its strings are filled in'),
  form: z.record(z.string(), text).optional().describe('Sent as a form, instead of body'),
  cookie: text
    .optional()
    .describe(
      'Of a sign-in: the property of the JSON body with the session cookie, as name=value. Default: Set-Cookie',
    ),
  success: z
    .strictObject({ status: z.int().optional(), body: z.record(z.string(), z.unknown()).optional() })
    .describe('The answer that means yes: its status, and properties its JSON body must have'),
})

/** A call described in a target profile. */
export type DescribedCall = z.infer<typeof describedCall>

const user = z.strictObject({ id: text, login: text.optional(), disposable })
const group = z.strictObject({ id: text, name: text.optional(), sourceId: text.optional(), disposable })
const property = z.strictObject({ name: text })
const token = z.strictObject({ token: secret })

const things = {
  'session-cookie': oneOrMore(z.strictObject({ cookie: secret, userId: text, password: secret.optional() })),
  'trusted-origin': oneOrMore(z.strictObject({ origin: z.url() })),
  grants: oneOrMore(
    z.strictObject({
      userId: text,
      clientId: text,
      grantIds: z.array(text).min(2),
      scopeIds: z.array(text).min(1),
    }),
  ),
  'refresh-tokens': oneOrMore(
    z.strictObject({ userId: text, clientId: text, tokenIds: z.array(text).min(2) }),
  ),
  'access-tokens': oneOrMore(
    z.strictObject({
      userId: text,
      clientId: text,
      tokenId: text,
      issued: secret,
      standalone: secret.optional(),
      introspect: describedCall.describe('Tells whether {token} is good'),
    }),
  ),
  'scoped-access-token': oneOrMore(z.strictObject({ header: secret })),
  'read-only-token': oneOrMore(token),
  'group-admin-token': oneOrMore(token),
  'app-group': oneOrMore(group),
  'directory-group': oneOrMore(group),
  'disposable-app-group': oneOrMore(group),
  'pushed-app-group': oneOrMore(group),
  'built-in-group': oneOrMore(group),
  'group-custom-property': oneOrMore(property),
  'custom-property': oneOrMore(property),
  'custom-array-property': oneOrMore(property),
  'user-type': oneOrMore(z.strictObject({ id: text })),
  'locked-out-user': oneOrMore(user),
  'device-block': oneOrMore(user),
  factor: oneOrMore(user),
  'sign-in': z.union([z.literal('none'), describedCall.describe('Signs {login} in with {password}')]),
  'rule-expression': oneOrMore(
    z.strictObject({
      template: text
        .regex(/\{login\}/, 'the expression must have {login} in it, where the login of a user goes')
        .describe('An expression with {login} in it'),
    }),
  ),
  application: oneOrMore(
    z.strictObject({
      userId: text.optional(),
      groupId: text.optional(),
      appId: text.optional(),
      disposable: disposable.describe('The run may suspend the user'),
    }),
  ),
  'optional-password': oneOrMore(z.strictObject({ policy: z.enum(['required', 'optional', 'disabled']) })),
  outbox: z.literal('none'),
  clock: z.literal('none'),
  'slow-transitions': oneOrMore(z.strictObject({ milliseconds: z.int().positive() })),
} satisfies Record<FixtureKind, z.ZodType>

const featureState = z.union([
  z.enum(['yes', 'no', 'probe'], { error: 'yes, no or probe' }),
  // YAML 1.1 readers and people write true for yes.
  z.boolean({ error: 'yes, no or probe' }).transform((on) => (on ? 'yes' : 'no')),
])

const probed = Object.fromEntries(features.map((name) => [name, featureState.optional()])) as Record<
  (typeof features)[number],
  z.ZodOptional<typeof featureState>
>

/** The content of `target.yaml`. */
export const targetProfileSchema = z.strictObject({
  $schema: z.string().optional(),
  name: text.optional().describe('What reports call the target'),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'letters and digits, in lower case')
    .optional()
    .describe('The prefix the target writes where the API description writes svc: acme for ACME_GROUP'),
  features: z
    .strictObject({
      ...probed,
      defaults: featureState
        .optional()
        .describe(
          'yes: no administrator changed the password policy, the login format or which names are required',
        ),
    })
    .optional(),
  accounts: z
    .strictObject({
      login: text
        .regex(
          /\{(name|plain|digits)\}/,
          'a login must have {name} in it, where a name of the run goes, {plain} for one of letters and digits alone, or {digits}',
        )
        .optional()
        .describe(
          'What a login looks like there: {name}@corp.example.com, {plain} without signs, {digits} in digits alone',
        ),
      password: text
        .regex(/\{random\}/, 'a password must have {random} in it, where twelve small letters go')
        .optional()
        .describe('What a password looks like that the policy takes: Kx-{random}_7Q'),
      profile: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Properties that every profile needs beside login, email, firstName and lastName'),
    })
    .optional()
    .describe('What the users of a run look like, where an administrator changed what is asked of them'),
  things: z.strictObject(things).partial().optional(),
})

/** A target profile as it was read. */
export interface TargetProfile {
  readonly name?: string | undefined
  /** The name prefix of the target, instead of `svc` (Clients, Conventions, 6). Default: `svc`. */
  readonly prefix?: string | undefined
  /** The form of the users of a run; left out if the target takes the default forms. */
  readonly accounts?: Partial<Forms> | undefined
  readonly features: NonNullable<z.output<typeof targetProfileSchema>['features']>
  readonly things: NonNullable<z.output<typeof targetProfileSchema>['things']>
}

/** A profile that says nothing. */
export const emptyProfile: TargetProfile = { features: {}, things: {} }

/**
 * Reads the parsed content of a target profile.
 *
 * @throws Error that names each wrong field.
 */
export function parseTargetProfile(content: unknown): TargetProfile {
  const parsed = targetProfileSchema.safeParse(content ?? {}, { error: tellUnknownNames('field') })
  if (!parsed.success) {
    throw new Error(
      `the target profile is not valid: ${listed(parsed.error.issues.flatMap((issue) => mistakes(issue)))}`,
    )
  }
  const { name, prefix, accounts, features = {}, things = {} } = parsed.data
  const stated = Object.entries(accounts ?? {}).filter(([, value]) => value !== undefined)
  return {
    name,
    prefix,
    features,
    things,
    ...(stated.length === 0 ? {} : { accounts: Object.fromEntries(stated) }),
  }
}

/** The secrets that a profile names, and where: `env:NAME`, `file:PATH` or the value itself. */
export function secretsOf({ things }: TargetProfile): { readonly path: string; readonly source: string }[] {
  const found: { path: string; source: string }[] = []
  const look = (value: unknown, path: string, isSecret: boolean): void => {
    if (typeof value === 'string' && isSecret) found.push({ path, source: value })
    if (typeof value !== 'object' || value === null) return
    const inHeaders = path.endsWith('.headers')
    for (const [key, each] of Object.entries(value))
      if (key !== 'body') look(each, `${path}.${key}`, inHeaders || secretKeys.has(key))
  }
  look(things, 'things', false)
  return found
}

/** Members of things that are secrets. */
export const secretKeys: ReadonlySet<string> = new Set([
  'cookie',
  'password',
  'token',
  'issued',
  'standalone',
  'header',
])

/** Names the field. If several forms are possible, reports the nearest one. */
function mistakes(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): string[] {
  if (issue.code === 'invalid_union') {
    const [nearest] = issue.errors
      .flat()
      .sort(
        (one, other) =>
          other.path.length - one.path.length ||
          Number(one.code === 'invalid_value') - Number(other.code === 'invalid_value'),
      )
    if (nearest) return mistakes(nearest, [...above, ...issue.path])
  }
  return mistakesOf(issue, above)
}
