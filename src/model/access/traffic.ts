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

/** What the traffic is made of. */
export interface TrafficParts {
  readonly clock: Clock
  readonly random: Random
  readonly changes: Changes
  /** Strikes out what nobody may read of an entry. */
  readonly strike: (entry: TrafficEntry) => TrafficEntry
  readonly journal?: JournalLimits | undefined
}

/**
 * What came to the organisation's door, what it changed, and what is to go wrong there. It is no part of the
 * organisation's state: snapshots leave it alone.
 */
export class Traffic {
  readonly faults: Faults
  readonly entries: Journal
  readonly recorder: Recorder
  /** Requests counted in the present window. */
  readonly rate = new RateWindow()
  /** Told of trouble that no reply shows, such as a receiver of events that does not answer. */
  onTrouble: (message: string) => void = warn

  constructor({ clock, random, changes, strike, journal }: TrafficParts) {
    this.faults = new Faults(random, clock)
    this.entries = new Journal(clock, strike, journal)
    this.recorder = new Recorder(clock, changes)
  }

  /** The entries that are wanted, oldest first. */
  journal(wanted: JournalQuery = {}): readonly JournalEntry[] {
    return this.entries.find(wanted).map(entryOf)
  }

  /** Empties the journal and ends every fault. */
  clear(): void {
    this.entries.clear()
    this.recorder.clear()
    this.faults.clear()
  }

  /** Calls back for each request that is answered from now on; returns what stops that. */
  onEntry(listener: (entry: JournalEntry) => void): () => void {
    return this.entries.onEntry(listener)
  }
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- who runs the organisation reads it there
  console.warn(`identikit: ${message}`)
}
