/** The file that Vitest runs: one test for each selected check, and the facts of the run at its end. */
import { inject } from 'vitest'
import type { SuiteSetup } from './suite-setup.ts'
import { declareSuite } from './vitest-tests.ts'

await declareSuite(inject('identikit' as never) as SuiteSetup)
