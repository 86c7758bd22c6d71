/**
 * The values for the texts of an error that a fault asks for, where nothing is wrong with the request.
 *
 * @param path The request's; its last segment stands for the record that was not found.
 */
export function faultTexts(path: string): Readonly<Record<string, string>> {
  const message = 'A fault lets this call fail'
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    kind: 'Resource',
    field: 'fault',
    message,
    hint: message,
    change: 'activated',
    expected: 'no fault',
    found: 'a fault',
    first: 'this',
    second: 'a fault',
    scope: 'that is needed',
    origin: 'of this page',
    operation: 'This operation',
    feature: 'This feature',
  }
}
