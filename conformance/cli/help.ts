/** What `identikit conform --help` prints. */
export const help = `identikit conform: check a deployment of the service, clause by clause

  identikit conform --base-url URL --token env:TOKEN [options]
  identikit conform explain CLAUSE             what a clause says, where it comes from, how it is checked;
                                               of an area or glob, what its clauses say
  identikit conform diff A.json B.json         which clauses came out differently in two runs
  identikit conform merge A.json B.json ...    one report from the shards of a run
  identikit conform reap --base-url URL --token env:TOKEN (--ledger FILE | --run ID) [--yes]
                                               remove what a run left behind; without --yes only list it;
                                               with --run, records of the last hour stay (--older-than 1h)
  identikit conform selftest                   prove that the suite catches servers that break a clause

Target
  --base-url URL            address of the deployment
  --token SOURCE            API token: env:NAME, file:PATH or stdin, never the token itself
  --session-cookie SOURCE   session cookie (name=value) of a signed-in user
  --profile FILE            target.yaml: features, and things the API cannot cause
  --control                 use the control plane of the bundled mock at the same address
  --adapter MODULE          your own control adapter (a module with a default export)
  --features LIST           +early-access,-federation,?newer-engine,+defaults
  --header 'NAME: VALUE'    added to every request; VALUE may be env:NAME; repeatable
  --insecure                accept any certificate; proxies come from HTTP_PROXY, HTTPS_PROXY, NO_PROXY

Selection
  --only LIST               clause ids, areas, globs: 'users.suspend.*,groups'
  --level LIST              must, default, edition, may-change, open
  --shard I/N               the I-th of N parts; join their reports with merge
  --seed N                  shuffle the checks

Safety
  --allow LIST              mail, me, end-sessions, or all; nothing by default
  --plan                    run against the bundled mock, and print every write it would make
  --rps N                   requests per second (10; no bound for this machine)
  --concurrency N           checks and requests at the same time (4)
  --rate-limit-budget TIME  how long the run may wait for rate limits (60s)
  --lag TIME                how long to wait for what may lag (10s)
  --timeout TIME            time for one check (30s)

Results
  --baseline FILE           known.yaml: clauses known not to hold
  --write-baseline FILE     write one; each reason is yours to fill in
  --report LIST             html, json, junit, ctrf, md, badge, all, none (html,json)
  --out DIR                 where reports go (conform-report)
  --keep-evidence           keep the exchanges of passed checks too
  --engine NAME             vitest (default) or in-process

Exit codes: 0 clean, or only known failures; 1 unexpected failures, or a stale baseline; 2 usage;
3 incomplete; 4 our own error; 5 records were left behind; 130 interrupted.`
