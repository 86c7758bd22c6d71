/** The package's own entry point as Node gets it: the same, but that msw is loaded when its handlers are asked for. */
export * from './index.ts'
export { createOrg } from './create-org-node.ts'
