/** Credentials of a user: password, policy, imported hashes, hook, recovery question, provider (Users). */
import { hashRows, hashSignInRows, hashValues } from '../tables/hashes.ts'
import { limitRows } from '../tables/limits.ts'
import { requiredRows } from '../tables/required.ts'
import { requirementsIn, sharing } from './requirement.ts'

const place = {
  area: 'credentials',
  document: 3,
  section: 'Credentials',
  operations: ['createUser', 'getUser'],
} as const

const password = requirementsIn(place, {
  'credentials.password.empty-object': [
    'The credentials of a user with a password carry password as an empty object.',
    'property:Credentials.password',
    'property:Password.value',
  ],
  'credentials.password.empty-object-hash': [
    'The credentials of a user with an imported hash carry password as an empty object.',
    'property:Password.hash',
  ],
  'credentials.password.empty-object-hook': {
    statement: 'The credentials of a user with a password hook carry password as an empty object.',
    needs: ['password-hook'],
    covers: ['property:Password.hook'],
  },
  'credentials.password.none': {
    statement: 'The credentials of a user without a password carry no password.',
    reason: 'Only the empty object of a user who has one is stated.',
  },
  'credentials.password.null': {
    statement: 'A create with credentials whose password is null is accepted.',
    operations: ['createUser'],
    covers: ['null:Credentials.password'],
  },
  'credentials.password.write-only': {
    statement: 'No reply holds the value of a password.',
    operations: ['createUser', 'getUser', 'listUsers', 'updateUser', 'replaceUser'],
  },
  'credentials.hash.write-only': {
    statement: 'No reply holds an imported hash or its salt.',
    operations: ['createUser', 'getUser', 'listUsers'],
  },
  'credentials.hook.write-only': ['No reply holds the hook of a password.', 'needs:password-hook'],
  'credentials.password.max.accepted': {
    statement: 'A password of 72 characters is accepted.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Password.value.max.accepts'],
  },
  'credentials.password.max.refused': {
    statement: 'A password of 73 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Password.value.max.refuses'],
  },
})

const policy = requirementsIn(
  { ...place, level: 'default', operations: ['createUser'] },
  {
    'credentials.policy.length.accepted': [
      'A password of 8 characters that meets the other rules is accepted.',
      'limit:Password.value.min.accepts',
    ],
    'credentials.policy.length.refused': [
      'A password of 7 characters is refused.',
      'limit:Password.value.min.refuses',
    ],
    'credentials.policy.upper-case': 'A password without an upper case letter is refused.',
    'credentials.policy.lower-case': 'A password without a lower case letter is refused.',
    'credentials.policy.digit': 'A password without a digit is refused.',
    'credentials.policy.login': 'A password that contains the login is refused.',
    // Parts of a login are excluded with the whole login.
    ...sharing({ shownBy: 'credentials.policy.login' })({
      'credentials.policy.login-part.at':
        'A password that contains the part of the login before @ is refused.',
      'credentials.policy.login-part.dot':
        'A password that contains a part of 4 characters of a login split on . is refused.',
      'credentials.policy.login-part.underscore':
        'A password that contains a part of 4 characters of a login split on _ is refused.',
      'credentials.policy.login-part.hash':
        'A password that contains a part of 4 characters of a login split on # is refused.',
      'credentials.policy.login-part.hyphen':
        'A password that contains a part of 4 characters of a login split on - is refused.',
      'credentials.policy.login-part.comma': {
        statement: 'A password that contains a part of 4 characters of a login split on a comma is refused.',
        reason: 'A login with a comma is no e-mail address, so the default form of logins rules it out.',
      },
      'credentials.policy.login-part.short': {
        statement: 'A password that contains a part of the login of 3 characters only is accepted.',
        // A stricter policy refuses the password for another reason.
        shownBy: 'credentials.policy.length.accepted',
      },
      'credentials.policy.login-part.parent-domain': {
        statement: 'A password that contains the parent domain of the login is accepted.',
        reason: 'Which part of a domain counts as its parent is not stated.',
      },
    }),
    'credentials.policy.on-update': {
      level: 'must',
      statement: 'An update with a password against the policy is refused, and the old password stays.',
      operations: ['updateUser', 'replaceUser'],
    },
    'credentials.policy.changeable': {
      statement: 'Administrators can change the policy.',
      excluded: 'Policies are not among the operations.',
    },
  },
)

