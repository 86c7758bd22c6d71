import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import {
  attempts,
  type CreationModel,
  type Expected,
  type PersonModel,
  ServiceModel,
} from './person-model.ts'
import { runs } from '../support/runs.ts'

const stepsAtMost = 150

const passwords = ['First1Password', 'Second2Password', 'Third3Password']
const password = fc.constantFrom(...passwords)
const newPassword = fc.constantFrom(...passwords, 'weak')
const someAnswer = fc.constantFrom('Ten Forward', 'ten FORWARD', 'Deep Space')
const goneIndex = 9
const who = fc.nat({ max: goneIndex })

interface Real extends TestOrg {
  serial: number
  /** How many steps were taken. */
  taken: number
  readonly answers: Set<string>
}

type Step = fc.AsyncCommand<ServiceModel, Real>

/** Sends a step to the service; returns the expected answer and the real one, in the words of the model. */
type Act = (model: ServiceModel, person: PersonModel, real: Real) => Promise<readonly [Expected, Expected]>

/** One of the users that are there, or now and then one that is gone. */
function pick({ people }: ServiceModel, index: number): PersonModel {
  const present = people.filter(({ status }) => status !== 'removed')
  const choice = present.length === 0 || index === goneIndex ? people : present
  return choice.at(-1 - (index % choice.length))!
}

/** A step about one of the latest users, 0 for the last; readable, since a failure prints the story. */
function step(name: string, index: number, act: Act): Step {
  return {
    check: (model) => model.people.length > 0,
    async run(model, real) {
      const person = pick(model, index)
      const [expected, found] = await act(model, person, real)
      real.answers.add(found)
      expect(`${name}: ${found}`).toBe(`${name}: ${expected}`)
      await compare(model, real)
    },
    toString: () => `user ${index} ${name}`,
  }
}

/** Compares every fact that the model knows of a user with the service. */
async function compare(model: ServiceModel, real: Real): Promise<void> {
  const { call, control } = real
  real.taken += 1
  for (const person of model.people) {
    const reply = await call('GET', `/api/v1/users/${person.id}`)
    if (person.status === 'removed') {
      expect(reply.status).toBe(404)
      continue
    }
    const { status, credentials } = reply.json
    expect({
      status,
      hasPassword: 'password' in credentials,
      hasQuestion: 'recovery_question' in credentials,
      federated: credentials.provider.type === 'FEDERATION',
      sessions: control.list({ kind: 'sessions', user: person.id }).length,
    }).toEqual({
      status: person.status,
      hasPassword: person.password !== undefined,
      hasQuestion: person.answer !== undefined,
      federated: person.federated,
      sessions: person.sessions.length,
    })
  }
}

function said({ status, json }: TestReply): Expected {
  return json?.errorCode === undefined ? String(status) : `${status} ${json.errorCode}`
}

const notFound = '404 E0000007'

/** A call on a user; `foresee` is asked only while the user is there. */
function calls(
  method: string,
  path: string,
  foresee: (model: ServiceModel, person: PersonModel) => Expected,
  body?: (person: PersonModel) => unknown,
): Act {
  return async (model, person, { call }) => {
    const given = body?.(person)
    const expected = person.status === 'removed' ? notFound : foresee(model, person)
    return [expected, said(await call(method, `/api/v1/users/${person.id}${path}`, given))]
  }
}

/** A call that gives a link, by mail or in the answer. */
function givesLink(
  path: string,
  foresee: (model: ServiceModel, person: PersonModel) => Expected,
  does: (model: ServiceModel, person: PersonModel) => 'activate' | 'reset' | 'sign-in',
  sendEmail: boolean,
): Act {
  return async (model, person, { call, control }) => {
    control.clear({ only: 'mails' })
    const kind = person.status === 'removed' ? undefined : does(model, person)
    const expected = person.status === 'removed' ? notFound : foresee(model, person)
    const reply = await call('POST', `/api/v1/users/${person.id}${path}?sendEmail=${sendEmail}`)
    const url: string | undefined = sendEmail
      ? control.listMails({ userId: person.id })[0]?.url
      : (reply.json.activationUrl ?? reply.json.resetPasswordUrl)
    const token = sendEmail
      ? control.listMails()[0]?.token
      : url
          ?.replace(/\/verify$/, '')
          .split('/')
          .at(-1)
    if (expected === '200' && token !== undefined) model.given(person, token, kind!)
    const mails = sendEmail && expected === '200' && !person.federated ? 1 : 0
    const mailed = control.listMails().length === mails
    return [expected, mailed ? said(reply) : 'no mail']
  }
}

class Create implements Step {
  readonly #how: CreationModel

  constructor(how: CreationModel) {
    this.#how = how
  }

  check(model: ServiceModel): boolean {
    return model.people.filter(({ status }) => status !== 'removed').length < 3
  }

