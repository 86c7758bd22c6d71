import type { ControlAdapter } from './control-adapter.ts'
import type { Json } from '../wire/reply.ts'

/** The unchanged password policy (Users, Credentials), in the names of the settings. */
const usualPolicy = {
  minLength: 8,
  minLowerCase: 1,
  minUpperCase: 1,
  minNumber: 1,
  minSymbol: 0,
  excludeUsername: true,
} as const

/** The features that an administrator of the mock may have changed, from its settings and the schema of users. */
export async function featuresOf(
  action: (name: string, input?: Record<string, unknown>) => Promise<Json>,
  names: ReadonlySet<string>,
): Promise<NonNullable<ControlAdapter['features']>> {
  const settings: Json = names.has('readSettings') ? await action('readSettings') : {}
  // A change that changes nothing answers with the schema.
  const { properties = [] }: Json = names.has('setSchemaProperty')
    ? await action('setSchemaProperty', { schema: 'user', name: 'login' })
    : {}
  const property = (name: string): Json => properties.find((each: Json) => each.name === name)
  const { passwordPolicy: policy, features = {} }: Json = settings
  const isUsual =
    Object.entries(usualPolicy).every(([name, value]) => (policy?.[name] ?? value) === value) &&
    (settings.optionalPassword ?? 'off') === 'off' &&
    (property('login') === undefined || property('login').format !== undefined) &&
    ['firstName', 'lastName'].every((name) => property(name)?.required !== false)
  return {
    'early-access': features.earlyAccess === false ? 'no' : 'yes',
    'newer-engine': features.newerEngine === false ? 'no' : 'yes',
    defaults: isUsual ? 'yes' : 'no',
  }
}
