import type { RequirementId } from '../../registry/requirements.ts'
import { bodyOf, refusedCredentials, type RefusedCredential } from '../../tables/refused-values.ts'
import {
  answers,
  canSet,
  hashes,
  mayHavePassword,
  passwords,
  questionOf,
  setAnswer,
  setPassword,
} from './new-credentials.ts'
import { pickPerson, routed, stating, templated, userWrite, users, type Command } from './commands.ts'
import type { GeneratorState, Person } from '../sequence/generator-state.ts'

const settable = ['ACTIVE', 'PROVISIONED', 'RECOVERY', 'PASSWORD_EXPIRED', 'STAGED']

/**
 * An administrator sets a password, a recovery question or both, alone or with a change of the profile.
 *
 * @param given The parts to set, in the words of the choices below; by default those that were seldom set.
 */
export function changeCredentials(state: GeneratorState, who?: Person, given?: string): Command | undefined {
  const { rng, words } = state
  const some = state.isWarm ? [...settable, 'SUSPENDED'] : settable
  const possible = state.peopleIn(...some).filter((each) => mayHavePassword(state, each))
  const [person] = pickPerson(state, possible, who)
  if (person === undefined) return undefined
  const { handle } = person
  const status = state.truth(handle).status as string
  const password = rng.pick(passwords.filter((each) => each !== person.password))
  const answer = rng.pick(answers.filter((each) => each !== person.answer))
  const sets =
    given ??
    state.leastUsed(
      [
        'password',
        'question',
        'password and question',
        'password, title',
        'question, title',
        'whole password',
        'replace by password',
        'replace by question',
        'hash',
      ],
      (each) => `sets ${each} ${status}`,
    )
  if (sets === 'hash') return importHash(state, person)
  const isPassword = sets.includes('password')
  const isQuestion = sets.includes('question')
  const isWhole = sets.startsWith('whole')
  const isReplaced = isWhole || sets.startsWith('replace')
  return {
    call: {
      ...userWrite(handle, isReplaced),
      body: {
        ...(sets.endsWith('title') ? { profile: { title: rng.pick(words) } } : {}),
        ...(isWhole ? { profile: templated(state, state.truth(handle).profile) } : {}),
        credentials: {
          ...(isPassword ? { password: { value: password } } : {}),
          ...(isQuestion
            ? {
                recovery_question: {
                  question: questionOf(state, `Why ${rng.pick(words)} ${state.next('q')}?`, 'updated'),
                  answer,
                },
              }
            : {}),
        },
      },
      ...(['ACTIVE', 'STAGED', 'PROVISIONED'].includes(status) && (!isPassword || canSet(state, person))
        ? {
            states: isReplaced
              ? 'users.replace.credentials'
              : isPassword
                ? 'users.update.password'
                : 'users.update.recovery-question',
          }
        : {}),
    },
    done: () => {
      if (isPassword) setPassword(person, password)
      if (isQuestion) setAnswer(person, answer)
    },
    proof: () => (isQuestion ? proofOfAnswer(state, person) : proofOfPassword(state, person)),
  }
}

/** An update with the hash of a password: only a staged user accepts one. */
function importHash(state: GeneratorState, person: Person): Command | undefined {
  const status: unknown = state.truth(person.handle).status
  if (status !== 'STAGED' && status !== 'ACTIVE') return undefined
  const isStaged = status === 'STAGED'
  if (isStaged && !canSet(state, person)) return undefined
  const hash = state.leastUsed(Object.entries(hashes), ([name]) => `imports ${name} ${isStaged}`)[1]
  return {
    call: stating(isStaged ? 'credentials.hash.update-staged' : 'credentials.hash.update-active', {
      ...routed('updateUser', `«${person.handle}.id»`),
      body: { credentials: { password: { hash } } },
      record: person.handle,
      shows: 'user',
      dimension: isStaged ? 'values' : 'refused',
    }),
    ...(isStaged ? { done: () => void delete person.password } : {}),
    proof: () => proofOfPassword(state, person),
  }
}

