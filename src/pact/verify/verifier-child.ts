/**
 * The process in which the verifier of the Pact project runs. The verifier is native code that prints freely, and we
 * cannot fix its effects on a process.
 */
interface Task {
  readonly providerBaseUrl: string
  readonly providerStatesSetupUrl: string
  readonly provider: string
  readonly pactUrls: readonly string[]
}

/** The answer of this process: the verifier's own JSON, or why it is missing. */
export type ChildAnswer =
  | { readonly kind: 'verified'; readonly results: string }
  | { readonly kind: 'missing'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

// Set before the package loads. The package needs the word: "1" does not stop it.
process.env.PACT_DO_NOT_TRACK = 'true'

process.once('message', (task: Task) => {
  void verify(task).then((answer) => {
    process.send!(answer, () => process.disconnect())
  })
})

async function verify(task: Task): Promise<ChildAnswer> {
  let pact: typeof import('@pact-foundation/pact')
  try {
    pact = await import('@pact-foundation/pact')
  } catch (error) {
    return { kind: 'missing', message: (error as Error).message }
  }
  try {
    const verifier = new pact.Verifier({ ...task, pactUrls: [...task.pactUrls], logLevel: 'error' })
    return { kind: 'verified', results: await verifier.verifyProvider() }
  } catch (error) {
    // A verification that failed rejects with its results.
    const { message } = error as Error
    return message.startsWith('{') ? { kind: 'verified', results: message } : { kind: 'failed', message }
  }
}
