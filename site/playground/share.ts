import type { Call } from './service.ts'

/** What a link carries: the text of the editor, and the request. */
export interface Shared {
  readonly code: string
  readonly call: Call
}

const mark = '#play='

/** The address of this page with what is in the playground. */
export function linkTo(shared: Shared): string {
  const bytes = new TextEncoder().encode(JSON.stringify(shared))
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return `${location.href.replace(/#.*/, '')}${mark}${text.replaceAll('=', '')}`
}

/** What the address of this page carries; undefined where it carries nothing that can be read. */
export function sharedHere(): Shared | undefined {
  if (!location.hash.startsWith(mark)) return undefined
  try {
    const text = location.hash.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0)!)
    const { code, call } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Shared>
    const { method, path, body = '' } = (call ?? {}) as Partial<Call>
    const texts = [code, method, path, body]
    if (texts.some((each) => typeof each !== 'string')) return undefined
    return { code: code!, call: { method: method!, path: path!, body } }
  } catch {
    return undefined
  }
}
