/** The default profile of a user: each property, its limits and its form (document 3). */
import { clausesIn } from './clause.ts'

const place = {
  area: 'users',
  document: 3,
  section: 'Profile',
  operations: ['createUser', 'getUser'],
} as const

const names = clausesIn(place, [
  {
    id: 'users.profile.login.kept',
    statement: 'A user carries the login it was given.',
    covers: ['property:Profile.login'],
  },
  {
    id: 'users.profile.login.required',
    statement: 'A create without login is refused.',
    operations: ['createUser'],
    covers: ['input:createUser.profile.login'],
  },
  {
    id: 'users.profile.login.null',
    statement: 'A create with login null is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.login'],
  },
  {
    id: 'users.profile.email.kept',
    statement: 'A user carries the email it was given.',
    covers: ['property:Profile.email'],
  },
  {
    id: 'users.profile.email.required',
    statement: 'A create without email is refused.',
    operations: ['createUser'],
    covers: ['input:createUser.profile.email'],
  },
  {
    id: 'users.profile.email.null',
    statement: 'A create with email null is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.email'],
  },
  {
    id: 'users.profile.first-name.kept',
    statement: 'A user carries the firstName it was given.',
    covers: ['property:Profile.firstName'],
  },
  {
    id: 'users.profile.first-name.required',
    level: 'default',
    statement: 'A create without firstName is refused.',
    operations: ['createUser'],
    covers: ['input:createUser.profile.firstName'],
  },
  {
    id: 'users.profile.first-name.null',
    level: 'default',
    statement: 'A create with firstName null is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.firstName'],
  },
  {
    id: 'users.profile.last-name.kept',
    statement: 'A user carries the lastName it was given.',
    covers: ['property:Profile.lastName'],
  },
  {
    id: 'users.profile.last-name.required',
    level: 'default',
    statement: 'A create without lastName is refused.',
    operations: ['createUser'],
    covers: ['input:createUser.profile.lastName'],
  },
  {
    id: 'users.profile.last-name.null',
    level: 'default',
    statement: 'A create with lastName null is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.lastName'],
  },
])

