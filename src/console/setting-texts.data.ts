import { defined } from '../model/kernel/defined.ts'
import { flattened, sentenceOf } from '../model/kernel/option.ts'
import { orgOptions } from '../model/kernel/org-options.ts'
import { settingRows } from '../model/kernel/settings.ts'

/** The purpose of a setting, where the API description states it, and the interpretations that it changes. */
export interface SettingText {
  readonly text: string
  readonly source?: string
  readonly interpretations?: readonly string[]
  /** Its number is milliseconds. */
  readonly isDuration?: true
}

const { passwordPolicy } = orgOptions

/** By the name of the setting, such as `passwordPolicy.minLength`. */
const texts: Readonly<Record<string, SettingText>> = Object.fromEntries(
  flattened({ ...settingRows, passwordPolicy }).flatMap(({ path, row }) => {
    // The page shows other groups as a whole.
    if (path.length > 1 && path[0] !== 'passwordPolicy') return []
    const { source, ...rest } = row
    const { interpretations, isDuration } = rest
    return [[path.join('.'), { text: sentenceOf(rest), ...defined({ source, interpretations, isDuration }) }]]
  }),
)

export default texts
