/** The package's entry point for Node. The difference: it loads msw only for `org.handlers()`. */
export * from './index.ts'
export { createOrg } from './create-org-node.ts'
