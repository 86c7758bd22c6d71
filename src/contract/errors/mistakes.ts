import { fill } from './fill.ts'

/** One way in which a field is wrong. */
interface MistakeRow {
  /** The cause in a reply, after the name of the field. Parameters of the mistake fill the `{names}`. */
  readonly says: string
  /** The finding for people, where it says more than the cause. */
  readonly found?: string
  /** The text asks for another value: people also see the value that came. */
  readonly asks?: true
  /** The text says itself what came. */
  readonly saysGot?: true
  /** The text before a hint. Default: a semicolon. */
  readonly joint?: string
  /** The cause names its field itself. */
  readonly isWhole?: true
}

const undefinedProperty = "Property name '{name}' is not defined in profile"
const taken = { says: 'An object with this field already exists in the current organization' } as const

/**
 * Every mistake in a field that a caller sends, by code: its cause, as the service words it. The explanations of
 * mistakes are in `mistake-reasons.ts`.
 */
export const mistakes = {
  // Values
  blank: { says: 'The field cannot be left blank', asks: true },
  form: { says: 'expected {expected}', asks: true },
  /** Also callers of the API see what came. */
  seen: { says: 'expected {expected}, got {seen}', saysGot: true },
  /** The text of a schema, with what came. */
  schema: { says: '{message}', saysGot: true },
  /** The text of a schema, which does not say what came. */
  stated: { says: '{message}', asks: true },
  length: { says: 'The field must have {min} to {max} characters', asks: true },
  pattern: { says: 'Does not match required pattern {pattern}', asks: true },
  /** A format for which the service has its own text. */
  format: { says: '{recorded}', found: 'expected {expected}', asks: true },
  url: { says: 'Must be an absolute http or https URL', asks: true },
  uri: { says: 'Must be {expected}', asks: true },
  'unknown-member': { says: 'unknown member, did you mean {meant}?' },
  'unknown-property': { says: undefinedProperty, found: 'unknown property', joint: ', ', isWhole: true },
  'default-property': { says: '{name} is a default property{change}' },
  taken,

  // Users
  'login-taken': taken,
  'type-unknown': { says: 'There is no user type with the id {id}' },
  'password-left-out': { says: 'The enrolment policy leaves this user without a password' },
  'password-policy': { says: '{message}', found: '{unmet}' },
  'password-used': { says: 'The password has been used too recently' },
  'password-too-young': { says: 'The password was changed less than {minutes} minutes ago' },
  'not-staged': { says: 'Can be set only while the user is STAGED' },
  'has-none': { says: 'A user with provider {provider} has {none}' },
  'no-mail': { says: 'Must be false or left out with {other}', asks: true },
  'only-with': { says: 'expected only along with {other}', asks: true },
  'not-a-parameter': { says: 'Not a parameter of {algorithm}, which has {parameters}' },
  'user-deprovisioned': { says: 'The user is DEPROVISIONED' },

  // Groups and rules
  'group-name-taken': taken,
  'rule-name-taken': { says: 'Policy rule name already in use' },
  'group-unknown': { says: 'There is no group with the id {id}' },
  'group-foreign': { says: 'Members of the group {id}, which is of type {type}, are not managed here' },
  'user-unknown': { says: 'There is no user with the id {id}' },
  'rule-actions': {
    says: 'actions: the action section of a rule cannot be changed',
    found: 'expected {expected}, got {seen}',
    saysGot: true,
    isWhole: true,
  },
  expression: { says: '{message}', saysGot: true },

  // Clients
  'setting-missing': { says: 'The setting is missing: send null where the client has none' },
  'setting-read-only': { says: 'Must not be specified' },
  'setting-fixed': { says: 'Cannot be changed' },
  'feature-off': { says: '{feature} is not enabled' },
  'grant-feature-off': { says: '{grant} needs {feature}, which is not enabled' },
  'grant-not-valid': { says: '{grant} is not valid for application_type {type}: use {types}' },
  'grant-unplaced': { says: '{grant} is not valid for application_type {type}: use {types}' },
  'grant-missing': { says: 'application_type {type} must include {grant}' },
  'response-not-valid': { says: '{response} is not valid for application_type {type}' },
  'response-implied': { says: 'authorization_code among grant_types implies code' },
  'at-least-one': { says: 'At least one {what} is required' },
  scheme: { says: 'Must not have the scheme {schemes}' },
  'two-key-sets': { says: 'Cannot be combined with {other}' },
  'keys-missing': { says: 'private_key_jwt needs jwks with a key that signs, or jwks_uri' },
  'key-member-missing': { says: 'The field cannot be left blank {when}', asks: true },
  'key-private': { says: 'A key set holds public keys only' },
  'kid-taken': { says: 'The set has another key with this kid' },
  'off-curve': { says: 'x and y are no point of the curve {curve}' },

  /** Only in this server, not in the API. */
  other: { says: '{message}', saysGot: true },
} as const satisfies Record<string, MistakeRow>

