import { randomUUID } from 'node:crypto'
import { opens, readPassword } from './passwords.ts'
import type { Service, User } from './service.ts'
import { credentialsOf, findUser, goTo, setStatus, show, touch } from './users.ts'
import type { Answer, Call } from './wire.ts'
import { flag, forbidden, invalid, object, refuse, text } from './wire.ts'

const nothing: Answer = { status: 200, body: {} }

type Step = (service: Service, call: Call, user: User) => Answer

/** A step that any user can take who is in one of these statuses. */
function from(statuses: readonly string[], refusal: () => Error, step: Step): Step {
  return (service, call, user) => {
    if (!statuses.includes(user.status)) throw refusal()
    return step(service, call, user)
  }
}

const wrong = (what: string) => (): Error => forbidden(`${what} is not for a user of this status`)

function mailed(call: Call, fallback: boolean, links: Answer['body']): Answer {
  return flag(call, 'sendEmail', fallback) ? nothing : { status: 200, body: links }
}

function activation(call: Call, fallback: boolean): Answer {
  const token = randomUUID()
  return mailed(call, fallback, {
    activationToken: token,
    activationUrl: `${call.url.origin}/hello?t=${token}`,
  })
}

/** Counts wrong passwords or answers; after too many the user is locked out. */
function mistaken(service: Service, user: User): Error {
  user.mistakes = (user.mistakes ?? 0) + 1
  if (user.mistakes >= service.settings.lockAfter && user.status === 'ACTIVE')
    setStatus(service, user, 'LOCKED_OUT')
  return refuse(401, 'E0009008', 'That is not right')
}

const reset = (call: Call): Answer =>
  mailed(call, true, { resetPasswordUrl: `${call.url.origin}/again?t=${randomUUID()}` })

const federated = ({ provider }: User): boolean =>
  provider.type === 'FEDERATION' || provider.type === 'SOCIAL'

const steps: Readonly<Record<string, Step>> = {
  'lifecycle/activate': from(['STAGED', 'DEPROVISIONED'], wrong('activation'), (service, call, user) => {
    const answer = activation(call, true)
    if (user.secret === undefined && !federated(user) && service.settings.passwordless === 'PROVISIONED')
      setStatus(service, user, 'PROVISIONED')
    else goTo(service, user, 'ACTIVE')
    return answer
  }),
  'lifecycle/reactivate': from(
    ['PROVISIONED', 'RECOVERY'],
    () => refuse(403, 'E0000038', 'Not in this status'),
    (_service, call) => activation(call, false),
  ),
  'lifecycle/deactivate': (service, call, user) => {
    flag(call, 'sendEmail', false)
    if (user.status === 'DEPROVISIONED') throw wrong('deactivation')()
    goTo(service, user, 'DEPROVISIONED')
    return nothing
  },
  'lifecycle/suspend': from(
    ['ACTIVE'],
    () => refuse(400, 'E0000001', 'Only an active user can be suspended'),
    (service, _call, user) => {
      setStatus(service, user, 'SUSPENDED')
      return nothing
    },
  ),
  'lifecycle/unsuspend': from(
    ['SUSPENDED'],
    () => refuse(400, 'E0000001', 'Nothing to lift'),
    (service, _call, user) => {
      setStatus(service, user, 'ACTIVE')
      return nothing
    },
  ),
  'lifecycle/unlock': from(['LOCKED_OUT'], wrong('unlocking'), (service, _call, user) => {
    user.mistakes = 0
    setStatus(service, user, 'ACTIVE')
    return nothing
  }),
  'lifecycle/reset_password': (service, call, user) => {
    const provider = call.query.get('provider')
    flag(call, 'revokeSessions', false)
    if (provider !== null) {
      if (provider !== 'FEDERATION') throw invalid('provider', 'must be FEDERATION')
      if (flag(call, 'sendEmail', false)) throw invalid('sendEmail', 'goes not with a provider')
      user.provider = { type: 'FEDERATION', name: null }
      user.secret = undefined
      user.recovery = undefined
      touch(service, user)
      return nothing
    }
    const answer = reset(call)
    if (federated(user)) user.provider = { type: 'SVC', name: null }
    setStatus(service, user, 'RECOVERY')
    return answer
  },
  'lifecycle/expire_password': (service, call, user) => {
    const temporary = flag(call, 'tempPassword', false)
    const tempPassword = `Tmp-${randomUUID().slice(0, 13)}Q9`
    if (temporary) {
      user.secret = { value: tempPassword }
      user.passwordChanged = service.now()
    }
    setStatus(service, user, 'PASSWORD_EXPIRED')
    return { status: 200, body: temporary ? { tempPassword } : show(service, call, user) }
  },
  'lifecycle/reset_factors': from(['ACTIVE'], wrong('that'), () => nothing),
  'credentials/forgot_password': (service, call, user) => {
    if (user.status !== 'ACTIVE' || user.recovery === undefined || federated(user))
      throw refuse(403, 'E0009006', 'Nothing to recover by')
    if (!call.hasBody) return reset(call)
    const { password, recovery_question: recovery } = object(call.body, 'body')
    const answer = text(object(recovery, 'recovery_question')['answer'], 'answer', 1, 100)
    const value = readPassword(
      object(password, 'password')['value'],
      user.profile['login'] ?? '',
      service.settings,
    )
    if (answer.toLowerCase() !== user.recovery.answer.toLowerCase()) throw mistaken(service, user)
    setPassword(service, user, value)
    return { status: 200, body: credentialsOf(user) }
  },
  'credentials/change_password': (service, call, user) => {
    if (!service.settings.changes.includes(user.status)) throw wrong('a new password')()
    const body = object(call.body, 'body')
    const old = text(object(body['oldPassword'], 'oldPassword')['value'], 'oldPassword', 1, 72)
    const value = readPassword(
      object(body['newPassword'], 'newPassword')['value'],
      user.profile['login'] ?? '',
      service.settings,
    )
    if (!opens(user.secret, old)) throw mistaken(service, user)
    setPassword(service, user, value)
    if (user.status === 'RECOVERY' || user.status === 'PASSWORD_EXPIRED') setStatus(service, user, 'ACTIVE')
    return { status: 200, body: credentialsOf(user) }
  },
  'credentials/change_recovery_question': from(
    ['STAGED', 'ACTIVE', 'RECOVERY'],
    wrong('a new question'),
    (service, call, user) => {
      const body = object(call.body, 'body')
      const value = text(object(body['password'], 'password')['value'], 'password', 1, 72)
      const { question, answer } = object(body['recovery_question'], 'recovery_question')
      const recovery = {
        question: text(question, 'question', 1, 100),
        answer: text(answer, 'answer', 1, 100),
      }
      if (!opens(user.secret, value)) throw mistaken(service, user)
      user.recovery = recovery
      touch(service, user)
      return { status: 200, body: credentialsOf(user) }
    },
  ),
}

function setPassword(service: Service, user: User, value: string): void {
  user.mistakes = 0
  user.secret = { value }
  user.provider = { type: 'SVC', name: null }
  user.passwordChanged = service.now()
  touch(service, user)
}

export function takeStep(service: Service, call: Call): Answer {
  const [key = '', area, name] = call.args
  const step = steps[`${area}/${name}`]
  if (step === undefined) throw refuse(404, 'E0009000', 'There is nothing here')
  const user = findUser(service, key, call.caller)
  if (user.transitioningToStatus !== undefined) throw forbidden('the user is on the way to another status')
  return step(service, call, user)
}
