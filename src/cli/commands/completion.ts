import { Argument } from '@commander-js/extra-typings'
import type { Define } from '../tree.ts'

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

/** The bash script needs these functions of the package bash-completion; shells may not have loaded it. */
const bashWords = `type _get_comp_words_by_ref >/dev/null 2>&1 || _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=\${words[cword]}
    prev=\${words[cword-1]}
}`

export const define: Define = (command, { io }) => {
  command
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(shells))
    .addHelpText(
      'after',
      `
  bash  source <(identikit completion bash)   in ~/.bashrc
  zsh   source <(identikit completion zsh)    in ~/.zshrc
  fish  identikit completion fish > ~/.config/fish/completions/identikit.fish`,
    )
    .action(async (shell) => {
      if (shell === 'bash') io.out(bashWords)
      const { default: tab } = await import('@bomb.sh/tab')
      tab.setup('identikit', 'identikit', shell)
    })
}
