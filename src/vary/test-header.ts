/** A test of the user, as far as it is known. */
export interface TestPlace {
  /** Its title with those around it. */
  readonly name?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

/** The name of the header by which the preload says which test makes a call. */
export const testHeader = 'x-identikit-test'

/** The test in the header of a call; undefined if the header is not there or not ours. */
export function testIn(header: string | undefined): TestPlace | undefined {
  try {
    return header === undefined ? undefined : (JSON.parse(decodeURIComponent(header)) as TestPlace)
  } catch {
    return undefined
  }
}

/** The value of the header for a test. */
export function headerOf(test: TestPlace): string {
  return encodeURIComponent(JSON.stringify(test))
}
