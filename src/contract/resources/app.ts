import { z } from 'zod'
import { once } from '../once.ts'
import { type FieldRow, Links, shapeOf, Timestamp } from './common.ts'

/** The statuses that an application can be given. */
const appStatuses = ['ACTIVE', 'INACTIVE'] as const

/** Every statement about a field of an application. */
interface AppRow extends FieldRow {
  /** The form in which a seed, an option or a control action sets it. Without it, the service does. */
  readonly given?: () => z.ZodType
  /** The value where nothing sets it; the members of an object are completed each. */
  readonly default?: unknown
}

const text = () => z.string().min(1)
const free = () => z.record(z.string(), z.unknown())
const texts = () => z.array(z.string())

/** The fields of an application. Everything about a field stands in its row, and only there. */
export const appRows = {
  /** `0oa…`; of an OAuth client it is the `client_id`. */
  id: { schema: z.string },
  /** The kind of application, the same for all of a kind: `bookmark`. */
  name: { schema: z.string, given: text },
  /** The name that people read. */
  label: { schema: z.string, given: text },
  /** `ACTIVE` or `INACTIVE`. Nobody sees an inactive application. */
  status: { schema: z.string, given: () => z.enum(appStatuses), default: 'ACTIVE' },
  /** When it last changed: ISO 8601. */
  lastUpdated: { schema: Timestamp },
  /** When it was created: ISO 8601. */
  created: { schema: Timestamp },
  /** Whether people may request it themselves, and the page that errors lead to. */
  accessibility: {
    schema: () => z.looseObject({ selfService: z.boolean(), errorRedirectUrl: z.string().nullable() }),
    given: () =>
      z.strictObject({ selfService: z.boolean().optional(), errorRedirectUrl: z.string().nullish() }),
    default: { selfService: false, errorRedirectUrl: null },
  },
  /** Where it is shown, and by which links: those that a user sees, by name, and whether each is shown. */
  visibility: {
    schema: () =>
      z.looseObject({
        autoSubmitToolbar: z.boolean(),
        hide: z.looseObject({ iOS: z.boolean(), web: z.boolean() }),
        appLinks: z.record(z.string(), z.boolean()),
      }),
    given: () =>
      z.strictObject({
        autoSubmitToolbar: z.boolean().optional(),
        hide: z.strictObject({ iOS: z.boolean().optional(), web: z.boolean().optional() }).optional(),
        appLinks: z.record(z.string().min(1), z.boolean()).optional(),
      }),
    default: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: { login: true } },
  },
  /** Features that are switched on, such as `PUSH_NEW_USERS`; mostly empty. */
  features: { schema: texts, given: texts, default: [] },
  /** How people sign in to it: `BOOKMARK`, `OPENID_CONNECT`, `SAML_2_0`, … */
  signOnMode: { schema: z.string, given: text, default: 'BOOKMARK' },
  /** Its signing keys and the scheme of user names; any form is accepted (Groups, Applications of a group). */
  credentials: {
    schema: free,
    given: free,
    default: { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' } },
  },
  /** Its settings; any form is accepted. */
  settings: { schema: free, given: free, default: { app: {} } },
} as const satisfies Readonly<Record<string, AppRow>>

type Rows = typeof appRows
type Settable = {
  [Name in keyof Rows]: Rows[Name] extends { readonly given: unknown } ? Name : never
}[keyof Rows]
type Given = { -readonly [Name in Settable]: z.output<ReturnType<Rows[Name]['given']>> }

/** A value all of whose members are there, and cannot change. */
type Whole<Value> = Value extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: Whole<Exclude<Value[Name], undefined>> }
    : Value

/** An application as it is stored: the fields of a group's application list (Groups), without links. */
export type AppRecord = {
  readonly [Name in keyof Rows]: Name extends Settable ? Whole<Given[Name]> : string
}

/** Changes to an application; settings that you leave out stay. */
export type AppChanges = { readonly [Name in Settable]?: Given[Name] | undefined }

/** An application to create; only the label is required. */
export type NewApp = AppChanges & Readonly<Pick<Given, 'label'>>

/** An application assigned to a group (Groups, Applications of a group). */
export const GroupApplication = once(() =>
  z
    .looseObject({ ...shapeOf(appRows), _links: Links() })
    .meta({ id: 'GroupApplication', description: 'An application that is assigned to a group.' }),
)

const settable = Object.entries<AppRow>(appRows).filter(([, { given }]) => given)

/** The settings of an application, as a seed, an option or a control action sets them. All may be left out. */
export const givenApp = once(
  () =>
    Object.fromEntries(
      settable.map(([name, { given, default: otherwise }]) => {
        const schema = given!().optional()
        return [name, typeof otherwise === 'string' ? schema.describe(`Default: ${otherwise}`) : schema]
      }),
    ) as { [Name in Settable]: z.ZodOptional<ReturnType<Rows[Name]['given']>> },
)

const settings = once(() => z.object(givenApp()))

/** An application with the default of each setting that is not given. */
export function newApp(id: string, now: string, given: NewApp): AppRecord {
  const { label, name = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '') || 'app' } = given
  const byDefault = Object.entries<AppRow>(appRows).map(([field, row]) => [field, row.default])
  const app = { ...Object.fromEntries(byDefault), id, name, label, lastUpdated: now, created: now }
  return changedApp(app as AppRecord, given)
}

/** An application with other settings. Objects keep the members that are not given; maps and lists are replaced. */
export function changedApp(app: AppRecord, given: AppChanges): AppRecord {
  return { ...app, ...completed(settings(), app, given) }
}

function completed<Value>(schema: z.ZodType, value: Value, given: unknown): Value {
  if (given === undefined) return value
  if (schema instanceof z.ZodOptional) return completed(schema.unwrap() as z.ZodType, value, given)
  if (!(schema instanceof z.ZodObject)) return given as Value
  return Object.fromEntries(
    Object.entries<z.ZodType>(schema.shape).map(([name, member]) => [
      name,
      completed(member, (value as Record<string, unknown>)[name], (given as Record<string, unknown>)[name]),
    ]),
  ) as Value
}
