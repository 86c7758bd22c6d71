/** Changes to answers. The server has carried out the request, except with `reply`. */
import type { Json } from '../../engine/wire/reply.ts'
import { type Alteration, type Answer, type Plain, type Sent, answerOf, answerWith } from './wire.ts'
import { changed, isObject } from './path.ts'

/** Answers with a changed form of the server's answer. */
export function answer(change: (answer: Answer, sent: Sent) => Answer): Alteration {
  return () => async (sent, forward) => change(await forward(sent), sent)
}

/** Answers this and never asks the server. */
export function reply(
  status: number,
  json?: Plain | ((sent: Sent) => Json),
  headers: Readonly<Record<string, string>> = {},
): Alteration {
  return () => async (sent) => answerOf(status, typeof json === 'function' ? json(sent) : json, headers)
}

/** Lets the server carry out the call, and answers this instead. */
export function replyAfter(
  status: number,
  json?: Plain | ((answer: Answer, sent: Sent) => Json),
  headers: Readonly<Record<string, string>> = {},
): Alteration {
  return answer((old, sent) => answerOf(status, typeof json === 'function' ? json(old, sent) : json, headers))
}

/** Another status with the same body. */
export function status(value: number): Alteration {
  return answer((old) => answerWith(old, { status: value }))
}

/** Another body, made from the parsed one; answers without JSON stay as they are. */
export function body(change: (json: Json, sent: Sent) => Json): Alteration {
  return answer((old, sent) =>
    old.json === undefined ? old : answerWith(old, { json: change(old.json, sent) }),
  )
}

/** Changes every record of the body: the body itself, or each element where it is a list. */
export function eachRecord(change: (record: Readonly<Record<string, Json>>) => Json): Alteration {
  const one = (record: Json): Json => (isObject(record) ? change(record) : record)
  return body((json) => (Array.isArray(json) ? json.map(one) : one(json)))
}

/** The same path on another host. */
export function elsewhere(href: unknown): string {
  return `https://elsewhere.example.com${new URL(String(href)).pathname}`
}

/** Leaves these parts out of the body, of each element where it is a list: `profile.login`, `_links.*.href`. */
export function drop(...paths: readonly string[]): Alteration {
  return body((json) => paths.reduce((each, path) => changed(each, path, () => undefined), json))
}

/** Puts a value at a path of the body, of each element where it is a list. */
export function set(path: string, value: Plain): Alteration {
  return body((json) => changed(json, path, () => value))
}

/** Changes the value at a path of the body, or puts another one in its place, if the path exists. */
export function edit(path: string, change: Plain | ((old: Json, sent: Sent) => Json)): Alteration {
  const isFixed = typeof change !== 'function'
  return body((json, sent) =>
    changed(json, path, (old) => (old === undefined ? undefined : isFixed ? change : change(old, sent))),
  )
}

/** Shows a text in capitals. */
export function inCapitals(path: string): Alteration {
  return edit(path, (old) => String(old).toUpperCase())
}

/** Renames the last key of a path. */
export function rename(path: string, name: string): Alteration {
  const parent = path.split('.').slice(0, -1)
  const key = path.split('.').at(-1) ?? ''
  return body((json) => {
    const move = (object: Json): Json => {
      if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return object
      const { [key]: value, ...others } = object
      return { ...others, [name]: value }
    }
    if (parent.length > 0) return changed(json, parent.join('.'), move)
    return Array.isArray(json) ? json.map(move) : move(json)
  })
}

/** Changes a list; bodies that are not a list stay unchanged. */
export function items(change: (list: Json[], sent: Sent) => Json[]): Alteration {
  return body((json, sent) => (Array.isArray(json) ? change([...json], sent) : json))
}

/** Lists nothing. */
export function listsNothing(): Alteration {
  return items(() => [])
}

/** Leaves the first element of a list out. */
export function withoutFirst(): Alteration {
  return items((list) => list.slice(1))
}

/** Leaves the last element of a list out. */
export function withoutLast(): Alteration {
  return items((list) => list.slice(0, -1))
}

/** Turns a list around. */
export function turned(): Alteration {
  return items((list) => list.toReversed())
}

/** Answers with an object that holds the body. */
export function wrapped(name: string): Alteration {
  return body((json) => ({ [name]: json }))
}

/** Removes the body. */
export function noBody(): Alteration {
  return answer((old) => answerWith(old, { json: undefined }))
}

/** Answers 204 where it should answer with an empty list. */
export function noContentWhenEmpty(): Alteration {
  return answer((old) =>
    Array.isArray(old.json) && old.json.length === 0
      ? answerWith(old, { status: 204, json: undefined })
      : old,
  )
}

/** Another body text, which need not be JSON. */
export function text(change: (text: string) => string): Alteration {
  return answer((old) => ({ ...old, text: change(old.text) }))
}

/** Another value of a header; `undefined` removes it, a function gets the old one. */
export function header(name: string, value: string | undefined | ((old: string) => string)): Alteration {
  return answer((old) => {
    const { [name.toLowerCase()]: before, ...others } = old.headers
    if (typeof value === 'function' && before === undefined) return old
    const now = typeof value === 'function' ? value(before ?? '') : value
    return answerWith(old, {
      headers: now === undefined ? others : { ...others, [name.toLowerCase()]: now },
    })
  })
}

/** Removes a header. */
export function dropHeader(name: string): Alteration {
  return header(name, undefined)
}

/** Leaves the link of a relation out of the `Link` header. */
export function dropLink(relation: string): Alteration {
  return editLink(relation, () => undefined)
}

/** Changes the target of a relation in the `Link` header; `undefined` leaves the link out. */
export function editLink(
  relation: string,
  change: (url: URL, sent: Sent) => URL | string | undefined,
): Alteration {
  return answer((old, sent) => {
    const { link = '', ...others } = old.headers
    const links = [...link.matchAll(/<([^>]*)>;\s*rel="([^"]*)"/g)].flatMap(([whole, target = '', rel]) => {
      if (rel !== relation) return [whole]
      const now = change(new URL(target), sent)
      return now === undefined ? [] : [`<${now instanceof URL ? now.href : now}>; rel="${rel}"`]
    })
    return answerWith(old, { headers: links.length === 0 ? others : { ...others, link: links.join(', ') } })
  })
}

/** The target of a link without its host. */
export const relative = (url: URL): string => url.pathname + url.search

/** The target of a link without a query parameter. */
export const without =
  (name: string) =>
  (url: URL): URL => {
    const shorter = new URL(url)
    shorter.searchParams.delete(name)
    return shorter
  }
