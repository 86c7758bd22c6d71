/**
 * A second, much smaller account of Users, States and transitions: what one user's status, password and
 * sessions become. It shares nothing with the code under test, tables included.
 */
export interface PersonModel {
  readonly login: string
  id: string
  status: string
  password: string | undefined
  mustChange: boolean
  wrongPasswords: number
  answer: string | undefined
  federated: boolean
  /** When each open session ends, in minutes since the start. */
  sessions: number[]
  link:
    | { readonly token: string; readonly does: 'activate' | 'reset' | 'sign-in'; readonly until: number }
    | undefined
}

/** The expected answer of a step: a status, with its error code if refused, or the result of a sign-in. */
export type Expected = string

export const attempts = 3
const sessionMinutes = 120
const activationMinutes = 10_080
const resetMinutes = 60

/** The service, as far as a person that reads Users foresees it. */
export class ServiceModel {
  readonly people: PersonModel[] = []
  now = 0

  create(login: string, how: CreationModel): PersonModel {
    const { activate, password, answer, federated, changeAtNextLogin } = how
    const ready = password !== undefined || federated
    const person: PersonModel = {
      login,
      id: '',
      status: activate ? (ready ? 'ACTIVE' : 'PROVISIONED') : 'STAGED',
      password,
      mustChange: changeAtNextLogin,
      wrongPasswords: 0,
      answer,
      federated,
      sessions: [],
      link: undefined,
    }
    this.people.push(person)
    return person
  }

  wait(minutes: number): void {
    this.now += minutes
    for (const person of this.people) {
      person.sessions = person.sessions.filter((end) => end > this.now)
      if (person.link && person.link.until <= this.now) person.link = undefined
    }
  }

  activate(person: PersonModel): Expected {
    if (person.status === 'ACTIVE') return '403 E0000016'
    if (person.status !== 'STAGED' && person.status !== 'DEPROVISIONED') return '403 E0000038'
    person.status = this.#isReady(person) ? 'ACTIVE' : 'PROVISIONED'
    person.wrongPasswords = 0
    return '200'
  }

  reactivate(person: PersonModel): Expected {
    return person.status === 'PROVISIONED' || person.status === 'RECOVERY' ? '200' : '403 E0000038'
  }

  deactivate(person: PersonModel): Expected {
    if (person.status === 'DEPROVISIONED') return '403 E0000038'
    this.#shutOut(person, 'DEPROVISIONED')
    person.wrongPasswords = 0
    return '200'
  }

  delete(person: PersonModel): Expected {
    if (person.status === 'DEPROVISIONED') person.status = 'removed'
    else this.deactivate(person)
    return '204'
  }

  suspend(person: PersonModel): Expected {
    if (person.status !== 'ACTIVE') return '400 E0000001'
    this.#shutOut(person, 'SUSPENDED')
    return '200'
  }

  unsuspend(person: PersonModel): Expected {
    if (person.status !== 'SUSPENDED') return '400 E0000001'
    person.status = 'ACTIVE'
    return '200'
  }

  unlock(person: PersonModel): Expected {
    if (person.status !== 'LOCKED_OUT') return '403 E0000032'
    this.#leave(person, 'ACTIVE')
    return '200'
  }

  resetPassword(person: PersonModel): Expected {
    if (person.status === 'SUSPENDED') return '403 E0000038'
    this.#leave(person, 'RECOVERY')
    person.federated = false
    return '200'
  }

  federate(person: PersonModel): Expected {
    if (person.status === 'SUSPENDED') return '403 E0000038'
    if (person.status !== 'STAGED' && person.status !== 'DEPROVISIONED') this.#leave(person, 'ACTIVE')
    Object.assign(person, { federated: true, password: undefined, answer: undefined, link: undefined })
    Object.assign(person, { mustChange: false, wrongPasswords: 0 })
    return '200'
  }

  expirePassword(person: PersonModel): Expected {
    if (person.status === 'SUSPENDED') return '403 E0000038'
    if (person.federated) return '403 E0000017'
    this.#leave(person, 'PASSWORD_EXPIRED')
    person.mustChange = true
    return '200'
  }

  changePassword(person: PersonModel, old: string, next: string): Expected {
    if (!['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'].includes(person.status)) return '403 E0000035'
    if (person.password === undefined) return '403 E0000035'
    if (old !== person.password || isWeak(next)) return '403 E0000014'
    this.setsPassword(person, next)
    if (person.status !== 'STAGED') person.status = 'ACTIVE'
    person.link = undefined
    return '200'
  }

  changeQuestion(person: PersonModel, password: string, answer: string): Expected {
    if (!['STAGED', 'ACTIVE', 'RECOVERY'].includes(person.status)) return '403 E0000036'
    if (person.password === undefined) return '403 E0000036'
    if (password !== person.password) return '403 E0000014'
    person.answer = answer
    return '200'
  }

