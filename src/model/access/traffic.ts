import { defaultsOf } from '../kernel/option.ts'
import { orgOptions } from '../kernel/org-options.ts'
import { OrgService } from '../kernel/org-service.ts'
import { Faults } from './faults.ts'
import type { Gaps } from './gaps.ts'
import { entryOf, Journal, type JournalEntry, type JournalQuery } from './journal.ts'
import { Recorder } from './recorder.ts'
import { withoutSecrets } from './redaction.ts'

export type { JournalEntry, JournalQuery } from './journal.ts'

/**
 * The requests of the organisation's clients, the changes that they made, and the faults. The organisation's state
 * does not include them: snapshots leave them alone.
 */
export class Traffic extends OrgService<'clients' | 'isCredential'> {
  readonly faults = new Faults(this.org.random.fork('faults'), this.org.clock, this.org.tables.faults)
  readonly entries = new Journal(
    this.org.clock,
    (entry) => withoutSecrets(this.org, entry),
    { ...defaultsOf(orgOptions.journal.rows), ...this.org.options.journal },
    this.org.tables.journal,
  )
  readonly recorder = new Recorder(this.org)
  /** Calls that nothing serves, once there was one. */
  gaps: Gaps | undefined

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
}
