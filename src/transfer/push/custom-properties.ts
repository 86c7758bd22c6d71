import { ServiceError } from '../../client.ts'

/**
 * Custom properties of profiles: no operation declares one, so the deployment has them or not. One that it says it
 * does not know is left out of all that follows.
 */
export class CustomProperties {
  readonly #names: ReadonlySet<string>
  readonly #unknown = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = new Set(names)
  }

  /** Those that the deployment turned out not to have. */
  get leftOut(): readonly string[] {
    return [...this.#unknown]
  }

  /** Sends a profile, again without the properties that are refused as unknown. */
  async send<Reply>(
    profile: Readonly<Record<string, unknown>>,
    write: (profile: Readonly<Record<string, unknown>>) => Promise<Reply>,
  ): Promise<Reply> {
    for (;;) {
      const sent = Object.fromEntries(Object.entries(profile).filter(([name]) => !this.#unknown.has(name)))
      try {
        return await write(sent)
      } catch (error) {
        if (!this.learn(error, Object.keys(sent))) throw error
      }
    }
  }

  /** Learns from a refusal which properties there are not; tells whether one of those sent is among them. */
  learn(error: unknown, sent: readonly string[]): boolean {
    if (!(error instanceof ServiceError) || error.status < 400 || error.status >= 500) return false
    const blamed = sent.filter(
      (name) => this.#names.has(name) && error.message.split(/[^\w$]/).includes(name),
    )
    for (const name of blamed) this.#unknown.add(name)
    return blamed.length > 0
  }
}
