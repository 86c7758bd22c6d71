/**
 * The process in which the verifier of the Pact project runs: it is native code that prints as it likes, and what
 * it does to a process is not ours to mend.
 */
interface Task {
  readonly providerBaseUrl: string
  readonly providerStatesSetupUrl: string
  readonly provider: string
  readonly pactUrls: readonly string[]
}

/** What this process answers: the verifier's own JSON, or why there is none. */
export type ChildAnswer =
  | { readonly kind: 'verified'; readonly results: string }
  | { readonly kind: 'missing'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

// Told before the package is loaded, and as the package reads it: "1" does not stop it.
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
