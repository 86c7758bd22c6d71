import {
  bcrypt,
  md5,
  pbkdf2,
  pbkdf2Sha512,
  sha1,
  sha256,
  sha256Postfix,
  sha512,
} from '../../checks/support/credentials.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

export const passwords = ['«pw1»', '«pw2»', '«pw3»'] as const

/** Answers, some of which have the greatest or least length. */
export const answers: readonly string[] = [
  '«answer1»',
  '«answer2»',
  '«answer3»',
  'Zürich',
  'Aa'.repeat(50),
  'Z',
]

/** A recovery question; sometimes with the greatest or least length (Users, Limits). */
export function questionOf(state: GeneratorState, text: string, where: string): string {
  const length = state.leastUsed(
    ['plain', 'longest', 'shortest'],
    (each) => `question ${where} ${each}`,
    (each) => (each === 'plain' ? 2 : 1),
  )
  return length === 'plain' ? text : length === 'longest' ? text.padEnd(100, 'y') : '?'
}

/** A hash of each algorithm, and of each parameter at its limits. */
export const hashes = {
  bcrypt,
  workFactor1: { ...bcrypt, workFactor: 1 },
  workFactor20: { ...bcrypt, workFactor: 20 },
  sha512,
  sha256,
  sha256Postfix,
  sha1,
  md5,
  md5Postfix: { ...md5, saltOrder: 'POSTFIX' },
  pbkdf2,
  pbkdf2Sha512,
}

/** The longest password (Users, Limits). */
const maxLetters = 72

/** The credentials of a new user, each kind with its weight (Users, Credentials). */
const kinds = {
  password: [8, {}],
  none: [3, {}],
  ...(Object.fromEntries(
    Object.entries(hashes).map(([name, hash]) => [name, [1, { password: { hash } }]]),
  ) as Record<keyof typeof hashes, [number, Json]>),
  longest: [1, {}],
  hook: [1, { password: { hook: { type: 'default' } } }],
  federated: [1, { provider: { type: 'FEDERATION', name: 'FEDERATION' } }],
  social: [1, { provider: { type: 'SOCIAL', name: 'SOCIAL' } }],
} satisfies Readonly<Record<string, readonly [weight: number, credentials: Json]>>

export type CredentialKind = keyof typeof kinds

/** The credentials of a new user, and the secrets that a person then knows. */
export function withCredentials(
  state: GeneratorState,
  person: { password?: string; answer?: string },
  kind = state.leastUsed(
    Object.keys(kinds) as CredentialKind[],
    (each) => `created with ${each}`,
    (each) => kinds[each][0],
  ),
  isDense = false,
): Json {
  const { rng } = state
  const [, given] = kinds[kind]
  const credentials: Json = { ...given }
  // With any policy of the target: a longer form of a password that meets it meets it too.
  if (kind === 'longest') {
    const { length } = state.model.texts.get('pw1') ?? ''
    credentials.password = { value: `«pw1»${'q'.repeat(maxLetters - length)}` }
  }
  if (kind === 'password') {
    person.password = rng.pick(passwords)
    credentials.password = { value: person.password }
  }
  if (credentials.provider === undefined && (isDense || rng.chance(0.35))) {
    person.answer = rng.pick(answers)
    credentials.recovery_question = {
      question: questionOf(state, `Which ${rng.pick(state.words)}?`, 'created'),
      answer: person.answer,
    }
  }
  return credentials
}

/** Whether a user may have a password: no identity provider knows it (Users, Provider object). */
export function mayHavePassword(state: GeneratorState, { handle }: Person): boolean {
  return !['FEDERATION', 'SOCIAL'].includes(state.truth(handle).credentials?.provider?.type as string)
}

/** Whether an administrator can surely set a password: an enrolment policy may leave users without one. */
export function canSet(state: GeneratorState, { handle }: Person): boolean {
  return state.means.takesPasswords || state.truth(handle).credentials?.password !== undefined
}

/** Notes the new password of somebody, and the previous one. */
/** Notes a new answer, and the one that no longer counts. */
export function setAnswer(person: Person, answer: string): void {
  if (person.answer !== undefined) person.formerAnswer = person.answer
  person.answer = answer
}

export function setPassword(person: Person, password: string): void {
  if (person.password !== undefined) person.formerPassword = person.password
  person.password = password
}
