import { seeded } from '../../engine/supply/unique.ts'

/** Random choices that a seed repeats. */
export class Rng {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  /** A whole number from 0 up to, but not including, a bound. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }

  chance(probability: number): boolean {
    return this.#random() < probability
  }

  /** One of some; the list must not be empty. */
  pick<T>(some: readonly T[]): T {
    return some[this.below(some.length)] as T
  }

  /** One of some that have names, with its name. */
  entry<T>(some: Readonly<Record<string, T>>): readonly [name: string, one: T] {
    return this.pick(Object.entries(some))
  }

  /** Some of all, at least one, in order. */
  some<T>(all: readonly T[], max = all.length): T[] {
    const count = 1 + this.below(Math.min(max, all.length))
    const chosen = new Set<number>()
    while (chosen.size < count) chosen.add(this.below(all.length))
    return all.filter((_, at) => chosen.has(at))
  }

  /** All, in another order. */
  shuffled<T>(all: readonly T[]): T[] {
    return all
      .map((each) => [this.#random(), each] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, each]) => each)
  }

  /** One of some, as often as its weight says. */
  weighted<T extends { readonly weight: number }>(some: readonly T[]): T {
    let at = this.#random() * some.reduce((sum, { weight }) => sum + weight, 0)
    for (const each of some) if ((at -= each.weight) < 0) return each
    return some.at(-1) as T
  }
}
