import { type Command, Help, type Option } from '@commander-js/extra-typings'
import type { CommandEntry } from './tree.ts'

/** Whether `--help` is to show every option: without `--all` it fits on a screen. */
export function isAllWanted(argv: readonly string[]): boolean {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  return own.includes('--all')
}

/** The help of commands: examples first, then the usual options in a sentence each, or all of them. */
export function helpOf(
  entryOf: (command: Command) => Pick<CommandEntry, 'examples' | 'usual'>,
  isAll: boolean,
): Pick<Help, 'formatHelp'> {
  return {
    formatHelp(command, helper) {
      const { examples = [], usual } = entryOf(command as Command)
      const all = helper.visibleOptions(command)
      const shown =
        isAll || usual === undefined
          ? all
          : all.filter(({ long }) => long === '--help' || usual.split(' ').includes(long!))
      const short = { visibleOptions: () => shown, optionDescription: inOneSentence, groupItems }
      const own = Object.assign(Object.create(helper) as Help, isAll ? {} : short)
      return [
        ...(examples.length === 0 ? [] : [...examples.map((each) => `  ${each}`), '']),
        Help.prototype.formatHelp.call(own, command, own),
        ...(shown.length === all.length ? [] : [`${all.length - shown.length} more options: add --all`, '']),
      ].join('\n')
    },
  }
}

/** One list: headings for groups of a few options take more lines than they help. */
const groupItems: Help['groupItems'] = (_, visible, groupOf) => {
  const [first] = visible
  if (first === undefined) return new Map()
  return new Map([['description' in first && 'long' in first ? 'Options:' : groupOf(first), [...visible]]])
}

/** The first sentence about an option, and its default if it is a value. */
function inOneSentence({ description, defaultValue }: Option): string {
  const [, first = description] = /^(.+?)(?:\. (?=[A-Z0-9])|$)/s.exec(description) ?? []
  const [, told = defaultValue as string | boolean | undefined] =
    /\. Default (.+?)(?:\. |$)/.exec(description) ?? []
  const isValue = typeof told === 'string' && told !== 'false' && /^[\w./:-]+$/.test(told)
  return isValue && !first.includes('(default') ? `${first} (default: ${told})` : first
}

/** Breaks the lines of paragraphs that are wider than a terminal. Lists and examples are indented, and stay. */
export function folded(text: string, width: number): string {
  const [blank = ''] = /^\n+/.exec(text) ?? []
  const isWide = (lines: string): boolean =>
    lines.split('\n').some((line) => line.length > width) && !/^ /m.test(lines)
  const parts = text
    .slice(blank.length)
    .split('\n\n')
    .map((part) => (isWide(part) ? new Help().boxWrap(part.trim().replaceAll('\n', ' '), width) : part))
  return blank + parts.join('\n\n')
}
