import { hasBody } from '../handlers/fetch.ts'
import { bodyMaxLength } from '../handlers/parse-input.ts'

/** The body of a request; undefined if it is longer than the service accepts. */
export async function boundedText(request: Request): Promise<string | undefined> {
  if (!hasBody(request)) return ''
  if (Number(request.headers.get('content-length') ?? 0) > bodyMaxLength) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > bodyMaxLength) {
      await reader?.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
