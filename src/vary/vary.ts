import { parsed } from '../../conformance/engine/words/text.ts'
import { isSameCall } from '../../conformance/proof/alter/reaches.ts'
import {
  type Alter,
  type Alteration,
  type Answer,
  type Forward,
  type Sent,
  goesTo,
} from '../../conformance/proof/alter/wire.ts'
import { routes } from '../../conformance/engine/wire/routes.ts'
import type { OperationName } from '../contract/operation-names.ts'
import { pathBelow } from '../handlers/router.ts'
import type { Dispatcher, Variation } from '../handlers/dispatcher.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { IdKind } from '../model/kernel/ids.ts'
import { valuesBefore, withOthers } from '../model/kernel/settings.ts'
import { headerOf, testHeader, testIn, type TestPlace } from './test-header.ts'
import type { BrokenAnswer, VaryOptions } from './variants.ts'

const tests = Object.keys(routes).map(
  (name) => [name as OperationName, goesTo(name as OperationName)] as const,
)

/** The operation of a call, also where a slash is doubled or last; undefined for other paths. */
function operationOf(sent: Sent): OperationName | undefined {
  const plain = {
    ...sent,
    path: sent.path.replaceAll(/\/{2,}|\/+$/g, (found, at: number) =>
      at + found.length === sent.path.length ? '' : '/',
    ),
  }
  return tests.find(([, isIt]) => isIt(plain))?.[0]
}

/** Varies the calls of operations, and no other request. */
export function vary(dispatcher: Dispatcher, options: VaryOptions): Variation {
  const { org } = dispatcher
  const {
    alter: alteration = unaltered,
    wires = [],
    settings = {},
    changes = [],
    shows = [],
    testOf = (request) => testIn(request.header(testHeader)),
    onCall,
  } = options
  let alter: Alter = alteration()
  let { resets } = org
  let serial = 0
  const before = valuesBefore(org.settings, settings)
  const changed = changes.map((change) => change(org))
  const varied: Variation = async (request, answer) => {
    const test = testOf(request)
    const { sent, prefix } = sentOf(request, org.baseUrl, test)
    const operation = operationOf(sent)
    if (operation === undefined) return answer(request)
    // Its memory ends with a reset, which also puts the settings back.
    if (resets !== org.resets) {
      ;({ resets } = org)
      alter = alteration()
    }
    Object.assign(org.settings, withOthers(org.settings, settings))
    for (const { before: follow } of changed) follow?.(sent)
    if (options.hasOtherIds && sent.method === 'POST')
      for (const kind of kindsOfIds)
        org.ids.choose(kind, `v2-${kind}_${(++serial).toString(36).padStart(20, '0')}`)
    const replies = new WeakMap<Answer, { readonly reply: WireReply; readonly isSame: boolean }>()
    let isAltered = false
    const forward: Forward = async (next) => {
      const isSame = next === sent || isSameCall(next, sent)
      // A further read changes nothing.
      isAltered ||= !isSame && next.method !== 'GET'
      const reply = await answer(next === sent ? request : requestOf(next, request, prefix))
      const given = answerOfReply(reply)
      replies.set(given, { reply, isSame })
      return given
    }
    const given: BrokenAnswer = await alter(sent, forward)
    const known = replies.get(given)
    isAltered ||= known?.isSame !== true || shows.some((form) => form.test(given.text))
    let reply = known?.reply ?? replyOf(given)
    for (const wire of wires) reply = wire(reply)
    onCall?.({ operation, test, sent, answer: given, isAltered: isAltered || wires.length > 0 })
    // Its caller may go, and the run end, before that.
    if (given.late !== undefined) await new Promise((resolve) => setTimeout(resolve, given.late))
    return reply
  }
  return Object.assign(varied, {
    end() {
      Object.assign(org.settings, withOthers(org.settings, before))
      for (const { undo } of changed) undo?.()
    },
  })
}

const unaltered: Alteration = () => (sent, forward) => forward(sent)

const kindsOfIds: readonly IdKind[] = ['user', 'group', 'groupRule', 'client']

function sentOf(
  request: WireRequest,
  baseUrl: string,
  test: TestPlace | undefined,
): { sent: Sent; prefix: string } {
  const path = pathBelow(request.path, baseUrl)
  const text = request.body === '' ? undefined : request.body
  const headers = request.headers?.() ?? []
  return {
    sent: {
      method: request.method,
      path,
      query: new URLSearchParams(request.query),
      headers: { ...Object.fromEntries(headers), ...(test && { [testHeader]: headerOf(test) }) },
      json: parsed(text),
      text,
    },
    prefix: request.path.slice(0, request.path.length - path.length),
  }
}

function requestOf(sent: Sent, { isGone }: WireRequest, prefix: string): WireRequest {
  const headers: Readonly<Record<string, string>> = sent.headers
  return {
    method: sent.method,
    path: prefix + sent.path,
    query: sent.query.toString().replaceAll('+', '%20'),
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
    body: sent.text ?? '',
    isGone,
  }
}

function answerOfReply({ status, headers, body, broken }: WireReply): BrokenAnswer {
  const lower = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : value.join(', '),
  ])
  return {
    status,
    headers: Object.fromEntries(lower),
    json: parsed(body),
    text: body,
    ...(broken && { broken }),
  }
}

/** A reply on the wire. Links come in lines, and names of headers in their usual spelling. */
function replyOf({ status, headers, text, broken }: BrokenAnswer): WireReply {
  const lines = Object.entries(headers).map(([name, value]) => [
    name.replaceAll(/(?:^|-)\w/g, (start) => start.toUpperCase()),
    name === 'link' ? value.split(/,\s*(?=<)/) : value,
  ])
  return { status, headers: Object.fromEntries(lines), body: text, ...(broken && { broken }) }
}
