import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { notForm } from '../../contract/errors/mistakes.ts'
import type { PropertyType } from '../../query/index.ts'
import type { GroupRecord } from '../groups/group-record.ts'

/**
 * The profile of an imported directory group (Groups, Profile for objectClass directory_security_principal). All
 * properties of that table are strings that are never null. Missing ones are built from the name, as a directory
 * would.
 *
 * @param qualifiedName The vocabulary's name for the property with the fully qualified name.
 * @throws `Refusal` `validation` naming each property that is not a string, or a missing name.
 */
export function directoryProfile(
  given: Readonly<Record<string, unknown>>,
  qualifiedName: string,
): GroupRecord['profile'] {
  const { name } = given
  if (typeof name !== 'string' || name === '') {
    return refuse('blank', { at: 'name' })
  }
  const required = {
    name,
    description: '',
    samAccountName: name.replaceAll(/["/\\[\]:;|=,+*?<>]/g, '').slice(0, 256),
    dn: `CN=${name.replaceAll(/[,+"\\<>;=#]/g, '\\$&')},OU=Groups,DC=example,DC=com`,
    externalId: btoa(guidOf(name)),
    [qualifiedName]: `example.com\\${name}`,
  }
  const profile = { ...required, ...given }
  const mistakes = [...Object.keys(required), 'groupType', 'objectSid', 'groupScope']
    .filter((property) => property in profile && typeof profile[property as 'name'] !== 'string')
    .map((property) => notForm(property, 'a string'))
  if (mistakes.length > 0) refuseMistakes(mistakes)
  return profile
}

/** The query type of an imported property: the type of its value, or of its elements. */
export function queryTypeOf(value: unknown): PropertyType {
  const sample: unknown = Array.isArray(value) ? value[0] : value
  if (Array.isArray(value) && typeof sample !== 'boolean') return 'string-or-number'
  return typeof sample === 'number' || typeof sample === 'boolean' ? (typeof sample as 'number') : 'string'
}

/** Sixteen bytes, as a binary string, that depend only on the name. */
function guidOf(name: string): string {
  let state = 0x811c9dc5
  let bytes = ''
  for (let index = 0; index < 16; index++) {
    for (const character of `${index}${name}`) {
      state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0
    }
    bytes += String.fromCharCode(state >>> 24)
  }
  return bytes
}
