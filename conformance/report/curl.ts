import type { Exchange } from '../engine/wire/exchange.ts'

/**
 * A command line that sends the request of an exchange again. Credentials come from the reader's environment (`$TOKEN`,
 * `$SESSION_COOKIE`). Other secrets stand as their aliases: the reader must fill them in.
 */
export function curlOf(exchange: Exchange, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = exchange
  // Brackets are no ranges, and dots in a path are sent as they are.
  const parts = [`curl -i -g --path-as-is -X ${method} ${quote(`${baseUrl}${path}`)}`]
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (/^user-agent$/i.test(name)) continue
    if (/^authorization$/i.test(name)) parts.push(`-H "Authorization: ${value.split(' ')[0]} $TOKEN"`)
    else if (/^cookie$/i.test(name)) parts.push('-H "Cookie: $SESSION_COOKIE"')
    // curl leaves out a header that ends with a colon.
    else parts.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  if (requestBody !== undefined) {
    const isTyped = Object.keys(requestHeaders).some((name) => /^content-type$/i.test(name))
    if (!isTyped) parts.push(`-H 'Content-Type:'`)
    parts.push(`--data-raw ${quote(requestBody)}`)
  }
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
