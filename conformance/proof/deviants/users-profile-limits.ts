/** Servers that break clauses of the limits and forms of the profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { boundedProperties, type LimitedProperty, phoneProperties } from '../../tables/profile.ts'
import { on, sends, when } from '../alter/flow.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import { refuseButStore, somebody } from './users-steps.ts'
import type { Alteration } from '../alter/wire.ts'

const isOfLength =
  (fits: (length: number) => boolean) =>
  (value: unknown): boolean =>
    typeof value === 'string' && fits(Array.from(value).length)

/** Creates that send a value of such a length, and later reads of users. */
function onLength(name: string, fits: (length: number) => boolean, ...steps: Alteration[]): Alteration {
  const isSent = sends(`profile.${name}`, isOfLength(fits))
  return on(
    ['createUser', 'getUser'],
    when((sent) => sent.method === 'GET' || isSent(sent), ...steps),
  )
}

/** Refuses writes; reads pass. */
const refuseWrites = when((sent) => sent.method !== 'GET', refuse())

const grown =
  ({ min }: LimitedProperty) =>
  (value: Json) =>
    min === 5 ? somebody() : `${value}x`
const cut =
  ({ min, max }: LimitedProperty) =>
  (value: Json) =>
    min === 5 ? somebody() : String(value).slice(0, max)

const shortDeviants = boundedProperties.flatMap((row): Deviant[] => {
  const { slug, name, min } = row
  const path = `profile.${name}`
  return mistakesOf(`users.profile.${slug}.min.refused`, {
    accepted: [
      `accepts ${path} of ${min - 1} characters`,
      onLength(name, (length) => length < min, acceptWith(path, grown(row))),
    ],
    'refused-but-created': [
      `refuses ${path} of ${min - 1} characters, and creates the user`,
      onLength(name, (length) => length < min, refuseButStore(path, grown(row))),
    ],
  })
})

const limitDeviants = [...boundedProperties, ...phoneProperties].flatMap((row): Deviant[] => {
  const { slug, name, min, max } = row
  const path = `profile.${name}`
  return [
    ...mistakesOf(`users.profile.${slug}.min.accepted`, {
      refused: [
        `refuses ${path} of ${min} characters`,
        onLength(name, (length) => length === min, refuseWrites),
      ],
    }),
    ...mistakesOf(`users.profile.${slug}.max.accepted`, {
      refused: [
        `refuses ${path} of ${max} characters`,
        onLength(name, (length) => length === max, refuseWrites),
      ],
      cut: [
        `stores ${path} of ${max} characters without the first one`,
        onLength(
          name,
          (length) => length === max,
          when(
            sends(path),
            input(path, (value: Json) => String(value).slice(1)),
          ),
        ),
      ],
    }),
    ...mistakesOf(`users.profile.${slug}.max.refused`, {
      accepted: [
        `accepts ${path} of ${max + 1} characters`,
        onLength(name, (length) => length > max, acceptWith(path, cut(row))),
      ],
      'refused-but-created': [
        `refuses ${path} of ${max + 1} characters, and creates the user`,
        onLength(name, (length) => length > max, refuseButStore(path, cut(row))),
      ],
    }),
  ]
})

const isLongest = sends(
  'profile.firstName',
  isOfLength((length) => length === 50),
)
const isTooLong = sends(
  'profile.firstName',
  isOfLength((length) => length > 50),
)

const updateDeviants = [
  ...mistakesIn('updateUser', {
    'users.profile.limits-on-update/accepted': [
      'updates a firstName to 51 characters',
      when(isTooLong, acceptWith('profile.firstName', cutTo50)),
    ],
    'users.profile.limits-on-update/stricter': [
      'refuses a firstName of 50 characters in an update',
      when(isLongest, refuse()),
    ],
  }),
  ...mistakes({
    'users.profile.limits-on-update/replaced': [
      'replaces a firstName by one of 51 characters',
      on('replaceUser', when(isTooLong, acceptWith('profile.firstName', cutTo50))),
    ],
    'users.profile.limits-on-update/refused-but-done': [
      'refuses a firstName of 51 characters in an update, and stores the rest',
      on(['updateUser', 'getUser'], refuseButStore('profile.firstName', cutTo50)),
    ],
    'users.profile.limits-on-update/refused-but-replaced': [
      'refuses a firstName of 51 characters in a replacement, and stores the rest',
      on(['replaceUser', 'getUser'], refuseButStore('profile.firstName', cutTo50)),
    ],
  }),
]

function cutTo50(value: Json): Json {
  return String(value).slice(0, 50)
}

const isText =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Values of a form that is not allowed: each is accepted, or refused although the user is created. */
const badForms = [
  ['users.profile.login.form', 'without-at', 'login', /^[^@]{5,}$/],
  ['users.profile.email.form', 'without-at', 'email', /^[^@]{5,}$/],
  ['users.profile.email.dots', 'two-dots', 'email', /\.\./],
  ['users.profile.email.dots', 'leading-dot', 'email', /^\./],
  ['users.profile.second-email.form', 'without-at', 'secondEmail', /^[^@]{5,}$/],
] as const

const formDeviants = [
  ...badForms.flatMap(([clause, slug, name, form]): Deviant[] => {
    const path = `profile.${name}`
    const isSent = sends(path, isText(form))
    const only = (...steps: Alteration[]): Alteration =>
      on(
        ['createUser', 'getUser'],
        when((sent) => sent.method === 'GET' || isSent(sent), ...steps),
      )
    return mistakesOf(clause, {
      [`${slug}-accepted`]: [
        `accepts ${path} ${slug.replaceAll('-', ' ')}`,
        only(acceptWith(path, somebody)),
      ],
      [`${slug}-refused-but-created`]: [
        `refuses ${path} ${slug.replaceAll('-', ' ')}, and creates the user`,
        only(refuseButStore(path, somebody)),
      ],
    })
  }),
  ...['+', "'", '_'].flatMap((mark) =>
    mistakesAt('createUser', 'users.profile.email.atom', {
      [`refuses-${{ '+': 'plus', "'": 'quote', _: 'underscore' }[mark]}`]: [
        `refuses an email with ${mark}`,
        when(
          sends('profile.email', (value: Json) => String(value).includes(mark)),
          refuse(),
        ),
      ],
    }),
  ),
]

export const userProfileLimitDeviants: readonly Deviant[] = [
  ...shortDeviants,
  ...limitDeviants,
  ...updateDeviants,
  ...formDeviants,
]
