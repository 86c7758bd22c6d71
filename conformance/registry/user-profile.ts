/** The default profile of a user: each property, its limits and its form (Users). */
import {
  boundedProperties,
  type LimitedProperty,
  limitSides,
  neededProperties,
  optionalProperties,
  phoneProperties,
} from '../tables/profile.ts'
import { textOfLength } from '../tables/limits.ts'
import { type RequirementRow, requirementsForEach, requirementsIn, sharing } from './requirement.ts'

const place = {
  area: 'users',
  document: 3,
  section: 'Profile',
  operations: ['createUser', 'getUser'],
} as const

const needed = requirementsForEach(place, neededProperties, {
  'users.profile.*.kept': ({ name }) => ({
    statement: `A user carries the ${name} it was given.`,
    covers: [`property:Profile.${name}`],
  }),
  'users.profile.*.required': ({ name, mayDiffer }) => ({
    level: mayDiffer ? 'default' : 'must',
    statement: `A create without ${name} is refused.`,
    operations: ['createUser'],
    covers: [`input:createUser.profile.${name}`],
  }),
  'users.profile.*.null': ({ name, mayDiffer }) => ({
    level: mayDiffer ? 'default' : 'must',
    statement: `A create with ${name} null is refused.`,
    operations: ['createUser'],
    covers: [`not-null:Profile.${name}`],
  }),
})

const optional = requirementsForEach(place, optionalProperties, {
  'users.profile.*.kept': ({ name, kind }) => ({
    statement: `A user carries the ${name}${kind === undefined ? '' : ` (${kind})`} it was given.`,
    covers: [`property:Profile.${name}`],
  }),
  'users.profile.*.null': ({ name }) => ({
    statement: `A null ${name} is accepted and takes the value away.`,
    operations: ['updateUser', 'getUser'],
    covers: [`null:Profile.${name}`],
  }),
})

const others = requirementsIn(place, {
  'users.profile.locale.kept': [
    'A user carries the locale it was given, a language and a country joined by an underscore.',
    'property:Profile.locale',
  ],
  'users.profile.locale.default': {
    level: 'default',
    statement: 'A user created without locale carries en_US.',
    covers: ['default:Profile.locale'],
  },
  'users.profile.locale.null': {
    level: 'default',
    statement: 'A create with locale null yields a user whose locale is not null, or is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.locale'],
  },
  'users.profile.strings': 'Every default profile property of a user is a string or null.',
})

/** The common parts of the requirements of a limit: place and level. */
function limit(
  row: LimitedProperty,
  side: keyof typeof limitSides,
): Omit<RequirementRow, 'id' | 'statement'> {
  return {
    level: row.mayDiffer?.includes(side) ? 'default' : 'must',
    alsoIn: ['3 Limits'],
    ...(side.endsWith('refused') ? { operations: ['createUser'] } : {}),
    covers: [`limit:Profile.${row.name}.${limitSides[side]}`],
  }
}

const least = {
  'users.profile.*.min.accepted': (row: LimitedProperty) => ({
    ...limit(row, 'min.accepted'),
    statement: `${textOfLength(row.name, row.min)} is accepted.`,
  }),
}

const max = {
  'users.profile.*.max.accepted': (row: LimitedProperty) => ({
    ...limit(row, 'max.accepted'),
    statement: `${textOfLength(row.name, row.max)} is accepted and kept whole.`,
  }),
  'users.profile.*.max.refused': (row: LimitedProperty) => ({
    ...limit(row, 'max.refused'),
    statement: `${textOfLength(row.name, row.max + 1)} is refused.`,
  }),
}

const lengths = [
  ...requirementsForEach(place, boundedProperties, {
    ...least,
    'users.profile.*.min.refused': (row) => ({
      ...limit(row, 'min.refused'),
      statement: `${textOfLength(row.name, row.min - 1)} is refused.`,
    }),
    ...max,
  }),
  ...requirementsForEach(place, phoneProperties, { ...least, ...max }),
] as const

const updates = requirementsIn(place, {
  'users.profile.limits-on-update': {
    statement: 'An update with a firstName of 51 characters is refused and keeps the old name.',
    alsoIn: ['3 Limits'],
    operations: ['updateUser', 'replaceUser'],
  },
})

const forms = requirementsIn(place, {
  ...sharing({ operations: ['createUser'] })({
    'users.profile.login.form': {
      level: 'default',
      statement: 'A login that is no e-mail address is refused.',
    },
    'users.profile.email.form': 'An email without @ is refused.',
    'users.profile.email.dots': 'An email with two dots in a row, or a leading dot, is refused.',
  }),
  'users.profile.email.atom':
    "An email whose local part uses marks that an atom of RFC 5322 allows, such as + ' and _, is accepted.",
  'users.profile.second-email.form': ['A secondEmail without @ is refused.', 'createUser'],
  'users.profile.forms': {
    statement: 'A profileUrl, countryCode, preferredLanguage, locale or timezone of another form is refused.',
    operations: ['createUser'],
    reason: 'The column mixes validation with notes; it says of no property that another form is refused.',
  },
  'users.profile.second-email.recovery': {
    statement: 'secondEmail serves account recovery.',
    excluded: 'Recovery by e-mail is not among the operations.',
  },
})

const rules = requirementsIn(place, {
  ...sharing({ operations: ['createUser'] })({
    'users.login.duplicate': [
      'A create with a login that is taken is refused and creates no user.',
      'unique:Profile.login',
    ],
    'users.login.duplicate-case':
      'A create with a login that differs from a taken one only in case is refused.',
    'users.login.duplicate-diacritics':
      'A create with a login that differs from a taken one only in diacritical marks is refused.',
  }),
  'users.login.duplicate-update': {
    statement: 'An update to a login that is taken is refused and keeps the old login.',
    operations: ['updateUser', 'replaceUser'],
  },
  'users.login.deactivated': {
    statement: 'A DEPROVISIONED user still owns its login.',
    operations: ['createUser'],
    reason: 'Logins are unique; whether a deactivated user counts is not stated.',
  },
  'users.login.short-name-sign-in': {
    statement: 'A user signs in with the part of the login before the @ when no other user has it.',
    needs: ['sign-in'],
  },
  'users.profile.customization': {
    statement:
      'Only permissions, nullability of firstName and lastName, and the pattern of login can be customized.',
    excluded: 'The schema API is not among the operations.',
  },
  'users.custom.undeclared': [
    'A profile property outside the schema is never stored: the create is refused or the property left out.',
    'createUser',
  ],
  ...sharing({ needs: ['custom-property'] })({
    'users.custom.declared': 'A custom property that the schema declares is kept.',
    'users.custom.html': 'A custom property keeps HTML as it was sent.',
  }),
  'users.custom.escape': {
    level: 'caller',
    statement: 'A caller escapes custom properties before showing them.',
    reason: 'It binds the caller.',
  },
})

export const userProfileRequirements = [
  ...needed,
  ...optional,
  ...others,
  ...lengths,
  ...updates,
  ...forms,
  ...rules,
] as const
