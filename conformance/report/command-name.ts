/** How package managers run a command of an installed package, by the start of their user agent. */
const runners: Readonly<Record<string, string>> = {
  npm: 'npx ',
  pnpm: 'pnpm exec ',
  yarn: 'yarn ',
  bun: 'bunx ',
}

/**
 * The command as a person repeats it: `npx identikit` if npm started this process. A shell may not find `identikit`
 * alone then.
 */
export function commandName(): string {
  const { process } = globalThis as { readonly process?: { readonly env?: NodeJS.ProcessEnv } }
  const agent = process?.env?.['npm_config_user_agent'] ?? ''
  return `${runners[agent.split('/', 1)[0]!] ?? ''}identikit`
}