  async run(model: ServiceModel, real: Real): Promise<void> {
    const login = `person${real.serial++}@example.com`
    const person = model.create(login, this.#how)
    const { activate, password: value, answer, federated, changeAtNextLogin } = this.#how
    real.control.clear({ only: 'mails' })
    const reply = await real.call(
      'POST',
      `/api/v1/users?activate=${activate}${federated ? '&provider=true' : ''}${changeAtNextLogin ? '&nextLogin=changePassword' : ''}`,
      {
        profile: { login, email: login, firstName: 'A', lastName: 'B' },
        credentials: {
          ...(value === undefined ? {} : { password: { value } }),
          ...(answer === undefined ? {} : { recovery_question: { question: 'Where?', answer } }),
          ...(federated ? { provider: { type: 'FEDERATION', name: 'FEDERATION' } } : {}),
        },
      },
    )
    expect(reply.status).toBe(200)
    person.id = reply.json.id
    const [mail] = real.control.listMails()
    expect(mail !== undefined).toBe(person.status === 'PROVISIONED')
    if (mail) model.given(person, mail.token!, 'activate')
    await compare(model, real)
  }

  toString(): string {
    return `create(${fc.stringify(this.#how)})`
  }
}

class Wait implements Step {
  readonly #minutes: number

  constructor(minutes: number) {
    this.#minutes = minutes
  }

  check(): boolean {
    return true
  }

