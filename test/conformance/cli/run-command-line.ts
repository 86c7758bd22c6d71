import { runConform } from '../../../conformance/cli/main.ts'

process.exitCode = await runConform(process.argv.slice(2))