const hash = requirementsIn(
  { ...place, operations: ['createUser'] },
  {
    ...hashRows(hashValues.algorithm),
    ...hashSignInRows(),
    ...requiredRows('credentials.hash.algorithm'),
    ...hashRows(hashValues.otherAlgorithm),
    'credentials.hash.value.required': {
      statement: 'A hash without value is refused.',
      reason: 'Only the algorithm, and the salt of a salted hash, are called required.',
    },
    ...requiredRows('credentials.hash.salt'),
    'credentials.hash.salt.required-with-order': {
      statement: 'A SHA-256 hash with saltOrder and no salt is refused.',
      reason:
        'A salt is required for salted hashes; whether saltOrder alone makes a hash salted is not stated.',
    },
    'credentials.hash.unsalted': {
      statement: 'A SHA-256 hash without salt is imported.',
      reason: 'A salt is required for salted hashes; that others are taken is only implied.',
    },
    ...hashRows(hashValues.salt),
    ...hashRows(hashValues.workFactor),
    'credentials.hash.foreign-parameters': {
      statement: 'A parameter of one algorithm sent with another is refused or ignored.',
      reason:
        'workFactor, saltOrder, iterationCount, keySize and digestAlgorithm belong to some algorithms only.',
    },
    ...hashRows(hashValues.saltOrder),
    'credentials.hash.salt-order.sign-in': [
      'A user signs in with a hash whose salt precedes the password, and one whose salt follows it, as stated.',
      'needs:sign-in',
    ],
    ...hashRows(hashValues.iterationCount),
    ...hashRows(hashValues.digestAlgorithm),
    ...sharing({ operations: ['updateUser', 'replaceUser'] })({
      'credentials.hash.update-staged': 'A hash is imported by an update of a STAGED user.',
      'credentials.hash.update-active':
        'A hash in an update of an ACTIVE user is refused, and the old password stays.',
    }),
    'credentials.hash.no-policy': {
      statement: 'A user imported with the hash of a password against the policy signs in with it.',
      needs: ['sign-in'],
    },
  },
)

const hook = requirementsIn(
  { ...place, operations: ['createUser'], needs: ['password-hook'] },
  {
    'credentials.hook.default': ['A password hook of type default is accepted.', 'property:Hook.type'],
    ...requiredRows('credentials.hook'),
    'credentials.hook.type-unknown': 'A password hook of another type is refused.',
    'credentials.hook.first-sign-in': {
      statement: 'The first sign-in asks the hook for the password, and later ones use the hash stored then.',
      excluded: 'The call goes to a third party, in a format that is not shown.',
    },
  },
)

const recovery = requirementsIn(place, {
  'credentials.question.kept': [
    'The credentials of a user carry the recovery question that was set.',
    'property:Credentials.recovery_question',
    'property:RecoveryQuestion.question',
  ],
  'credentials.question.null': {
    statement: 'A create with recovery_question null is accepted.',
    operations: ['createUser'],
    covers: ['null:Credentials.recovery_question'],
  },
  'credentials.question.parts-null': {
    statement: 'A recovery question may have a null question or a null answer.',
    reason:
      'Both are nullable and both have a least length of 1. The meaning of one without the other is not stated.',
    covers: ['null:RecoveryQuestion.question', 'null:RecoveryQuestion.answer'],
  },
  ...limitRows('credentials.question'),
  'credentials.answer.write-only': {
    statement: 'No reply holds the answer to a recovery question.',
    operations: ['createUser', 'getUser', 'listUsers', 'changeRecoveryQuestion'],
    covers: ['property:RecoveryQuestion.answer'],
  },
  ...limitRows('credentials.answer'),
  'credentials.answer.case': ['A recovery answer is recognized in another case.', 'forgotPasswordWithAnswer'],
})

const provider = requirementsIn(place, {
  'credentials.provider.present': [
    'The credentials of every user carry provider, an object with type.',
    'property:Credentials.provider',
    'not-null:Credentials.provider',
    'property:Provider.type',
  ],
  'credentials.provider.type': [
    'The provider type is one of SVC, ACTIVE_DIRECTORY, LDAP, FEDERATION, SOCIAL and IMPORT.',
    'enum:Provider.type.ACTIVE_DIRECTORY',
    'enum:Provider.type.LDAP',
  ],
  'credentials.provider.name': [
    'The provider name is a string, null or absent.',
    'property:Provider.name',
    'null:Provider.name',
  ],
  'credentials.provider.directory-name': {
    statement: 'The provider name of a user from a directory is the name of the directory.',
    excluded: 'Users from a directory come by an import, which is not among the operations.',
  },
  'credentials.provider.read-only': {
    statement: 'A provider sent in an update is not taken over.',
    operations: ['updateUser', 'replaceUser'],
    covers: ['read-only:Credentials.provider'],
  },
  'credentials.provider.on-create': {
    statement: 'A provider sent in a create without provider=true is not taken over.',
    operations: ['createUser'],
    reason:
      'The table marks it read-only, and create takes one with provider=true; without it nothing is stated.',
  },
  'credentials.provider.import': [
    'The provider of a user with an imported hash has type IMPORT.',
    'enum:Provider.type.IMPORT',
  ],
  'credentials.provider.federation': {
    statement: 'A user created with provider FEDERATION carries that type.',
    operations: ['createUser'],
    needs: ['federation'],
    covers: ['enum:Provider.type.FEDERATION'],
  },
  'credentials.provider.social': {
    statement: 'A user created with provider SOCIAL carries that type.',
    operations: ['createUser'],
    needs: ['federation'],
    covers: ['enum:Provider.type.SOCIAL'],
  },
  'credentials.provider.federated-no-password': {
    statement: 'A user with provider FEDERATION or SOCIAL has neither password nor recovery question.',
    needs: ['federation'],
  },
  'credentials.provider.federated-sign-in': {
    statement: 'A user with provider FEDERATION or SOCIAL authenticates through a trusted identity provider.',
    excluded: 'Signing in through another provider is not among the operations.',
  },
})

export const userCredentialRequirements = [
  ...password,
  ...policy,
  ...hash,
  ...hook,
  ...recovery,
  ...provider,
] as const
