import { listOf, member, textOf } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'
import { callOf, headersOfPairs } from './raw-call.ts'

/** The examples of a Postman collection (2.0 and 2.1), in the order of its folders. */
export function readPostman(document: unknown): readonly (RecordedCall | undefined)[] | undefined {
  const schema = textOf(member(document, 'info', 'schema'))
  if (!schema.includes('getpostman.com') && !schema.includes('postman.com')) return undefined
  const variables = new Map<string, string>()
  for (const each of listOf(member(document, 'variable')))
    variables.set(textOf(member(each, 'key')), textOf(member(each, 'value')))
  const fill = (text: string): string =>
    text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole)
  return examplesOf(document).map((example, index) => {
    const request = member(example, 'originalRequest')
    const url = member(request, 'url')
    return callOf(index + 1, {
      method: member(request, 'method') ?? 'GET',
      url: addressOf(fill(textOf(member(url, 'raw') ?? url))),
      requestHeaders: headersOfPairs(member(request, 'header'), 'key'),
      requestBody: fill(textOf(member(request, 'body', 'raw'))),
      status: member(example, 'code'),
      headers: headersOfPairs(member(example, 'header'), 'key'),
      body: textOf(member(example, 'body')),
    })
  })
}

function examplesOf(folder: unknown): readonly unknown[] {
  return listOf(member(folder, 'item')).flatMap((item) =>
    listOf(member(item, 'response')).concat(examplesOf(item)),
  )
}

/** An address whose base is a variable that the collection does not set, or that has no scheme. */
function addressOf(raw: string): string {
  const address = raw.replace(/^\{\{[^{}]+\}\}/, 'https://service.example')
  return /^https?:/.test(address) ? address : `https://${address}`
}