/** A mistake in a field: `login-taken`. */
export type MistakeCode = keyof typeof mistakes

type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type Row<Code extends MistakeCode> = (typeof mistakes)[Code]
type Named<Code extends MistakeCode> =
  | Places<Row<Code>['says']>
  | (Row<Code> extends { readonly found: infer Found } ? Places<Found> : never)

type Params = Readonly<Record<string, string | number>>

/** The values for the places of the texts of a mistake. */
export type ParamsOf<Code extends MistakeCode> = [Named<Code>] extends [never]
  ? unknown
  : Readonly<Record<Named<Code>, string | number>> & Params

/** Whether the code of an error is that of a mistake in a field. */
export function isMistake(code: string): code is MistakeCode {
  return Object.hasOwn(mistakes, code)
}

/** One mistake in what a caller sent. */
export interface Mistake {
  readonly code: MistakeCode
  /** The field: `credentials.password.value`. Empty where the error is about one field only. */
  readonly at: string
  /** The values for the places of its texts. */
  readonly params?: Params
  /** The cause in the words of the schema that found it, instead of those of the code. */
  readonly said?: string
  /** The value that came, as people read it; secrets are left out. */
  readonly got?: string
  /** A hint at the end of the text: `did you mean …?`. */
  readonly advice?: string
}

/** A mistake by its code: `wrong('length', 'profile.name', { min: 1, max: 50 })`. */
export function wrong<Code extends MistakeCode>(
  code: Code,
  at: string,
  ...[params]: [Named<Code>] extends [never] ? [params?: Params] : [params: ParamsOf<Code>]
): Mistake {
  return { code, at, ...(params ? { params } : {}) }
}

/** The same for a check of a schema: `.refine(test, ofIssue('length', { min, max }))`. */
export function ofIssue(
  code: MistakeCode,
  params: Params = {},
): { readonly error: string; readonly params: { readonly mistake: Pick<Mistake, 'code' | 'params'> } } {
  return { error: fill(mistakes[code].says, params), params: { mistake: { code, params } } }
}

/** Parameters of a check of a schema whose text says itself what came. */
export const saysGot = { mistake: { code: 'other', params: { message: '' } } } as const

/** A value of the wrong form: `expected one of a, b; did you mean a?`. */
export function notForm(at: string, expected: string, advice?: string): Mistake {
  return { code: 'form', at, params: { expected }, ...(advice === undefined ? {} : { advice }) }
}

/** The causes of a mistake in a reply. A password that breaks the policy has two. */
export function causesOf(mistake: Mistake): readonly string[] {
  const { got: _, ...unseen } = mistake
  return causesWithGot(unseen)
}

/** The causes, with the value that came. */
export function causesWithGot(mistake: Mistake): readonly string[] {
  const { says, isWhole }: MistakeRow = mistakes[mistake.code]
  const cause = textWith(mistake, mistake.said ?? says)
  const first = isWhole ? cause : located(mistake, cause)
  return mistake.code === 'password-policy' ? [first, foundOf(mistake)] : [first]
}

/** Whether the text of a mistake says itself what came. */
export function saysWhatCame({ code }: Pick<Mistake, 'code'>): boolean {
  return 'saysGot' in mistakes[code]
}

/** A mistake for people, with the value that came. */
export function foundOf(mistake: Mistake): string {
  return located(mistake, foundText(mistake))
}

function located({ at }: Mistake, text: string): string {
  return at === '' ? text : `${at}: ${text}`
}

/** A mistake for people who see its field, with the value that came. */
export function foundText(mistake: Mistake): string {
  const { says, found }: MistakeRow = mistakes[mistake.code]
  return textWith(mistake, mistake.said ?? found ?? says)
}

function textWith({ code, params, got, advice }: Mistake, text: string): string {
  const { asks, joint = '; ' }: MistakeRow = mistakes[code]
  const hint = advice === undefined ? '' : `${joint}${advice}`
  return `${fill(text, params)}${asks && got !== undefined ? `, got ${got}` : ''}${hint}`
}
