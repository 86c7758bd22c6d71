import { type Command, Option } from '@commander-js/extra-typings'
import { configFiles } from '../../server/config/files.ts'
import { presetOption } from './preset-option.ts'
import { clientOf, duration, wholeNumber, wordList } from '../values.ts'

/** The options of a server, for the commands that start one. */
export function withServerOptions(command: Command) {
  return (
    command
      .optionsGroup('Configuration:')
      .option(
        '--config <file>',
        `YAML or JSON file with options (default: ${configFiles[0]} or .json here); those named below win over it`,
      )
      .option('--no-config', 'take no configuration file')
      .optionsGroup('Where:')
      .option(
        '--port <number>',
        'port to listen at; 0 takes any that is free (default: 4010)',
        wholeNumber(0, 65_535),
      )
      .option(
        '--host <address>',
        'address to listen at (default: localhost, which only this machine reaches)',
      )
      .option('--base-url <url>', 'address under which links are made (default: where it listens)')
      .option(
        '--allowed-hosts <names>',
        'names it answers under, beside its own and those of loopback: a.test,*.b.test',
        wordList,
      )
      .option(
        '--trusted-origins <origins>',
        'origins whose pages may call (CORS), beside localhost at any port: https://app.test,…',
        wordList,
      )
      .option(
        '--control-token <value>',
        'token that the control plane asks for; without one it is closed to other machines',
      )
      .option('--tls', 'serve over TLS with a certificate that is made and signed here, for localhost')
      .option('--tls-cert <file>', 'serve over TLS with this certificate, in PEM')
      .option('--tls-key <file>', 'private key of the certificate, in PEM')
      .option('--read-only', 'refuse whatever would change something')
      .optionsGroup('Events:')
      .option('--webhook <url>', 'send events to this URL, in signed batches (docs/webhooks.md)')
      .option(
        '--webhook-secret <secret>',
        'secret that signs them: whsec_ and base64, or env:NAME or file:PATH that holds it',
      )
      .optionsGroup('What is kept:')
      .option('--state <file>', 'keep everything in this file, and go on from it (Node 22.13 or later)')
      .option('--export-on-exit <file>', 'write the state into this file when it is told to stop')
      .optionsGroup('What:')
      .option(
        '--world, --seed <world>',
        'demo, empty, examples, large:N (N users), or a .yaml, .json, .ts or .js file (default: demo)',
      )
      .option(
        '--scenario <name>',
        'faults in force from the start: flaky, rate-limited, slow, maintenance, outage, broken-replies, or a .yaml or .json file with a list of faults',
      )
      .option(
        '--client <id=uri>',
        'a client for your application, with its redirect URI: my-spa=http://localhost:5173/callback',
        clientOf,
      )
      .option('--extend <file>', 'endpoints of your own, in a .js, .mjs or .ts module (docs/extend.md)')
      .option('--id-seed <text>', 'from which ids, tokens and names come; the same text gives the same ones')
      .addOption(presetOption())
      .option(
        '--word <word>',
        "the operator's word inside identifiers, and nothing else (default: svc, or that of --preset)",
      )
      .option('--token <value>', "value of the administrator's API token")
      .option(
        '--search-lag <time>',
        'how long searches lag behind writes: 500, 500ms, 2s (default: 0)',
        duration,
      )
      .option(
        '--transition-delay <time>',
        'how long activations and deactivations take (default: 0)',
        duration,
      )
      .option('--freeze-clock [moment]', 'let time stand still, now or at 2026-01-05T09:30:00.000Z')
      .optionsGroup('Organisations beside its own, at /orgs/NAME:')
      .addOption(
        new Option(
          '--orgs <when>',
          'made by POST /_orgs only, or at the first request as well (default: by-control)',
        ).choices(['by-control', 'on-demand'] as const),
      )
      .option('--org-seed <world>', 'what each is filled with (default: as --seed)')
      .option('--max-orgs <number>', 'how many there may be (default: 10000)', wholeNumber(1))
      .option(
        '--org-idle <time>',
        'how long one lives that nobody calls; with --state it only leaves the memory (default: as long as the server)',
        duration,
      )
      .optionsGroup('Output:')
      .option('--verbose', 'log every request')
      .addOption(
        new Option(
          '--log <form>',
          'log every request: text as a line on standard output, json as a line of JSON on standard error',
        ).choices(['text', 'json'] as const),
      )
      .option('--quiet', 'print nothing but errors')
      // Turns off a setting that a configuration file turns on.
      .addOption(new Option('--no-tls').hideHelp())
      .addOption(new Option('--no-read-only').hideHelp())
      .addOption(new Option('--no-verbose').hideHelp())
      .addOption(new Option('--no-quiet').hideHelp())
  )
}
