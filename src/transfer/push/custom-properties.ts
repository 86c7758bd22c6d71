import { ServiceError } from '../../client.ts'

/**
 * Custom properties of profiles. No operation declares one, so the deployment has them or not. A property that it
 * reports as unknown is left out of every later profile.
 */
export class CustomProperties {
  readonly #names: ReadonlySet<string>
  readonly #unknown = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = new Set(names)
  }

  /** Properties that the deployment does not have. */
  get leftOut(): readonly string[] {
    return [...this.#unknown]
  }

  /** Sends a profile, and repeats it without the properties that the deployment does not know. */
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

  /** Learns unknown properties from an error; returns whether one of the sent properties is among them. */
  learn(error: unknown, sent: readonly string[]): boolean {
    if (!(error instanceof ServiceError) || error.status < 400 || error.status >= 500) return false
    const blamed = sent.filter(
      (name) => this.#names.has(name) && error.message.split(/[^\w$]/).includes(name),
    )
    for (const name of blamed) this.#unknown.add(name)
    return blamed.length > 0
  }
}
