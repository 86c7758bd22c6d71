import { createMockAdapter } from '../../conformance/engine/supply/mock-adapter.ts'
import type { TargetOptions } from '../../conformance/proof/variants/variant.ts'
import type { SelftestTarget } from '../../conformance/proof/selftest/run-altered.ts'
import { operationNames } from '../contract/operation-names.ts'
import { toResponse, wireRequestOf } from '../handlers/fetch.ts'
import { router } from '../handlers/routes.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrganisation } from '../organisation.ts'
import { answerControl } from './control.ts'
import { actions } from './control-actions.ts'
import { defined } from '../model/kernel/defined.ts'

/**
 * Creates an empty organisation in this process, with its control plane and without sockets. The conformance suite
 * tests itself against it. This takes a few milliseconds.
 */
export async function createConformTarget(options: TargetOptions = {}): Promise<SelftestTarget> {
  const organisation = createOrganisation(orgOptionsOf(options))
  if (options.vary) await organisation.vary(...options.vary)
  const { baseUrl, apiToken } = organisation
  const fetch = async (request: Request): Promise<Response> => {
    const { target, params = {} } = router.find('GET', new URL(request.url).pathname) ?? {}
    if (target?.kind !== 'control') return organisation.fetch(request)
    const { action } = params
    // The suite reads names only. JSON schemas take longer than creating an organisation.
    if (action === undefined)
      return Response.json({ actions: Object.keys(actions).map((name) => ({ name })) })
    const wire = wireRequestOf(request, await request.text())
    return toResponse(await answerControl(organisation.model, wire, action))
  }
  const control = await createMockAdapter({ baseUrl, fetch })
  return { baseUrl, token: apiToken, fetch, control, close: () => {} }
}

function orgOptionsOf({ pageSize, prefix, settings }: TargetOptions): OrgOptions {
  const sizes = pageSize === undefined ? undefined : { default: pageSize, max: pageSize }
  const lists = Object.values(operationNames)
    .flat()
    .filter((name) => name.startsWith('list'))
  return {
    ...defined({
      prefix,
      pageSizes: sizes && Object.fromEntries(lists.map((name) => [name, sizes])),
    }),
    ...(settings as OrgOptions | undefined),
  }
}
