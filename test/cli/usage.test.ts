import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'

test.each([
  ['serve', '[options]'],
  ['conform', '[run|explore|init|explain|diff|merge|reap|selftest] [options]'],
  ['conform run', '[options]'],
  ['conform init', '[options]'],
  ['conform explain', '[options] <clause>'],
  ['conform diff', '[options] <before> <after>'],
  ['conform merge', '[options] <reports...>'],
  ['conform reap', '[options]'],
  ['conform selftest', '[options] [globs...]'],
  ['seed', '[options] [command]'],
  ['seed export', '[options] <file>'],
  ['openapi', '[options]'],
  ['pact', 'verify|check|record [options]'],
  ['pact verify', '[options] <pacts...>'],
  ['pact check', '[options] <pacts...>'],
  ['pact record', '--consumer NAME [options] [-- command...]'],
  ['state', 'show|export|import [options]'],
  ['state show', '[options] <file>'],
  ['state export', '[options] <file>'],
  ['state import', '[options] <export> <file>'],
  ['push', '[options] [world]'],
  ['pull', '[options]'],
  ['completion', '[options] <shell>'],
])('%s %s', async (command, usage) => {
  const { code, out, error } = await runHere([...command.split(' '), '--help'])
  expect([code, error, out.split('\n')[0]]).toEqual([0, '', `Usage: identikit ${command} ${usage}`])
})

test.each(['pact', 'state'])('%s alone tells its help as a mistake', async (group) => {
  const { out } = await runHere([group, '--help'])
  expect(await runHere([group])).toEqual({ code: 2, out: '', error: out })
})