/** Shows which password is valid: with it a change of the recovery question succeeds, with another it is refused. */
export function proofOfPassword(state: GeneratorState, person: Person): Command | undefined {
  const { rng } = state
  const status: unknown = state.truth(person.handle)?.status
  if (person.password === undefined || (status !== 'ACTIVE' && status !== 'RECOVERY' && status !== 'STAGED'))
    return undefined
  const isRight = rng.chance(0.5)
  const wrong = person.formerPassword ?? passwords.find((each) => each !== person.password)
  if (!isRight && wrong === person.password) return undefined
  const answer = rng.pick(answers.filter((each) => each !== person.answer))
  return {
    call: {
      ...routed('changeRecoveryQuestion', `«${person.handle}.id»`),
      body: {
        password: { value: isRight ? person.password : wrong },
        recovery_question: { question: `Who ${rng.pick(state.words)}?`, answer },
      },
      states: isRight
        ? `credentials.change-question.from-${status.toLowerCase()}`
        : 'credentials.change-question.wrong-password',
      dimension: isRight ? 'second-time' : 'refused',
    },
    ...(isRight
      ? {
          done: () => {
            setAnswer(person, answer)
          },
        }
      : {}),
  }
}

/** Shows which answer is valid: it sets a new password, or is refused. */
export function proofOfAnswer(
  state: GeneratorState,
  person: Person,
  isRight = state.rng.chance(0.6),
): Command | undefined {
  const { rng } = state
  const { handle, answer } = person
  if (state.truth(handle)?.status !== 'ACTIVE' || answer === undefined) return undefined
  if (state.truth(handle).credentials?.recovery_question === undefined) return undefined
  const next = rng.pick(passwords.filter((each) => each !== person.password))
  const said = isRight
    ? state.leastUsed(
        [answer.includes('»') ? answer.replace('»', '|upper»') : answer.toUpperCase(), answer],
        (each) => `said ${each === answer} ${answer.length}`,
      )
    : (person.formerAnswer ?? `${answer} no`)
  return {
    call: stating(isRight ? 'credentials.answer.ok' : 'credentials.answer.wrong', {
      ...routed('forgotPassword', `«${handle}.id»`),
      body: { password: { value: next }, recovery_question: { answer: said } },
      dimension: isRight ? 'second-time' : 'refused',
    }),
    ...(isRight ? { done: () => setPassword(person, next) } : {}),
    proof: () => proofOfPassword(state, person),
  }
}

/** The operations on credentials. */
const credentialOperations = ['changePassword', 'changeRecoveryQuestion', 'answer', 'forgotPassword'] as const

