import type { Operation } from '../../contract/operation.ts'
import { spelledPath } from '../../contract/tolerances.ts'
import { operationOf } from '../../handlers/request-forms.ts'
import { paramsOf } from '../../pact/before.ts'
import type { RecordedCall } from '../recorded.ts'

/** The operation of the API description that a call is for. */
export function describedOperation(call: RecordedCall): Operation | undefined {
  const { method, url, requestBody } = call
  const { path } = spelledPath(url.pathname)
  const request = { method, path, query: url.search.slice(1), body: requestBody, header: () => undefined }
  return operationOf(request, path)
}

/** The parameters of the path of a call. */
export function parametersOf({ method, url }: RecordedCall): Readonly<Record<string, string>> {
  return paramsOf(method, spelledPath(url.pathname).path)
}