const optional = clausesIn(place, [
  {
    id: 'users.profile.second-email.kept',
    statement: 'A user carries the secondEmail it was given.',
    covers: ['property:Profile.secondEmail'],
  },
  {
    id: 'users.profile.second-email.null',
    statement: 'A null secondEmail is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.secondEmail'],
  },
  {
    id: 'users.profile.middle-name.kept',
    statement: 'A user carries the middleName it was given.',
    covers: ['property:Profile.middleName'],
  },
  {
    id: 'users.profile.middle-name.null',
    statement: 'A null middleName is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.middleName'],
  },
  {
    id: 'users.profile.honorific-prefix.kept',
    statement: 'A user carries the honorificPrefix it was given.',
    covers: ['property:Profile.honorificPrefix'],
  },
  {
    id: 'users.profile.honorific-prefix.null',
    statement: 'A null honorificPrefix is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.honorificPrefix'],
  },
  {
    id: 'users.profile.honorific-suffix.kept',
    statement: 'A user carries the honorificSuffix it was given.',
    covers: ['property:Profile.honorificSuffix'],
  },
  {
    id: 'users.profile.honorific-suffix.null',
    statement: 'A null honorificSuffix is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.honorificSuffix'],
  },
  {
    id: 'users.profile.title.kept',
    statement: 'A user carries the title it was given.',
    covers: ['property:Profile.title'],
  },
  {
    id: 'users.profile.title.null',
    statement: 'A null title is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.title'],
  },
  {
    id: 'users.profile.display-name.kept',
    statement: 'A user carries the displayName it was given.',
    covers: ['property:Profile.displayName'],
  },
  {
    id: 'users.profile.display-name.null',
    statement: 'A null displayName is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.displayName'],
  },
  {
    id: 'users.profile.nick-name.kept',
    statement: 'A user carries the nickName it was given.',
    covers: ['property:Profile.nickName'],
  },
  {
    id: 'users.profile.nick-name.null',
    statement: 'A null nickName is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.nickName'],
  },
  {
    id: 'users.profile.profile-url.kept',
    statement: 'A user carries the profileUrl (a URL) it was given.',
    covers: ['property:Profile.profileUrl'],
  },
  {
    id: 'users.profile.profile-url.null',
    statement: 'A null profileUrl is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.profileUrl'],
  },
  {
    id: 'users.profile.primary-phone.kept',
    statement: 'A user carries the primaryPhone it was given.',
    covers: ['property:Profile.primaryPhone'],
  },
  {
    id: 'users.profile.primary-phone.null',
    statement: 'A null primaryPhone is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.primaryPhone'],
  },
  {
    id: 'users.profile.mobile-phone.kept',
    statement: 'A user carries the mobilePhone it was given.',
    covers: ['property:Profile.mobilePhone'],
  },
  {
    id: 'users.profile.mobile-phone.null',
    statement: 'A null mobilePhone is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.mobilePhone'],
  },
  {
    id: 'users.profile.street-address.kept',
    statement: 'A user carries the streetAddress it was given.',
    covers: ['property:Profile.streetAddress'],
  },
  {
    id: 'users.profile.street-address.null',
    statement: 'A null streetAddress is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.streetAddress'],
  },
  {
    id: 'users.profile.city.kept',
    statement: 'A user carries the city it was given.',
    covers: ['property:Profile.city'],
  },
  {
    id: 'users.profile.city.null',
    statement: 'A null city is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.city'],
  },
  {
    id: 'users.profile.state.kept',
    statement: 'A user carries the state it was given.',
    covers: ['property:Profile.state'],
  },
  {
    id: 'users.profile.state.null',
    statement: 'A null state is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.state'],
  },
  {
    id: 'users.profile.zip-code.kept',
    statement: 'A user carries the zipCode it was given.',
    covers: ['property:Profile.zipCode'],
  },
  {
    id: 'users.profile.zip-code.null',
    statement: 'A null zipCode is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.zipCode'],
  },
  {
    id: 'users.profile.postal-address.kept',
    statement: 'A user carries the postalAddress it was given.',
    covers: ['property:Profile.postalAddress'],
  },
  {
    id: 'users.profile.postal-address.null',
    statement: 'A null postalAddress is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.postalAddress'],
  },
  {
    id: 'users.profile.country-code.kept',
    statement: 'A user carries the countryCode (two letters of ISO 3166-1) it was given.',
    covers: ['property:Profile.countryCode'],
  },
  {
    id: 'users.profile.country-code.null',
    statement: 'A null countryCode is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.countryCode'],
  },
  {
    id: 'users.profile.preferred-language.kept',
    statement: 'A user carries the preferredLanguage (a language range of RFC 7231) it was given.',
    covers: ['property:Profile.preferredLanguage'],
  },
  {
    id: 'users.profile.preferred-language.null',
    statement: 'A null preferredLanguage is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.preferredLanguage'],
  },
  {
    id: 'users.profile.timezone.kept',
    statement: 'A user carries the timezone (an IANA name) it was given.',
    covers: ['property:Profile.timezone'],
  },
  {
    id: 'users.profile.timezone.null',
    statement: 'A null timezone is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.timezone'],
  },
  {
    id: 'users.profile.user-type.kept',
    statement: 'A user carries the userType it was given.',
    covers: ['property:Profile.userType'],
  },
  {
    id: 'users.profile.user-type.null',
    statement: 'A null userType is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.userType'],
  },
  {
    id: 'users.profile.employee-number.kept',
    statement: 'A user carries the employeeNumber it was given.',
    covers: ['property:Profile.employeeNumber'],
  },
  {
    id: 'users.profile.employee-number.null',
    statement: 'A null employeeNumber is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.employeeNumber'],
  },
  {
    id: 'users.profile.cost-center.kept',
    statement: 'A user carries the costCenter it was given.',
    covers: ['property:Profile.costCenter'],
  },
  {
    id: 'users.profile.cost-center.null',
    statement: 'A null costCenter is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.costCenter'],
  },
  {
    id: 'users.profile.organization.kept',
    statement: 'A user carries the organization it was given.',
    covers: ['property:Profile.organization'],
  },
  {
    id: 'users.profile.organization.null',
    statement: 'A null organization is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.organization'],
  },
  {
    id: 'users.profile.division.kept',
    statement: 'A user carries the division it was given.',
    covers: ['property:Profile.division'],
  },
  {
    id: 'users.profile.division.null',
    statement: 'A null division is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.division'],
  },
  {
    id: 'users.profile.department.kept',
    statement: 'A user carries the department it was given.',
    covers: ['property:Profile.department'],
  },
  {
    id: 'users.profile.department.null',
    statement: 'A null department is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.department'],
  },
  {
    id: 'users.profile.manager-id.kept',
    statement: 'A user carries the managerId it was given.',
    covers: ['property:Profile.managerId'],
  },
  {
    id: 'users.profile.manager-id.null',
    statement: 'A null managerId is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.managerId'],
  },
  {
    id: 'users.profile.manager.kept',
    statement: 'A user carries the manager it was given.',
    covers: ['property:Profile.manager'],
  },
  {
    id: 'users.profile.manager.null',
    statement: 'A null manager is accepted and takes the value away.',
    operations: ['updateUser', 'getUser'],
    covers: ['null:Profile.manager'],
  },
  {
    id: 'users.profile.locale.kept',
    statement: 'A user carries the locale it was given, a language and a country joined by an underscore.',
    covers: ['property:Profile.locale'],
  },
  {
    id: 'users.profile.locale.default',
    level: 'default',
    statement: 'A user created without locale carries en_US.',
    covers: ['default:Profile.locale'],
  },
  {
    id: 'users.profile.locale.null',
    level: 'default',
    statement: 'A create with locale null yields a user whose locale is not null, or is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.locale'],
  },
  {
    id: 'users.profile.strings',
    statement: 'Every default profile property of a user is a string or null.',
  },
])

