/**
 * Runs deviants whose id fits a glob, and says which survive and why.
 *
 *     npx tsx scripts/selftest.ts 'users.suspend.*' [--thorough]
 *     npx tsx scripts/selftest.ts --unaltered 'users.*'   the verdicts of these clauses on the mock as it is
 *     npx tsx scripts/selftest.ts --gaps 'users.*'        gradable clauses without a check, or a deviant
 *     npx tsx scripts/selftest.ts --variants | --hollow   what conforming variants fail, hollow servers pass
 */
import { catalogue } from '../conformance/proof/deviants/catalogue.ts'
import { findGaps } from '../conformance/proof/selftest/find-gaps.ts'
import { hollowServers, lookalikes, tryHollowServers } from '../conformance/proof/hollow.ts'
import { judging, runAltered, selftest, verdictsOf } from '../conformance/proof/selftest/selftest.ts'
import { tryVariants } from '../conformance/proof/variants/try-variants.ts'
import { variants } from '../conformance/proof/variants/variants.ts'
import { loadChecks } from '../conformance/engine/plan/load-checks.ts'
import { clauses } from '../conformance/registry/clauses.ts'
import { createConformTarget } from '../src/server/conform-target.ts'

const flags = new Set(process.argv.slice(2).filter((each) => each.startsWith('--')))
const globs = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const forms = globs.map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}`))
const fits = (id: string): boolean => forms.length === 0 || forms.some((form) => form.test(id))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (flags.has('--gaps')) await gaps()
else if (flags.has('--unaltered')) await unaltered()
else if (flags.has('--variants')) await tryAllVariants()
else if (flags.has('--hollow')) await tryAllHollow()
else await deviants()

async function gaps(): Promise<void> {
  const { withoutCheck, withoutDeviant } = findGaps(await loadChecks(), catalogue)
  for (const id of withoutCheck.filter(fits)) say(`no check    ${id}`)
  for (const id of withoutDeviant.filter(fits)) say(`no deviant  ${id}`)
}

async function unaltered(): Promise<void> {
  const ids = new Set(clauses.map(({ id }) => id).filter(fits))
  const begun = performance.now()
  const checks = judging(await loadChecks(), ids)
  const { checks: results } = await runAltered({ createTarget: createConformTarget }, checks)
  const verdicts = verdictsOf(results)
  for (const result of results) {
    for (const { clause, verdict, why, hint, assertions } of result.outcomes) {
      if (verdict === 'pass' || verdict === 'observed' || !fits(clause)) continue
      say(`${verdict.padEnd(13)} ${clause}  (${result.key})\n              ${why ?? ''} ${hint ?? ''}`)
      for (const each of assertions.filter(({ held }) => !held))
        say(`              ${JSON.stringify(each).slice(0, 600)}`)
      if (result.problem !== undefined) say(`              ${result.problem}`)
    }
  }
  const counted = Object.entries(verdicts).filter(([clause]) => fits(clause))
  const passed = counted.filter(([, verdict]) => verdict === 'pass').length
  say(
    `${passed} of ${counted.length} clauses pass; ${checks.length} checks, ${Math.round(performance.now() - begun)} ms`,
  )
  const slow = results.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5)
  say(`slowest: ${slow.map(({ key, milliseconds }) => `${key} ${milliseconds} ms`).join('; ')}`)
}

async function deviants(): Promise<void> {
  const chosen = catalogue.filter(({ id }) => fits(id))
  const table = await selftest({
    createTarget: createConformTarget,
    deviants: chosen,
    thorough: flags.has('--thorough'),
    onDeviant({ id, caught, catches, collateral }) {
      if (!caught) {
        say(`SURVIVES  ${id}`)
        for (const { clause, verdict, why } of catches)
          if (why !== undefined) say(`          ${clause}: ${verdict}: ${why}`)
      }
      if (collateral.length > 0) say(`undeclared collateral of ${id}: ${collateral.join(', ')}`)
    },
  })
  const caught = table.deviants.filter((each) => each.caught).length
  say(`${caught} of ${table.deviants.length} deviants caught, ${table.milliseconds} ms`)
}

async function tryAllVariants(): Promise<void> {
  const chosen = variants.filter(({ id }) => fits(id))
  for (const variant of chosen) {
    const [result] = await tryVariants({ createTarget: createConformTarget, variants: [variant] })
    if (result === undefined) continue
    const { id, failed, unshown, milliseconds } = result
    say(`${id}: ${failed.length} failed, ${unshown.length} not shown, ${milliseconds} ms`)
    for (const { clause, check, why } of failed) say(`  fails ${clause} (${check})\n        ${why}`)
    if (unshown.length > 0) say(`  not shown: ${unshown.join(', ')}`)
  }
}

async function tryAllHollow(): Promise<void> {
  const servers = [...hollowServers, ...lookalikes].filter(({ id }) => fits(id))
  for (const { id, passed, milliseconds } of await tryHollowServers({
    createTarget: createConformTarget,
    servers,
  }))
    say(`${id}: ${passed.length} passed, ${milliseconds} ms  ${passed.join(', ')}`)
}
