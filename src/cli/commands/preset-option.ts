import { Option } from '@commander-js/extra-typings'

/** `--preset`, for the commands that start a mock. */
export const presetOption = () =>
  new Option(
    '--preset <name>',
    'answer as recordings of a service show, also where they contradict the API description: its names, links and statuses (default: none)',
  ).choices(['okta'] as const)
