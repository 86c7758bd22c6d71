/** What `identikit --help` says. */
export const generalHelp = `identikit: a stand-in for an identity-management service, and a measure of real ones

Usage
  identikit serve [options]      Serve an organisation over HTTP
  identikit conform [options]    Check a deployment, clause by clause

  identikit <command> --help     Options of a command
  identikit --version            Version of this package`

/** What `identikit serve --help` says. */
export const serveHelp = `Usage: identikit serve [options]

Where
  --port NUMBER             Port to listen at; 0 takes any that is free (default 4010)
  --host ADDRESS            Address to listen at (default 127.0.0.1: only this machine reaches it)
  --base-url URL            Address under which links are made (default: where it listens)

What
  --seed WORLD              demo, empty, large:N (N users), or a .yaml or .json file (default demo)
  --id-seed TEXT            From which ids, tokens and names come; the same text gives the same ones
  --word WORD               The operator's word inside identifiers (default svc)
  --token VALUE             Value of the administrator's API token
  --search-lag TIME         How long searches lag behind writes: milliseconds, or 2s (default 0)
  --transition-delay TIME   How long activations and deactivations take (default 0)
  --freeze-clock [=MOMENT]  Let time stand still, at a moment (2026-01-05T09:30:00.000Z) or now

Output
  --verbose                 Log every request
  --quiet                   Print nothing but errors
  --json                    Print where it listens as one line of JSON
  --help`
