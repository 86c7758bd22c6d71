import { flattened, sentenceOf } from '../src/model/kernel/option.ts'
import { configOptions } from '../src/server/serve-options.ts'

/** action.yml: the inputs that are flags of `serve` say the same as these. */
export function renderActionInputs(before: string): string {
  return before.replaceAll(
    /^( {2}([\w-]+):\n {4}description: ).*(\n {4}default: (.*))$/gm,
    (whole, start: string, name: string, end: string, byDefault: string) => {
      const row = flattened(configOptions).find(({ row: { flag } }) => flag?.[1].includes(`--${name} `))?.row
      if (row === undefined) return whole
      const { file: _, ...said } = row
      const text = `${byDefault === "''" ? sentenceOf(said) : said.text}.`
      return start + (text.includes("'") ? JSON.stringify(text) : `'${text}'`) + end
    },
  )
}
