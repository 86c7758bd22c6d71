import { Option } from '@commander-js/extra-typings'
import { reportForms } from '../../../../conformance/report/words.ts'
import { someOf } from '../../values.ts'

const forms = [...reportForms, 'github', 'all', 'none'] as const

/** The reports that a command writes, their folder, and the known failures. */
export const reportOptions = {
  baseline: new Option('--baseline <file>', 'known.yaml: failures that are known'),
  writeBaseline: new Option(
    '--write-baseline <file>',
    'write an entry for each failure; add the reasons by hand',
  ),
  report: new Option(
    '--report <list>',
    'reports to write; github adds to the page of a job (default: html,json)',
  )
    .choices(forms)
    .argParser(someOf(forms)),
  out: new Option('--out <dir>', 'folder of the reports').default('conform-report'),
}
