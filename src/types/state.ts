/** Types of state: where it is kept, exported states and seeds. */
export type { ExportedSeed, SeedExportOptions } from '../fixtures/seed/export.ts'
export type { ExportedState } from '../model/exported-state.ts'
export type { Persistence, PersistOptions, RowStore } from '../model/kernel/persistence.ts'
export type { OrgRows } from '../organisation.ts'
