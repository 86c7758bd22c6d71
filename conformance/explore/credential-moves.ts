import type { OperationName } from '../../src/contract/operation-names.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { Move } from './moves.ts'
import { pickPerson, stating, templated, users } from './moves.ts'
import type { Person, World } from './world.ts'

const passwords = ['«pw1»', '«pw2»', '«pw3»'] as const

const answers = ['«answer1»', '«answer2»', '«answer3»'] as const

export function withCredentials(
  world: World,
  person: { password?: string; answer?: string },
  hasPassword = false,
  isDense = false,
): Json {
  const { dice } = world
  const credentials: Json = {}
  if (hasPassword || dice.chance(isDense ? 0.9 : 0.6)) {
    person.password = dice.pick(passwords)
    credentials.password = { value: person.password }
  }
  if (isDense || dice.chance(0.35)) {
    person.answer = dice.pick(answers)
    credentials.recovery_question = { question: `Which ${dice.pick(world.words)}?`, answer: person.answer }
  }
  return credentials
}

function setPassword(person: Person, password: string): void {
  if (person.password !== undefined) person.formerPassword = person.password
  person.password = password
}

/** A password, a recovery question or both set by an administrator, alone or beside a change of the profile. */
export function changeCredentials(world: World, who?: Person): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(
    world,
    world.peopleIn('ACTIVE', 'PROVISIONED', 'RECOVERY', 'PASSWORD_EXPIRED', 'STAGED'),
    who,
  )
  if (person === undefined) return undefined
  const { handle } = person
  const password = dice.pick(passwords.filter((each) => each !== person.password))
  const answer = dice.pick(answers.filter((each) => each !== person.answer))
  const sets = world.seldom(
    ['password', 'question', 'password and question', 'password, title', 'question, title', 'whole password'],
    (each) => `sets ${each}`,
  )
  const isPassword = sets.includes('password')
  const isQuestion = sets.includes('question')
  const isWhole = sets.startsWith('whole')
  return {
    call: {
      operation: isWhole ? 'replaceUser' : 'updateUser',
      method: isWhole ? 'PUT' : 'POST',
      path: `${users}/«${handle}.id»`,
      body: {
        ...(sets.endsWith('title') ? { profile: { title: dice.pick(words) } } : {}),
        ...(isWhole ? { profile: templated(world, world.truth(handle).profile) } : {}),
        credentials: {
          ...(isPassword ? { password: { value: password } } : {}),
          ...(isQuestion
            ? { recovery_question: { question: `Why ${dice.pick(words)} ${world.next('q')}?`, answer } }
            : {}),
        },
      },
      ...(world.truth(handle).status === 'ACTIVE'
        ? {
            states: isWhole
              ? 'users.replace.credentials'
              : isPassword
                ? 'users.update.password'
                : 'users.update.recovery-question',
          }
        : {}),
      record: handle,
      shows: 'user',
      dimension: 'left-alone',
    },
    done: () => {
      if (isPassword) setPassword(person, password)
      if (isQuestion) person.answer = answer
    },
    proof: () => (isQuestion ? proofOfAnswer(world, person) : proofOfPassword(world, person)),
  }
}

/** Shows which password counts: the recovery question is changed with the one in force, or refused with another. */
export function proofOfPassword(world: World, person: Person): Move | undefined {
  const { dice } = world
  const status: unknown = world.truth(person.handle)?.status
  if (person.password === undefined || (status !== 'ACTIVE' && status !== 'RECOVERY' && status !== 'STAGED'))
    return undefined
  const isRight = dice.chance(0.5)
  const wrong = person.formerPassword ?? passwords.find((each) => each !== person.password)
  if (!isRight && wrong === person.password) return undefined
  const answer = dice.pick(answers)
  return {
    call: {
      operation: 'changeRecoveryQuestion',
      method: 'POST',
      path: `${users}/«${person.handle}.id»/credentials/change_recovery_question`,
      body: {
        password: { value: isRight ? person.password : wrong },
        recovery_question: { question: `Who ${dice.pick(world.words)}?`, answer },
      },
      states: isRight
        ? `credentials.change-question.from-${status.toLowerCase()}`
        : 'credentials.change-question.wrong-password',
      dimension: isRight ? 'second-time' : 'refused',
    },
    ...(isRight
      ? {
          done: () => {
            person.answer = answer
          },
        }
      : {}),
  }
}

