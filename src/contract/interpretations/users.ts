import { about, type Interpretation } from './interpretation.ts'
import { userWrites, setsPassword } from './operation-groups.ts'

/** Choices about users, their profiles and their lists. */
export const userInterpretations: readonly Interpretation[] = about('users', {
  'profile-null-properties': {
    operations: ['createUser', 'getUser', 'listUsers', 'replaceUser', 'updateUser'],
    question: 'Whether unset profile properties appear in replies.',
    choice:
      'firstName, lastName, mobilePhone, secondEmail, login and email always do, as null when unset; other properties are left out. Setting a property to null unsets it.',
    evidence: 'Recorded traffic.',
    alternatives: [{ reply: { what: 'properties of a profile that are null', nulls: 'profile' } }],
  },
  'profile-locale': {
    operations: userWrites,
    question: 'Users gives locale a default and says it is not null; recorded replies leave it out.',
    choice: 'A profile without a locale has en_US.',
    evidence: 'Users, Profile.',
    recorded: { shows: '1,022 of 1,031 users have no locale.', side: 'API description' },
    alternatives: [
      {
        of: /^users/,
        aspects: ['member-here'],
        path: /^profile\.locale$/,
        verdict: 'contradicts',
        says: 'Users, Profile: locale has a default and is not null.',
        value: 'recorded',
      },
    ],
  },
  'profile-blank-names': {
    question: 'Whether blanks alone fill in a required property: Users gives names a minimum of 1 character.',
    choice: 'They do not: firstName, lastName, login and email of blanks are refused as missing.',
    evidence: 'Clients of the service match on its error for blank fields.',
  },
  'profile-empty-texts': {
    operations: userWrites,
    question:
      'Whether an empty text is a value of a nullable property, such as secondEmail with its minimum of 5.',
    choice:
      'Where the length, format or list of values of the property allows it, it is kept. Elsewhere it unsets the property, as null does: secondEmail, profileUrl, countryCode, preferredLanguage, locale, timezone and custom texts with such limits. Blanks alone, and empty texts for another type, are refused.',
    evidence:
      'Clients of the service send empty texts for what a person does not have: import files, the sign-in widget, Terraform. No value shorter than the stated minimum is kept.',
    recorded: {
      shows:
        '3 replies in public repositories, and 2 reports about clients of the service, show an empty secondEmail.',
      side: 'API description',
    },
  },
  'user-links-beyond': {
    operations: ['getUser'],
    question: 'Whether a user has links beyond those that Users lists.',
    choice: 'It has not.',
    evidence: 'Users, User links, lists the relations.',
    recorded: {
      shows: 'Each of 649 PROVISIONED users has reactivate, each of 14 DEPROVISIONED ones delete.',
      side: 'API description',
    },
    alternatives: [
      {
        of: /^users/,
        aspects: ['link-there', 'link-here'],
        path: /^(?:reactivate|delete)$/,
        verdict: 'contradicts',
        says: 'Users, User links, does not list the relation.',
        value: 'recorded',
      },
    ],
  },
  'user-links-by-status': {
    operations: ['getUser'],
    question: 'Which links a user has in which status: Users names the relations, and policies.',
    choice:
      'Those that recordings show, where the operation is allowed. STAGED and DEPROVISIONED: activate. PROVISIONED: deactivate, resetPassword. ACTIVE: deactivate, expirePassword, resetPassword, suspend; with a password changePassword and changeRecoveryQuestion; with a recovery question forgotPassword. PASSWORD_EXPIRED: deactivate, expirePassword, resetPassword, changePassword. SUSPENDED: deactivate, unsuspend.',
    evidence: 'Users: the available relations; its table says what is allowed.',
    recorded: {
      shows:
        'Each of 649 PROVISIONED users has suspend. Those who are PASSWORD_EXPIRED have the links of ACTIVE ones. 38 of 40 ACTIVE users without a question have forgotPassword.',
      side: 'API description',
    },
    alternatives: [
      {
        of: /^users/,
        aspects: ['link-there'],
        path: /^(?:suspend|forgotPassword|changeRecoveryQuestion)$/,
        verdict: 'contradicts',
        says: 'Users: the operation is refused in this status; the mock has links of operations that are allowed.',
        value: 'recorded',
      },
      {
        of: /^users/,
        aspects: ['link-there', 'link-here'],
        path: /^(?:activate|deactivate|suspend|unsuspend|unlock|resetPassword|expirePassword|forgotPassword|changePassword|changeRecoveryQuestion)$/,
        verdict: 'silent',
        says: 'Policies decide which links a user has; the mock has those that most recordings show.',
      },
    ],
  },
  'user-link-reset-factors': {
    operations: ['getUser'],
    question: 'Whether a user who is enrolled in no factor has the link resetFactors.',
    choice:
      'It has not. One who is enrolled has it while it is ACTIVE; see user-links-by-status for other statuses.',
    evidence:
      'Users, User links: only when the user is enrolled in a factor. Recordings have it and have it not.',
    recorded: {
      shows: '447 of 779 users have it without a factor; of PROVISIONED and DEPROVISIONED ones about half.',
      side: 'API description',
    },
    alternatives: [
      {
        of: /^users/,
        aspects: ['link-there', 'link-here'],
        isOfReply: true,
        path: /^resetFactors$/,
        verdict: 'contradicts',
        says: 'Users, User links: resetFactors is there only where the user is enrolled in a factor.',
      },
    ],
  },
  'newer-members': {
    question:
      'Members and links that only some recordings have, such as realmId, credentials.emails and owners.',
    choice: 'They are left out.',
    evidence: 'The API description does not have them; they come with features that few organisations have.',
    recorded: {
      shows: '401 of 779 users carry realmId, 34 credentials.emails; 296 of 691 groups a link owners.',
      side: 'API description',
    },
  },
  'profile-url-schemes': {
    operations: userWrites,
    question: 'Which schemes the URL of profileUrl may have.',
    choice: 'http and https, with a host. Any other URL is refused with 400 E0000001.',
    evidence: 'Users types it as URL: the page of a person, which a browser opens. As the URLs of a client.',
  },
  'login-format': {
    operations: userWrites,
    question:
      'Logins are formatted as e-mail addresses, and may carry diacritical marks; e-mail syntax may not.',
    choice:
      'The local part and domain of a login may have letters outside ASCII; those of an e-mail may not.',
    evidence: 'Users, Profile, rule 1, would otherwise never apply.',
  },
  'login-folding': {
    operations: userWrites,
    question: 'Which letters differ only in case or diacritical marks.',
    choice:
      'Those equal after canonical decomposition without combining marks, by way of upper case: ß is ss, ı is i. The strokes of đ, ħ, ł and ø are marks too; æ, þ and ŧ are separate letters. A search, q, and what must be unique go by the same cases, and keep marks.',
    evidence:
      'Unicode normalization form D and full case mapping. The default collation of Unicode (UTS #10) holds those four strokes for accents.',
  },
  'short-name-ambiguous': {
    operations: ['getUser'],
    question: 'A short name that several users have.',
    choice: 'It names no user: 404 E0000007. A full login always wins over a short name.',
    evidence: 'Users: the short name addresses a user when it is unambiguous.',
  },
  'deactivated-login': {
    operations: userWrites,
    question: 'Whether a deactivated user still owns its login.',
    choice: 'It does, until it is removed for good.',
    evidence: 'Client repositories that work around it.',
  },
  'password-forms': {
    operations: userWrites,
    question: 'A Password object with several of value, hash and hook, or none.',
    choice: 'Several are refused; an empty object means no password.',
    evidence: 'Recorded traffic for the empty object.',
  },
  'hash-parameters': {
    operations: userWrites,
    question: 'Parameters of another algorithm in a Hashed Password object.',
    choice:
      'Refused, since the hash would never verify; a workFactor of 0 counts as none where the algorithm has none. PBKDF2 takes at most 10,000,000 rounds.',
    evidence:
      'Users names the algorithm each parameter belongs to, and no error. A hash with such a workFactor signs in.',
    recorded: { shows: 'A SHA-512 hash with workFactor 0 answers 200.', side: 'recordings' },
  },
  'password-parent-domain': {
    operations: setsPassword,
    question: 'Which part of a login is the parent domain that the password policy ignores.',
    choice:
      'The last label of the domain: of jane.doe@corp.example.com the parts jane, corp and example count.',
    evidence: "The service's older reference gives com as the parent of example.com.",
  },
  'provider-without-flag': {
    operations: ['createUser'],
    question: 'A provider in the credentials of a create without provider=true.',
    choice: 'Ignored: it is read-only there.',
    evidence: 'Users: the flag creates the user with the provider.',
  },
  'recovery-question-halves': {
    operations: userWrites,
    question: 'A recovery question without its answer, or the reverse.',
    choice:
      'Refused, but that an update may send back the present question without an answer, as replies have it. Both null take the question away.',
    evidence:
      'Users: both are nullable, and one is no use without the other. Recorded traffic: clients send the whole object back that they fetched.',
  },
  'user-type': {
    operations: userWrites,
    question: 'A user type that does not exist, and who may change a type.',
    choice:
      "An unknown type is refused with 400. A full replacement may change it: it takes an administrator's token. A partial update with another type is refused (403 E0000078).",
    evidence: 'Users, PUT and POST user; error catalogue.',
  },
  'put-without-profile': {
    operations: ['replaceUser'],
    question: 'A full replacement that sends no profile.',
    choice: 'Keeps the profile; so does one that sends no credentials keep these.',
    evidence: 'Users: each is optional. Recorded traffic.',
  },
  'deactivated-user-updates': {
    question: 'Whether POST and PUT of a user change one that is DEPROVISIONED.',
    choice:
      'They do, its credentials too; its status stays. A client that must not do so has to look at the status first.',
    evidence: 'Users names no status for either; no error of the service is known.',
  },
  'last-updated': {
    operations: ['replaceUser', 'updateUser'],
    question: 'Whether setting a password moves lastUpdated, and an update that changes nothing.',
    choice: 'A password moves passwordChanged only. An update that changes nothing writes nothing.',
    evidence:
      'Recorded traffic for the password. For the rest Groups, Group, has lastUpdated as the time of the last change.',
    recorded: {
      shows:
        '40 of 779 users have a later lastUpdated after an update without a change; 20 have statusChanged from creation on.',
      side: 'neither',
    },
    alternatives: [
      {
        of: /^users/,
        path: /^(?:lastUpdated|statusChanged|passwordChanged|activated|created)$/,
        verdict: 'silent',
        says: 'Which writes move a time is not shown; in the mock a write that changes nothing moves none.',
      },
    ],
  },
  'me-permissions': {
    operations: ['updateCurrentUser'],
    question: 'Which properties a user may write of itself.',
    choice:
      'All but login, userType, employeeNumber, costCenter, organization, division, department, managerId and manager; custom ones as they were added. Sending back the present value is no change.',
    evidence: "The service's default schema.",
  },
  'search-and-filter-together': {
    operations: ['listUsers', 'listGroups'],
    question: 'search, filter and q in one request.',
    choice:
      'Refused with 400 E0000033, but for q with filter on groups. A group then has to match both, and the page is that of q.',
    evidence: 'Error catalogue. Recorded traffic has q with filter on groups answered with 200.',
  },
  'q-and-after': {
    operations: ['listUsers'],
    question: 'q with after.',
    choice: 'Refused with 400 E0000029: q does not page.',
    evidence: 'Groups: paging and q are mutually exclusive; Users: no paging.',
  },
  'query-operators': {
    operations: ['listUsers', 'listGroups'],
    question: 'Whether search takes more operators than the API description lists, and which on which type.',
    choice:
      'Search also takes ge, le and pr; sw on texts only, and on a Boolean just eq and pr. Filters take just those that the API description states. ne, co and not are refused with a hint.',
    evidence: "The service's published core conventions.",
  },
  'query-values': {
    operations: ['listUsers', 'listGroups'],
    question: 'How values are written.',
    choice:
      'Strings and timestamps in double quotes with the escapes of JSON; numbers, true, false and null bare. A date needs seconds and a zone. eq null finds what has no value. An element of an array is compared with values of its own type. A filter refuses an unknown status or group type with 400 E0000031; a search finds nothing.',
    evidence: 'RFC 7644 section 3.4.2.2.',
  },
  'query-unicode': {
    operations: ['listUsers', 'listGroups'],
    question:
      'Whether a letter with a mark and the letter followed by the combining mark are one in a search.',
    choice:
      'They are two: values are compared in the form in which they were sent, after folding case. A login is one login in either form.',
    evidence: 'Users: diacritical marks are significant in values. It names no normalization form.',
  },
  'query-bounds': {
    operations: ['listUsers', 'listGroups'],
    question: 'How long and how deep an expression may be.',
    choice:
      'A search or filter has at most 50 nested parentheses and 16,384 characters: 400 E0000031. The expression of a rule nests 100 deep at most, and has at most 10,000 characters.',
    evidence:
      'Not shown. Expressions of people stay far below; without a bound one request could block the server.',
  },
  'sort-without-value': {
    operations: ['listUsers', 'listGroups'],
    question: 'Where records without the property that is sorted by stand, and those with a list of values.',
    choice:
      'Last, in either direction; ties by id ascending in either direction. A list counts by its first element, numbers before texts. Without search, sortBy and sortOrder are ignored, whatever their values. So is sortOrder without sortBy. In a search with sortBy another order than asc or desc is refused.',
    evidence: 'Users: search only, ties by id.',
  },
  'search-lag': {
    operations: ['listUsers', 'listGroups'],
    question: 'How long search, filter and q lag behind writes.',
    choice:
      'Not at all, unless the option says so. They find the initial and seeded records of an organisation at once.',
    evidence: 'The API description says typically under a second; a test should not have to wait.',
    recorded: { shows: '12 of 89 lists of members show an earlier state.', side: 'neither' },
    alternatives: [
      {
        of: /^list/,
        aspects: ['listed-here'],
        isOfReply: true,
        verdict: 'agrees',
        says: 'Lists and searches may lag behind writes; in the mock they do not.',
        option: 'delays.search',
      },
    ],
  },
  'user-groups-link': {
    operations: ['listUserGroups'],
    question: 'Whether the list of the groups of a user, which is not paged, carries a Link header.',
    choice: 'It carries self alone, without a limit.',
    evidence: 'Recorded traffic.',
  },
  'slash-in-login': {
    operations: ['getUser'],
    question: 'A login with a slash, or to get a user with a question mark, in a path, percent-encoded.',
    choice: 'Names nobody: such users are addressed by id.',
    evidence: 'Users, What the service does.',
  },
})