const lengths = clausesIn(place, [
  {
    id: 'users.profile.login.min.accepted',
    level: 'default',
    statement: 'A login of 5 characters is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.login.min.accepts'],
  },
  {
    id: 'users.profile.login.min.refused',
    statement: 'A login of 4 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.login.min.refuses'],
  },
  {
    id: 'users.profile.login.max.accepted',
    level: 'default',
    statement: 'A login of 100 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.login.max.accepts'],
  },
  {
    id: 'users.profile.login.max.refused',
    statement: 'A login of 101 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.login.max.refuses'],
  },
  {
    id: 'users.profile.email.min.accepted',
    statement: 'An email of 5 characters is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.email.min.accepts'],
  },
  {
    id: 'users.profile.email.min.refused',
    statement: 'An email of 4 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.email.min.refuses'],
  },
  {
    id: 'users.profile.email.max.accepted',
    statement: 'An email of 100 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.email.max.accepts'],
  },
  {
    id: 'users.profile.email.max.refused',
    statement: 'An email of 101 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.email.max.refuses'],
  },
  {
    id: 'users.profile.second-email.min.accepted',
    statement: 'A secondEmail of 5 characters is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.secondEmail.min.accepts'],
  },
  {
    id: 'users.profile.second-email.min.refused',
    statement: 'A secondEmail of 4 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.secondEmail.min.refuses'],
  },
  {
    id: 'users.profile.second-email.max.accepted',
    statement: 'A secondEmail of 100 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.secondEmail.max.accepts'],
  },
  {
    id: 'users.profile.second-email.max.refused',
    statement: 'A secondEmail of 101 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.secondEmail.max.refuses'],
  },
  {
    id: 'users.profile.first-name.min.accepted',
    statement: 'A firstName of 1 character is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.firstName.min.accepts'],
  },
  {
    id: 'users.profile.first-name.min.refused',
    level: 'default',
    statement: 'An empty firstName is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.firstName.min.refuses'],
  },
  {
    id: 'users.profile.first-name.max.accepted',
    statement: 'A firstName of 50 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.firstName.max.accepts'],
  },
  {
    id: 'users.profile.first-name.max.refused',
    statement: 'A firstName of 51 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.firstName.max.refuses'],
  },
  {
    id: 'users.profile.last-name.min.accepted',
    statement: 'A lastName of 1 character is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.lastName.min.accepts'],
  },
  {
    id: 'users.profile.last-name.min.refused',
    level: 'default',
    statement: 'An empty lastName is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.lastName.min.refuses'],
  },
  {
    id: 'users.profile.last-name.max.accepted',
    statement: 'A lastName of 50 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.lastName.max.accepts'],
  },
  {
    id: 'users.profile.last-name.max.refused',
    statement: 'A lastName of 51 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.lastName.max.refuses'],
  },
  {
    id: 'users.profile.primary-phone.min.accepted',
    statement: 'An empty primaryPhone is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.primaryPhone.min.accepts'],
  },
  {
    id: 'users.profile.primary-phone.max.accepted',
    statement: 'A primaryPhone of 100 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.primaryPhone.max.accepts'],
  },
  {
    id: 'users.profile.primary-phone.max.refused',
    statement: 'A primaryPhone of 101 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.primaryPhone.max.refuses'],
  },
  {
    id: 'users.profile.mobile-phone.min.accepted',
    statement: 'An empty mobilePhone is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.mobilePhone.min.accepts'],
  },
  {
    id: 'users.profile.mobile-phone.max.accepted',
    statement: 'A mobilePhone of 100 characters is accepted and kept whole.',
    alsoIn: ['3 Limits'],
    covers: ['limit:Profile.mobilePhone.max.accepts'],
  },
  {
    id: 'users.profile.mobile-phone.max.refused',
    statement: 'A mobilePhone of 101 characters is refused.',
    alsoIn: ['3 Limits'],
    operations: ['createUser'],
    covers: ['limit:Profile.mobilePhone.max.refuses'],
  },
  {
    id: 'users.profile.limits-on-update',
    statement: 'An update with a firstName of 51 characters is refused and keeps the old name.',
    alsoIn: ['3 Limits'],
    operations: ['updateUser', 'replaceUser'],
  },
])