/** Shows which answer counts: a new password is set by it, or refused. */
function proofOfAnswer(world: World, person: Person): Move | undefined {
  const { dice } = world
  const { handle, answer } = person
  if (world.truth(handle)?.status !== 'ACTIVE' || answer === undefined) return undefined
  if (world.truth(handle).credentials?.recovery_question === undefined) return undefined
  const isRight = dice.chance(0.6)
  const next = dice.pick(passwords.filter((each) => each !== person.password))
  const said = isRight ? dice.pick([answer, answer, answer.replace('»', '|upper»')]) : `${answer} no`
  return {
    call: stating(isRight ? 'credentials.answer.ok' : 'credentials.answer.wrong', {
      operation: 'forgotPassword',
      method: 'POST',
      path: `${users}/«${handle}.id»/credentials/forgot_password`,
      body: { password: { value: next }, recovery_question: { answer: said } },
      dimension: isRight ? 'second-time' : 'refused',
    }),
    ...(isRight ? { done: () => setPassword(person, next) } : {}),
    proof: () => proofOfPassword(world, person),
  }
}

/** Operations on credentials with the right secret or a wrong one. */
export function credentialOperation(world: World, who?: Person): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(
    world,
    world.peopleIn('ACTIVE', 'RECOVERY').filter(({ password }) => password !== undefined),
    who,
  )
  if (person === undefined) return undefined
  const { handle } = person
  const status = world.truth(handle).status as string
  const isRight = dice.chance(0.7)
  const next = dice.pick(passwords.filter((each) => each !== person.password))
  const given = isRight ? person.password : next
  const path = `${users}/«${handle}.id»/credentials`
  const post = (
    operation: OperationName,
    suffix: string,
    states: ClauseId | undefined,
    body: Json,
    done?: () => void,
  ): Move => ({
    call: {
      operation,
      method: 'POST',
      path: `${path}/${suffix}`,
      body,
      ...(states === undefined ? {} : { states }),
      dimension: isRight ? 'second-time' : 'refused',
    },
    ...(done && isRight ? { done } : {}),
    proof: () =>
      operation === 'changeRecoveryQuestion' ? proofOfAnswer(world, person) : proofOfPassword(world, person),
  })
  const choices: Move[] = [
    post(
      'changePassword',
      'change_password',
      isRight
        ? status === 'RECOVERY'
          ? 'credentials.change-password.from-recovery'
          : undefined
        : 'credentials.change-password.wrong-old',
      { oldPassword: { value: given }, newPassword: { value: next } },
      () => setPassword(person, next),
    ),
  ]
  const answer = dice.pick(answers)
  choices.push(
    post(
      'changeRecoveryQuestion',
      'change_recovery_question',
      isRight
        ? status === 'ACTIVE'
          ? 'credentials.change-question.from-active'
          : 'credentials.change-question.from-recovery'
        : 'credentials.change-question.wrong-password',
      {
        password: { value: given },
        recovery_question: { question: `How ${dice.pick(words)}?`, answer },
      },
      () => {
        person.answer = answer
      },
    ),
  )
  const proof = status === 'ACTIVE' ? proofOfAnswer(world, person) : undefined
  return world.seldom(
    proof === undefined ? choices : [...choices, proof],
    ({ call }) => `${call.operation} ${call.dimension} ${status}`,
  )
}

/** Expires a password and sets a temporary one. */
export function temporaryPassword(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(
    world,
    world.peopleIn('ACTIVE').filter(({ password }) => password !== undefined),
    who,
  )
  if (person === undefined) return undefined
  return {
    call: stating('users.expire-password.temporary', {
      operation: 'expirePassword',
      method: 'POST',
      path: `${users}/«${person.handle}.id»/lifecycle/expire_password`,
      query: { tempPassword: 'true' },
      dimension: 'second-time',
    }),
    done: () => {
      delete person.password
    },
  }
}
