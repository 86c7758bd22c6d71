/** Servers that break requirements of the limits and forms of the profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { refusedAddresses } from '../../tables/refused-values.ts'
import { boundedProperties, phoneProperties, type LimitedProperty } from '../../tables/profile.ts'
import { on, sends, when } from '../alter/flow.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { above, below, like, ofSize } from '../alter/path.ts'
import type { Alteration } from '../alter/wire.ts'
import { mistakes, mistakesAt, mistakesIn, type Mutant } from './mutant.ts'
import { refuseButStore, somebody, unrefused } from './users-steps.ts'

const grown = ({ min }: LimitedProperty, value: Json): Json => (min === 5 ? somebody() : `${value}x`)
const cut = ({ min, max }: LimitedProperty, value: Json): Json =>
  min === 5 ? somebody() : String(value).slice(0, max)

const firstName = 'profile.firstName'

const accepting = when(sends(firstName, above(50)), acceptWith(firstName, cutTo50))

function cutTo50(value: Json): Json {
  return String(value).slice(0, 50)
}

/** Values of a form that is not allowed. */
const badForms = [
  ['users.profile.login.form', 'without-at', 'profile.login', /^[^@]{5,}$/],
  ...refusedAddresses.map(({ id, path, takes: [how, texts] }) => [id, how, path, texts] as const),
] as const

export const userProfileLimitMutants: readonly Mutant[] = [
  ...boundedProperties.flatMap((row): Mutant[] =>
    unrefused(`users.profile.${row.slug}.min.refused`, `profile.${row.name}`, below(row.min), (value) =>
      grown(row, value),
    ),
  ),
  ...[...boundedProperties, ...phoneProperties].flatMap((row): Mutant[] => {
    const { slug, name, min, max } = row
    const path = `profile.${name}`
    const refusing = (size: number): Alteration => when(sends(path, ofSize(size)), refuse())
    return [
      ...mistakesAt('createUser', `users.profile.${slug}.min.accepted`, { refused: refusing(min) }),
      ...mistakesAt('createUser', `users.profile.${slug}.max.accepted`, {
        refused: refusing(max),
        cut: when(
          sends(path, ofSize(max)),
          input(path, (value: Json) => String(value).slice(1)),
        ),
      }),
      ...unrefused(`users.profile.${slug}.max.refused`, path, above(max), (value) => cut(row, value)),
    ]
  }),
  ...mistakesIn('updateUser', {
    'users.profile.limits-on-update/accepted': accepting,
  }),
  ...mistakes({
    'users.profile.limits-on-update/refused-but-replaced': on(
      ['replaceUser', 'getUser'],
      refuseButStore(firstName, cutTo50),
    ),
  }),
  ...badForms.flatMap(([requirement, slug, path, form]) =>
    unrefused(requirement, path, like(form), somebody, `${slug}-`),
  ),
  ...(
    [
      ['plus', /\+/],
      ['quote', /'/],
      ['underscore', /_/],
    ] as const
  ).flatMap(([name, form]) =>
    mistakesAt('createUser', 'users.profile.email.atom', {
      [`refuses-${name}`]: when(sends('profile.email', like(form)), refuse()),
    }),
  ),
]