const forms = clausesIn(place, [
  {
    id: 'users.profile.login.form',
    level: 'default',
    statement: 'A login that is no e-mail address is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.profile.email.form',
    statement: 'An email without @ is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.profile.email.dots',
    statement: 'An email with two dots in a row, or a leading dot, is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.profile.email.atom',
    statement:
      "An email whose local part uses marks that an atom of RFC 5322 allows, such as + ' and _, is accepted.",
  },
  {
    id: 'users.profile.second-email.form',
    statement: 'A secondEmail without @ is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.profile.forms',
    level: 'open',
    statement: 'A profileUrl, countryCode, preferredLanguage, locale or timezone of another form is refused.',
    operations: ['createUser'],
    reason: 'The column mixes validation with notes; that another form is refused is said of none of them.',
  },
  {
    id: 'users.profile.second-email.recovery',
    statement: 'secondEmail serves account recovery.',
    excluded: 'Recovery by e-mail is not among the operations.',
  },
])

const rules = clausesIn(place, [
  {
    id: 'users.login.duplicate',
    statement: 'A create with a login that is taken is refused and creates no user.',
    operations: ['createUser'],
    covers: ['unique:Profile.login'],
  },
  {
    id: 'users.login.duplicate-case',
    statement: 'A create with a login that differs from a taken one only in case is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.login.duplicate-diacritics',
    statement: 'A create with a login that differs from a taken one only in diacritical marks is refused.',
    operations: ['createUser'],
  },
  {
    id: 'users.login.duplicate-update',
    statement: 'An update to a login that is taken is refused and keeps the old login.',
    operations: ['updateUser', 'replaceUser'],
  },
  {
    id: 'users.login.deactivated',
    level: 'open',
    statement: 'A DEPROVISIONED user still owns its login.',
    operations: ['createUser'],
    reason: 'Logins are unique; whether a deactivated user counts is not stated.',
  },
  {
    id: 'users.login.short-name-sign-in',
    statement: 'A user signs in with the part of the login before the @ when no other user has it.',
    needs: ['sign-in'],
  },
  {
    id: 'users.profile.customization',
    statement:
      'Only permissions, nullability of firstName and lastName, and the pattern of login can be customized.',
    excluded: 'The schema API is not among the operations.',
  },
  {
    id: 'users.custom.undeclared',
    statement:
      'A profile property that is not in the schema is never stored: the create is refused or the property left out.',
    operations: ['createUser'],
  },
  {
    id: 'users.custom.declared',
    statement: 'A custom property that the schema declares is kept.',
    needs: ['custom-property'],
  },
  {
    id: 'users.custom.html',
    statement: 'A custom property keeps HTML as it was sent.',
    needs: ['custom-property'],
  },
  {
    id: 'users.custom.escape',
    level: 'caller',
    statement: 'A caller escapes custom properties before showing them.',
    reason: 'It binds the caller.',
  },
])

export const userProfileClauses = [...names, ...optional, ...lengths, ...forms, ...rules] as const