  forgotPassword(person: PersonModel): Expected {
    return person.status === 'ACTIVE' && person.answer !== undefined ? '200' : '403 E0000034'
  }

  recoverByAnswer(person: PersonModel, answer: string, next: string): Expected {
    if (this.forgotPassword(person) !== '200') return '403 E0000034'
    if (answer.toLowerCase() !== person.answer!.toLowerCase()) return '403 E0000087'
    if (isWeak(next)) return '403 E0000014'
    this.setsPassword(person, next)
    person.link = undefined
    return '200'
  }

  administratorSetsPassword(person: PersonModel, next: string): Expected {
    if (isWeak(next) || person.federated) return '400 E0000001'
    this.setsPassword(person, next)
    return '200'
  }

  signIn(person: PersonModel, password: string, next?: string): Expected {
    const { status } = person
    if (status === 'removed') return 'UNKNOWN_USER'
    if (status === 'LOCKED_OUT') return 'LOCKED_OUT'
    if (!['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED'].includes(status)) return 'STATUS'
    if (person.federated) return 'FEDERATED'
    if (person.password === undefined) return 'NO_PASSWORD'
    if (password !== person.password) {
      person.wrongPasswords += 1
      if (person.wrongPasswords < attempts) return 'WRONG_PASSWORD'
      person.status = 'LOCKED_OUT'
      return 'LOCKED_OUT'
    }
    person.wrongPasswords = 0
    if (person.mustChange) {
      person.status = 'PASSWORD_EXPIRED'
      if (next === undefined) return 'PASSWORD_EXPIRED'
      if (isWeak(next)) return 'NEW_PASSWORD_REFUSED'
      this.setsPassword(person, next)
      person.link = undefined
    }
    this.#enter(person)
    return 'SUCCESS'
  }

  useLink(person: PersonModel, password: string): Expected {
    const { link, status } = person
    if (!link || status === 'removed') return 'INVALID_TOKEN'
    if (link.does === 'sign-in') {
      if (!['PROVISIONED', 'ACTIVE', 'PASSWORD_EXPIRED'].includes(status)) return 'STATUS'
      if (person.password !== undefined && person.mustChange) {
        person.status = 'PASSWORD_EXPIRED'
        return 'STATUS'
      }
      person.link = undefined
      this.#enter(person)
      return 'SUCCESS'
    }
    const fits = [
      'ACTIVE',
      'RECOVERY',
      'PASSWORD_EXPIRED',
      ...(link.does === 'activate' ? ['PROVISIONED'] : []),
    ]
    if (!fits.includes(status)) return 'STATUS'
    if (isWeak(password)) return 'PASSWORD_REFUSED'
    this.setsPassword(person, password)
    person.link = undefined
    person.status = 'ACTIVE'
    return 'SUCCESS'
  }

  clearSessions(person: PersonModel): Expected {
    person.sessions = []
    return '204'
  }

  /** A link was handed out or mailed; it takes the place of the one before. */
  given(person: PersonModel, token: string, does: NonNullable<PersonModel['link']>['does']): void {
    person.link = { token, does, until: this.now + (does === 'reset' ? resetMinutes : activationMinutes) }
  }

  /** Which link an activation gives: to set a password, or to sign in for who needs none. */
  activationDoes(person: PersonModel): 'activate' | 'sign-in' {
    return this.#isReady(person) ? 'sign-in' : 'activate'
  }

  setsPassword(person: PersonModel, password: string): void {
    person.password = password
    person.mustChange = false
    person.wrongPasswords = 0
    person.federated = false
  }

  #isReady(person: PersonModel): boolean {
    return person.password !== undefined || person.federated
  }

  /** A link to an activation that is over no longer works. */
  #enter(person: PersonModel): void {
    if (person.status === 'PROVISIONED') person.link = undefined
    person.status = 'ACTIVE'
    person.sessions.push(this.now + sessionMinutes)
  }

  #leave(person: PersonModel, status: string): void {
    if (person.status === 'LOCKED_OUT') person.wrongPasswords = 0
    person.status = status
  }

  #shutOut(person: PersonModel, status: string): void {
    this.#leave(person, status)
    person.sessions = []
    person.link = undefined
  }
}

/** How a user is created. */
export interface CreationModel {
  readonly activate: boolean
  readonly password: string | undefined
  readonly answer: string | undefined
  readonly federated: boolean
  readonly changeAtNextLogin: boolean
}

/** Of the passwords that the steps use, the one that the policy refuses. */
function isWeak(password: string): boolean {
  return password === 'weak'
}