/** An operation on credentials, with the right secret or, if possible, the one before. By default chance says which. */
export function credentialOperation(
  state: GeneratorState,
  who?: Person,
  on = state.leastUsed(credentialOperations, (each) => `operation ${each}`),
  isSurelyRight?: boolean,
): Command | undefined {
  const { rng, words } = state
  const [person] = pickPerson(
    state,
    state.peopleIn('ACTIVE', 'RECOVERY').filter(({ password }) => password !== undefined),
    who,
  )
  if (person === undefined) return undefined
  const { handle } = person
  const status = state.truth(handle).status as string
  const hasQuestion = state.truth(handle).credentials?.recovery_question !== undefined
  if (on === 'answer') return proofOfAnswer(state, person, isSurelyRight)
  if (on === 'forgotPassword')
    return status === 'ACTIVE' && hasQuestion ? forgotten(state, person) : undefined
  const isRight = state.leastUsed(
    isSurelyRight === undefined ? [true, false] : [isSurelyRight],
    (each) => `${on} ${each} ${status}`,
    (each) => (each ? 3 : 1),
  )
  const next = rng.pick(passwords.filter((each) => each !== person.password))
  const answer = rng.pick(answers.filter((each) => each !== person.answer))
  // A former password is the wrong one that a service most likely still accepts.
  const given = { value: isRight ? person.password : (person.formerPassword ?? next) }
  const isPassword = on === 'changePassword'
  const right: RequirementId | undefined = isPassword
    ? status === 'RECOVERY'
      ? 'credentials.change-password.from-recovery'
      : undefined
    : status === 'ACTIVE'
      ? 'credentials.change-question.from-active'
      : 'credentials.change-question.from-recovery'
  const states = isRight
    ? right
    : isPassword
      ? 'credentials.change-password.wrong-old'
      : 'credentials.change-question.wrong-password'
  return {
    call: {
      operation: on,
      method: 'POST',
      path: `${users}/«${handle}.id»/credentials/${isPassword ? 'change_password' : 'change_recovery_question'}`,
      body: isPassword
        ? {
            oldPassword: given,
            newPassword: { value: next },
            ...state.leastUsed(
              [{}, { revokeSessions: true }, { revokeSessions: false }],
              (each) => `change ${JSON.stringify(each)}`,
            ),
          }
        : {
            password: given,
            recovery_question: { question: questionOf(state, `How ${rng.pick(words)}?`, on), answer },
          },
      ...(states === undefined ? {} : { states }),
      dimension: isRight ? 'second-time' : 'refused',
    },
    ...(isRight
      ? {
          done: () => {
            if (isPassword) setPassword(person, next)
            else setAnswer(person, answer)
          },
        }
      : {}),
    proof: () => (isPassword ? proofOfPassword(state, person) : proofOfAnswer(state, person)),
  }
}

/** Refused operations on credentials: something is missing or wrong, or the user's status does not allow them. */
export function refusedCredential(state: GeneratorState, who?: Person): Command | undefined {
  const statusOf = ({ handle }: Person): string => state.truth(handle).status as string
  const choices = state.livingPeople
    .filter((each) => who === undefined || each === who)
    .flatMap((person) => {
      const hasQuestion = state.truth(person.handle).credentials?.recovery_question !== undefined
      return refusedCredentials
        .filter((row) =>
          // A wrong secret, or none, is refused in every status.
          row.keeps === 'status'
            ? row.from === statusOf(person)
            : row.hasQuestion === false
              ? !hasQuestion && mayHavePassword(state, person)
              : person.password !== undefined && (hasQuestion || row.on !== 'forgotPasswordWithAnswer'),
        )
        .map((row) => ({ person, row }))
    })
  if (choices.length === 0) return undefined
  // A status that few calls were about first, and then a row.
  const status = state.leastUsed(
    [...new Set(choices.map(({ person }) => statusOf(person)))],
    (each) => `refused credential ${each}`,
  )
  const { person, row }: { person: Person; row: RefusedCredential & { readonly id: RequirementId } } =
    state.leastUsed(
      choices.filter((each) => statusOf(each.person) === status),
      (each) => `${each.row.id} ${status}`,
      // A wrong secret may be taken in one status only.
      ({ row: { send } }) => (typeof send === 'function' ? 4 : 1),
    )
  const { answer = 'never' } = person
  const next = passwords.find((each) => each !== person.password) ?? ''
  const { password = '«pw1»' } = person
  const body = bodyOf(row, { password, nearPassword: password.replace('»', '|upper»'), answer, next })
  const operation = row.on === 'forgotPasswordWithAnswer' ? 'forgotPassword' : row.on
  return {
    call: stating(row.id, {
      ...routed(row.on, `«${person.handle}.id»`),
      operation,
      ...(body === undefined ? { query: { sendEmail: 'false' } } : { body }),
      dimension: 'refused',
    }),
    proof: () => proofOfPassword(state, person),
  }
}

/** Requests a reset of the password, which changes nothing yet. */
function forgotten(state: GeneratorState, person: Person): Command {
  return {
    call: stating('credentials.forgot.url', {
      ...routed('forgotPassword', `«${person.handle}.id»`),
      query: { sendEmail: 'false' },
      dimension: 'left-alone',
    }),
    proof: () => proofOfPassword(state, person),
  }
}
