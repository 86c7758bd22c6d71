import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import { inWords } from '../engine/words/in-words.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { curlOf } from './curl.ts'
import { anchor, escapeHtml as h } from './escape.ts'
import { markedJson } from './marked-json.ts'
import { cut, folded, type Room } from './room.ts'

/** How many characters of a text of an assertion are shown, and of one of another exchange. */
const assertedMax = 4000
const otherMax = 2000

/** A check with more exchanges than this shows the first and the last of each kind. */
const foldsFrom = 6

/** The evidence of one check for a failed requirement: sent, expected and got, and its exchanges. */
export function checkEvidence(
  { check, write }: { readonly check: CheckResult; readonly write?: Exchange | undefined },
  requirement: string,
  baseUrl: string,
  room: Room,
): string {
  const failed =
    check.outcomes.find((each) => each.requirement === requirement)?.assertions.filter(({ held }) => !held) ??
    []
  const problem = check.problem === undefined ? '' : `<pre>${h(cut(check.problem, assertedMax))}</pre>`
  const anchors = `${requirement}-${check.key}`
  const { before, left, last } = folded(failed, 2)
  const block = (assertion: Assertion): string => assertionBlock(assertion, check, write, anchors, baseUrl)
  const source =
    check.file === 'exploration'
      ? '<a href="#exploration">found by exploration</a>'
      : `conformance/checks/${h(check.file)}.check.ts`
  return [
    `<p><strong>${h(check.title)}</strong> <span class="soft">${source}</span></p>${problem}`,
    ...before.map(block),
    left.length === 0 ? '' : `<p class="soft">${left.length} more like this, then the last:</p>`,
    ...last.map(block),
    exchangesOf(check, requirement, baseUrl, room),
  ].join('')
}

/** The exchanges of a check, at the first card that is about it; the other cards link to them. */
function exchangesOf(check: CheckResult, requirement: string, baseUrl: string, room: Room): string {
  const { exchanges, key } = check
  if (exchanges.length === 0) return ''
  const card = `f-${anchor(requirement)}`
  const place = room.placeOf(key, card)
  const title =
    exchanges.length === 1 ? 'The exchange of this check' : `All ${exchanges.length} exchanges of this check`
  if (place !== card) return `<p class="soft"><a href="#${place}">${title}</a></p>`
  const parts = inParts(check).map((part) =>
    typeof part === 'number'
      ? `<p class="soft">${part} more like these</p>`
      : exchangeDetails(part, `${requirement}-${key}`, baseUrl),
  )
  return `<details class="exchanges"><summary>${title}</summary>${parts.join('')}</details>`
}

/** The exchanges to show: failed ones, and the first and last of a kind. A number stands for those left out. */
function inParts({ exchanges, outcomes }: CheckResult): readonly (Exchange | number)[] {
  if (exchanges.length <= foldsFrom) return exchanges
  const failed = outcomes.flatMap(({ assertions }) => assertions.filter(({ held }) => !held))
  const named = folded(failed, 2)
  const kept = new Set([...named.before, ...named.last].map(({ exchange }) => exchange))
  const kinds = new Map<string, [first: number, last: number]>()
  for (const exchange of exchanges) {
    const [first] = kinds.get(kindOf(exchange)) ?? [exchange.number]
    kinds.set(kindOf(exchange), [first, exchange.number])
  }
  for (const number of [...kinds.values()].slice(0, foldsFrom).flat()) kept.add(number)
  const parts: (Exchange | number)[] = []
  for (const exchange of exchanges) {
    const last = parts.at(-1)
    if (kept.has(exchange.number)) parts.push(exchange)
    else if (typeof last === 'number') parts[parts.length - 1] = last + 1
    else parts.push(1)
  }
  return parts
}

function kindOf(exchange: Exchange): string {
  return `${operationOf(exchange) ?? exchange.method} ${exchange.status}`
}

function assertionBlock(
  assertion: Assertion,
  check: CheckResult,
  write: Exchange | undefined,
  anchors: string,
  baseUrl: string,
): string {
  const { what, expected, got, differences, exchange: number } = assertion
  const exchange = check.exchanges.find((each) => each.number === number)
  const curl =
    exchange === undefined ? '' : curlBlock(exchange, `${anchors}-${differences.length}-${what}`, baseUrl)
  const sent = [write, exchange]
    .flatMap((each) => each ?? [])
    .map(
      (each) =>
        `<div class="sent"><h4>Sent (exchange ${each.number})</h4><pre>${h(requestText(each, assertedMax))}\n\n→ ${each.status} ${h(cut(each.responseBody, otherMax / 4))}</pre></div>`,
    )
    .join('')
  const isSaid = what === expected
  return `<div class="three">${sent}<div><h4>Expected${isSaid ? '' : `: ${h(cut(what, 400))}`}</h4><pre>${h(cut(isSaid ? what : pretty(expected), assertedMax))}</pre></div><div><h4>Got</h4><pre>${gotLines(assertion, got)}</pre></div></div>${curl}`
}

function gotLines({ differences }: Assertion, got: unknown): string {
  const lines: string[] = []
  let length = 0
  for (const { text, marked } of markedJson(got, differences)) {
    length += text.length
    if (length > assertedMax) return [...lines, '…'].join('\n')
    lines.push(marked ? `<mark>${h(text)}</mark>` : h(text))
  }
  return lines.join('\n')
}

function requestText({ method, path, requestBody }: Exchange, max: number): string {
  return `${method} ${cut(path, max)}${requestBody === undefined ? '' : `\n\n${cut(prettyText(requestBody), max)}`}`
}

function curlBlock(exchange: Exchange, name: string, baseUrl: string): string {
  const curl = curlOf(exchange, baseUrl)
  // A command that was cut would send something else.
  if (curl.length > assertedMax) return ''
  const id = anchor(`curl-${name}-${exchange.number}`)
  return `<details><summary>curl</summary><button type="button" hidden data-copy="${id}">Copy</button><pre id="${id}">${h(curl)}</pre></details>`
}

function exchangeDetails(exchange: Exchange, anchors: string, baseUrl: string): string {
  const { number, method, path, status, responseHeaders, responseBody } = exchange
  const { truncated, milliseconds, failure, attempts } = exchange
  const headers = Object.entries(responseHeaders)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const answer = `${status}\n${cut(headers, otherMax)}\n\n${cut(prettyText(responseBody), otherMax)}${truncated ? '\n… (cut)' : ''}`
  return `<details><summary>${number}. ${h(method)} <code>${h(cut(path, 200))}</code> → ${status === 0 ? h(failure ?? 'no answer') : status} <span class="soft">${milliseconds} ms${attempts > 1 ? `, attempt ${attempts}` : ''}</span></summary><p class="cardlabel">Sent</p><pre>${h(requestText(exchange, otherMax))}</pre><p class="cardlabel">Got</p><pre>${h(answer)}</pre>${curlBlock(exchange, `all-${anchors}`, baseUrl)}</details>`
}

function pretty(value: unknown): string {
  return value === undefined ? '(nothing)' : inWords(value, 2)
}

/** A text of JSON with indents; another text as it is. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
