import type { Changes } from '../kernel/changes.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import { Faults } from './faults.ts'
import {
  entryOf,
  Journal,
  type JournalEntry,
  type JournalLimits,
  type JournalQuery,
  type TrafficEntry,
} from './journal.ts'
import { RateWindow } from './rate-window.ts'
import { Recorder } from './recorder.ts'

export type { JournalEntry, JournalQuery, TrafficEntry } from './journal.ts'

export interface TrafficParts {
  readonly clock: Clock
  readonly random: Random
  readonly changes: Changes
  /** Strikes secrets out of an entry. */
  readonly strike: (entry: TrafficEntry) => TrafficEntry
  readonly journal?: JournalLimits | undefined
}

/**
 * The requests of the organisation's clients, the changes that they made, and the faults. The organisation's state
 * does not include them: snapshots leave them alone.
 */
export class Traffic {
  readonly faults: Faults
  readonly entries: Journal
  readonly recorder: Recorder
  /** The number of requests in the present window. */
  readonly rate = new RateWindow()
  /** Receives messages on trouble that no reply shows, such as a receiver of events that does not answer. */
  onTrouble: (message: string) => void = warn

  constructor({ clock, random, changes, strike, journal }: TrafficParts) {
    this.faults = new Faults(random, clock)
    this.entries = new Journal(clock, strike, journal)
    this.recorder = new Recorder(clock, changes)
  }

  /** The entries that match, oldest first. */
  journal(wanted: JournalQuery = {}): readonly JournalEntry[] {
    return this.entries.find(wanted).map(entryOf)
  }

  /** Empties the journal and ends every fault. */
  clear(): void {
    this.entries.clear()
    this.recorder.clear()
    this.faults.clear()
  }

  /** Calls back for each request that is answered from now on; returns a function that ends that. */
  onEntry(listener: (entry: JournalEntry) => void): () => void {
    return this.entries.onEntry(listener)
  }
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- who runs the organisation reads it there
  console.warn(`identikit: ${message}`)
}
