import type { UserRecord } from '../users/records.ts'

/** The claims of each scope, and the profile property for each claim (Users, Profile). */
const claimsOfScope: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profile: {
    given_name: 'firstName',
    family_name: 'lastName',
    middle_name: 'middleName',
    nickname: 'nickName',
    preferred_username: 'login',
    profile: 'profileUrl',
    zoneinfo: 'timezone',
    locale: 'locale',
  },
  email: { email: 'email' },
}

/** The members of the claim `address` (OpenID Connect Core 1.0, section 5.1.1). */
const addressMembers: Readonly<Record<string, string>> = {
  street_address: 'streetAddress',
  locality: 'city',
  region: 'state',
  postal_code: 'zipCode',
  country: 'countryCode',
}

/** The claims of OpenID Connect Core 1.0, section 5.4, for some scopes; missing properties are left out. */
export function userClaims(user: UserRecord, scopes: readonly string[]): Record<string, unknown> {
  const { profile } = user
  const claims: Record<string, unknown> = {}
  for (const scope of scopes) {
    for (const [claim, property] of Object.entries(claimsOfScope[scope] ?? {})) {
      if (isSet(profile[property])) claims[claim] = profile[property]
    }
  }
  if (scopes.includes('profile')) {
    claims['name'] = isSet(profile['displayName']) ? profile['displayName'] : fullName(profile)
    claims['updated_at'] = Math.floor(Date.parse(user.lastUpdated) / 1000)
  }
  if (scopes.includes('email')) claims['email_verified'] = isEmailVerified(user)
  if (scopes.includes('phone')) {
    const phone = [profile['mobilePhone'], profile['primaryPhone']].find(isSet)
    if (phone !== undefined) Object.assign(claims, { phone_number: phone, phone_number_verified: false })
  }
  if (scopes.includes('address')) {
    const address = addressOf(profile)
    if (address) claims['address'] = address
  }
  return claims
}

/** Every claim of the standard scopes, for the discovery document. */
export const standardClaims: readonly string[] = [
  'sub',
  'name',
  ...Object.values(claimsOfScope).flatMap((claims) => Object.keys(claims)),
  'updated_at',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'address',
  'groups',
]

/** The scopes of claims that are no copies of a property. */
const scopesOfFurther: Readonly<Record<string, string>> = {
  name: 'profile',
  updated_at: 'profile',
  email_verified: 'email',
  phone_number: 'phone',
  phone_number_verified: 'phone',
  address: 'address',
}

/** The claims of the standard scopes, each with its scope. */
export function claimsOfScopes(): readonly (readonly [claim: string, scope: string])[] {
  return standardClaims.flatMap((claim) => {
    const [copied] = Object.entries(claimsOfScope).find(([, claims]) => claim in claims) ?? []
    const scope = copied ?? scopesOfFurther[claim]
    return scope === undefined ? [] : [[claim, scope] as const]
  })
}

/** Before the activation, nobody has shown that the address belongs to the user (interpretation: email-verified). */
function isEmailVerified({ status, activated }: UserRecord): boolean {
  return activated !== null && status !== 'STAGED' && status !== 'PROVISIONED'
}

function fullName(profile: UserRecord['profile']): string {
  return [profile['firstName'], profile['lastName']].filter(isSet).join(' ')
}

function addressOf(profile: UserRecord['profile']): Record<string, unknown> | undefined {
  const members = Object.entries(addressMembers).filter(([, property]) => isSet(profile[property]))
  const address: Record<string, unknown> = Object.fromEntries(
    members.map(([member, property]) => [member, profile[property]]),
  )
  if (isSet(profile['postalAddress'])) address['formatted'] = profile['postalAddress']
  return Object.keys(address).length === 0 ? undefined : address
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