  async run(model: ServiceModel, real: Real): Promise<void> {
    model.wait(this.#minutes)
    real.control.advanceClock({ by: this.#minutes * 60_000 })
    await compare(model, real)
  }

  toString(): string {
    return `wait ${this.#minutes} minutes`
  }
}

const creation: fc.Arbitrary<CreationModel> = fc
  .record({
    activate: fc.boolean(),
    password: fc.constantFrom(undefined, undefined, ...passwords),
    answer: fc.constantFrom(undefined, 'Ten Forward'),
    federated: fc.nat({ max: 7 }).map((one) => one === 0),
    changeAtNextLogin: fc.boolean(),
  })
  .map((how) => ({
    ...how,
    ...(how.federated ? { password: undefined, answer: undefined } : {}),
    changeAtNextLogin: how.changeAtNextLogin && how.activate && !how.federated && how.password !== undefined,
  }))

const plain = (name: string, act: Act): fc.Arbitrary<Step> => who.map((index) => step(name, index, act))

const linking = (
  name: string,
  path: string,
  foresee: (model: ServiceModel, person: PersonModel) => Expected,
  does: (model: ServiceModel, person: PersonModel) => 'activate' | 'reset' | 'sign-in',
): fc.Arbitrary<Step> =>
  fc
    .tuple(who, fc.boolean())
    .map(([index, mail]) =>
      step(`${name}${mail ? ' by mail' : ''}`, index, givesLink(path, foresee, does, mail)),
    )

const signingIn: fc.Arbitrary<Step> = fc
  .tuple(who, fc.boolean(), password, fc.constantFrom(undefined, ...passwords, 'weak'))
  .map(([index, knows, guess, next]) =>
    step(
      `signs in with ${knows ? 'the right password' : guess}${next === undefined ? '' : `, new ${next}`}`,
      index,
      async (model, person, { control }) => {
        const candidate = knows ? (person.password ?? guess) : guess
        const expected = model.signIn(person, candidate, next)
        const outcome = await control.signIn({
          login: person.login,
          password: candidate,
          ...(next === undefined ? {} : { newPassword: next }),
        })
        return [expected, outcome.status === 'SUCCESS' ? 'SUCCESS' : outcome.reason]
      },
    ),
  )

const usingLink: fc.Arbitrary<Step> = fc.tuple(who, newPassword).map(([index, next]) =>
  step(`uses the link with ${next}`, index, async (model, person, { control }) => {
    const { link } = person
    const expected = model.useLink(person, next)
    const outcome = control.useToken({ token: link?.token ?? 'none', password: next })
    return [expected, outcome.status === 'SUCCESS' ? 'SUCCESS' : outcome.reason]
  }),
)

const givenPassword: fc.Arbitrary<Step> = fc.tuple(who, newPassword).map(([index, next]) =>
  step(
    `is given ${next} by an administrator`,
    index,
    calls(
      'POST',
      '',
      (model, person) => model.administratorSetsPassword(person, next),
      () => ({ credentials: { password: { value: next } } }),
    ),
  ),
)

const everyday: fc.Arbitrary<Step>[] = [
  signingIn,
  signingIn,
  signingIn,
  usingLink,
  usingLink,
  givenPassword,
  creation.map((how) => new Create(how)),
  fc.constantFrom(1, 1, 1, 1, 30, 59, 60, 120, 10_080).map((minutes) => new Wait(minutes)),
  linking(
    'activate',
    '/lifecycle/activate',
    (model, person) => model.activate(person),
    (model, person) => model.activationDoes(person),
  ),
  linking(
    'reactivate',
    '/lifecycle/reactivate',
    (model, person) => model.reactivate(person),
    () => 'activate',
  ),
  linking(
    'reset_password',
    '/lifecycle/reset_password',
    (model, person) => model.resetPassword(person),
    () => 'reset',
  ),
  linking(
    'forgot_password',
    '/credentials/forgot_password',
    (model, person) => model.forgotPassword(person),
    () => 'reset',
  ),
  plain(
    'suspend',
    calls('POST', '/lifecycle/suspend', (model, person) => model.suspend(person)),
  ),
  plain(
    'unsuspend',
    calls('POST', '/lifecycle/unsuspend', (model, person) => model.unsuspend(person)),
  ),
  plain(
    'unlock',
    calls('POST', '/lifecycle/unlock', (model, person) => model.unlock(person)),
  ),
  plain(
    'expire_password',
    calls('POST', '/lifecycle/expire_password', (model, person) => model.expirePassword(person)),
  ),
  plain('expire_password with tempPassword', async (model, person, { call }) => {
    const expected = person.status === 'removed' ? notFound : model.expirePassword(person)
    const url = `/api/v1/users/${person.id}/lifecycle/expire_password?tempPassword=true`
    const reply = await call('POST', url)
    if (expected === '200') {
      model.setsPassword(person, reply.json.tempPassword)
      person.mustChange = true
    }
    return [expected, said(reply)]
  }),
  plain(
    'clear sessions',
    calls('DELETE', '/sessions', (model, person) => model.clearSessions(person)),
  ),
  fc.tuple(who, fc.boolean(), password, newPassword).map(([index, knows, guess, next]) => {
    const old = (person: PersonModel): string => (knows ? (person.password ?? guess) : guess)
    return step(
      `change_password from ${knows ? 'the right one' : guess} to ${next}`,
      index,
      calls(
        'POST',
        '/credentials/change_password',
        (model, person) => model.changePassword(person, old(person), next),
        (person) => ({ oldPassword: { value: old(person) }, newPassword: { value: next } }),
      ),
    )
  }),
  fc.tuple(who, password, someAnswer).map(([index, guess, answer]) =>
    step(
      `change_recovery_question knowing ${guess} to ${answer}`,
      index,
      calls(
        'POST',
        '/credentials/change_recovery_question',
        (model, person) => model.changeQuestion(person, guess, answer),
        () => ({ password: { value: guess }, recovery_question: { question: 'Where?', answer } }),
      ),
    ),
  ),
  fc.tuple(who, someAnswer, newPassword).map(([index, answer, next]) =>
    step(
      `forgot_password with ${answer} to ${next}`,
      index,
      calls(
        'POST',
        '/credentials/forgot_password',
        (model, person) => model.recoverByAnswer(person, answer, next),
        () => ({ password: { value: next }, recovery_question: { answer } }),
      ),
    ),
  ),
]

/** Steps into statuses that few steps leave. */
const rare: fc.Arbitrary<Step>[] = [
  plain(
    'deactivate',
    calls('POST', '/lifecycle/deactivate', (model, person) => model.deactivate(person)),
  ),
  plain(
    'DELETE',
    calls('DELETE', '', (model, person) => model.delete(person)),
  ),
  plain(
    'convert to federated',
    calls('POST', '/lifecycle/reset_password?provider=FEDERATION', (model, person) => model.federate(person)),
  ),
]

const steps = [...everyday, ...everyday, ...everyday, ...rare]

/** Every answer that the model knows; a run that does not see them all has not been through every door. */
const everyAnswer = [
  '200',
  '204',
  '400 E0000001',
  '403 E0000014',
  '403 E0000016',
  '403 E0000017',
  '403 E0000032',
  '403 E0000034',
  '403 E0000035',
  '403 E0000036',
  '403 E0000038',
  '403 E0000087',
  '404 E0000007',
  'SUCCESS',
  'UNKNOWN_USER',
  'WRONG_PASSWORD',
  'NO_PASSWORD',
  'PASSWORD_EXPIRED',
  'LOCKED_OUT',
  'STATUS',
  'FEDERATED',
  'NEW_PASSWORD_REFUSED',
  'INVALID_TOKEN',
  'PASSWORD_REFUSED',
]

test('random stories of users end as Users foresees', { timeout: 600_000 }, async () => {
  const answers = new Set<string>()
  let taken = 0
  const stories = fc.commands(steps, { maxCommands: stepsAtMost, size: 'max' })
  await fc.assert(
    fc.asyncProperty(creation, creation, stories, async (first, second, story) => {
      const it = testOrg({ passwordPolicy: { maxAttempts: attempts } })
      const real: Real = { ...it, serial: 0, taken: 0, answers }
      const model = new ServiceModel()
      for (const how of [first, second]) await new Create(how).run(model, real)
      await fc.asyncModelRun(() => ({ model, real }), story)
      taken += real.taken
    }),
    { numRuns: runs(200) },
  )
  expect(taken).toBeGreaterThan(runs(10_000))
  expect(everyAnswer.filter((answer) => !answers.has(answer))).toEqual([])
})
