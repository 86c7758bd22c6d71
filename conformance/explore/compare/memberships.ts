import type { Json } from '../../engine/wire/reply.ts'
import { handlesIn, handlesOf } from '../sequence/sequence.ts'
import type { Call } from '../sequence/sequence.ts'

/** Effects of the rules of a sequence on memberships: Groups states little of them. */
export class RuleEffects {
  /** Groups to which rules that ever ran add. */
  readonly #ruled = new Set<string>()
  /** To which groups each rule adds, and whom it leaves out. */
  readonly #written = new Map<string, { readonly groups: ReadonlySet<string>; readonly excluded: string }>()
  /** Rules that were activated, those that still are, and whether the last one had been before. */
  readonly #ran = new Set<string>()
  readonly #active = new Set<string>()
  #isAgain = false
  #lastWrite = ''
  /** The number of writes before both endpoints last showed the same members, by group, and those members. */
  readonly agreed = new Map<string, number>()
  readonly #members = new Map<string, ReadonlySet<string>>()
  /** Users that were removed from a group of a rule: only timing decides if it excludes them now. */
  readonly letGo = new Set<string>()

  /** Notes a list of members that both endpoints show. */
  agree(call: Call, changes: number, members: readonly (readonly [string, Json])[]): void {
    const [group = ''] = handlesOf(call)
    this.agreed.set(group, changes)
    this.#members.set(group, new Set(members.map(([handle]) => handle)))
  }

  /** Notes a write before it is carried out. */
  note(call: Call): void {
    const { operation } = call
    this.#lastWrite = operation
    const [rule = ''] = handlesOf(call)
    if (operation === 'activateGroupRule') {
      this.#isAgain = this.#ran.has(rule)
      this.#ran.add(rule)
      this.#active.add(rule)
      for (const group of this.#written.get(rule)?.groups ?? []) this.#ruled.add(group)
    }
    if (operation === 'deactivateGroupRule' || operation === 'deleteGroupRule') this.#active.delete(rule)
    if (operation === 'removeUserFromGroup' && [...handlesOf(call)].some((each) => this.#ruled.has(each)))
      for (const each of handlesOf(call)) this.letGo.add(each)
    if (operation === 'createGroupRule' || operation === 'updateGroupRule') this.#noteRule(call)
  }

  #noteRule({ body, record }: Call): void {
    // Without a record it is to be refused.
    if (record === undefined) return
    const [groups, excluded] = [body?.actions, body?.conditions?.people?.users].map((part: Json) =>
      JSON.stringify(part ?? null),
    ) as [string, string]
    this.#written.set(record, { groups: new Set(handlesIn(groups)), excluded })
  }

  /** Whether rules add to a group, or did. */
  isRuled(group: string): boolean {
    return this.#ruled.has(group)
  }

  /** Whether every rule that adds to a group leaves a user out (Groups, Group rule). */
  #isLeftOut(group: string, user: string): boolean {
    const into = [...this.#written.values()].filter(({ groups }) => groups.has(group))
    return into.length > 0 && into.every(({ excluded }) => excluded.includes(`«${user}.id»`))
  }

  /**
   * Whether a rule may affect a membership: nothing shows whom it adds or removes later.
   *
   * @param changes The number of writes so far.
   * @param isExtra Whether the target alone shows the membership.
   */
  isOpen({ operation, path }: Call, handle: string, changes: number, isExtra = false): boolean {
    const isOfUser = operation === 'listUserGroups'
    if (!isOfUser && operation !== 'listGroupUsers') return false
    const inPath = /«([ug]\d+)\./.exec(path)?.[1] ?? ''
    const [user, group] = isOfUser ? [inPath, handle] : [handle, inPath]
    if (!this.#ruled.has(group)) return false
    // Groups states whom a rule adds and removes: comparable if both endpoints had the same members before.
    const isAgreed = this.agreed.get(group) === changes - 1
    if (this.#lastWrite === 'activateGroupRule') {
      // It does not state whether a rule that runs again removes those whom it now leaves out. It adds nobody else.
      const mayRemain = isExtra && this.#isAgain && this.#members.get(group)?.has(user) !== false
      return !(isAgreed || this.#ran.size === 1) || mayRemain
    }
    if (!isAgreed) return true
    // Users, States and transitions: a suspended user keeps its assignments.
    if (this.#lastWrite === 'deleteGroupRule' || this.#lastWrite === 'suspendUser') return false
    if (this.#lastWrite.endsWith('GroupRule')) return true
    // A rule that stands still adds nobody; a rule that runs adds the users who are created later.
    const isRunning = [...this.#active].some((rule) => this.#written.get(rule)?.groups.has(group))
    if (!isRunning || (this.#lastWrite === 'createUser' && !isExtra)) return false
    return !this.#isLeftOut(group, user)
  }
}

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
