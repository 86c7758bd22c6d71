import type { Call } from '../sequence/sequence.ts'

/**
 * The members of groups, as far as calls of a sequence made them. Groups does not state how a call ends that adds a member
 * again, or removes nobody.
 */
export class KnownMembers {
  /** Members as `g1 u2`. */
  readonly #known = new Set<string>()
  readonly #isRuled: (group: string) => boolean

  /** @param isRuled Whether a rule adds to a group: then nothing shows who is a member. */
  constructor(isRuled: (group: string) => boolean) {
    this.#isRuled = isRuled
  }

  /** Whether a call asks for a membership that is as it asks, or may be. */
  isIdle({ operation, path, as }: Call): boolean {
    const [, group = '', user = ''] = memberPath.exec(path) ?? []
    if (user === '' || as !== undefined || !/^(add|remove)/.test(operation)) return false
    return this.#isRuled(group) || this.#known.has(`${group} ${user}`) === (operation === 'addUserToGroup')
  }

  /** Notes who is a member after a call that succeeded. */
  note({ operation, path, body, record }: Call): void {
    const [, group = '', user = ''] = memberPath.exec(path) ?? []
    if (operation === 'addUserToGroup') this.#known.add(`${group} ${user}`)
    if (operation === 'removeUserFromGroup') this.#known.delete(`${group} ${user}`)
    if (operation === 'createUser')
      for (const id of (body?.groupIds as string[] | undefined) ?? [])
        this.#known.add(`${id.slice(1, -4)} ${record}`)
  }
}

const memberPath = /«(g\d+)\.id»\/users\/«(u\d+)\.id»$/
