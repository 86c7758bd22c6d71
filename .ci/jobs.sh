# Functions of `.ci/run` and `.ci/nightly`.

# Browsers, empty roots and images need root; on a machine of another user, everything runs by sudo.
[ "$(id -u)" = 0 ] || exec sudo -E env "PATH=$PATH" bash "$0" "$@"

# `npm test` also checks the requests and replies of its handlers against the OpenAPI document.
# Several jobs run at once: a job of tests has one worker, which imports and optimises once for all files. Programs in
# Go have one thread: the checks of types would look at the same declarations in each. They end before it pays to look
# for free memory often.
export CI=true OPENAPI_RUNS=10 VITEST_MAX_WORKERS=1 GOMAXPROCS=1 GOGC=400 reports
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
TIMEFORMAT='took %R s; processor: %U s, system: %S s'

# Packages of npm, and meanwhile those of Debian: a browser, and those that are named. Without those of npm nothing is
# tried.
install() {
  { apt-get update -qq && apt-get install -y -qq -o Acquire::Retries=3 --no-install-recommends \
    chromium chromium-headless-shell python3 "$@"
  } >"$reports/apt.log" 2>&1 &
  apt=$!
  npm ci --no-audit --no-fund || exit 1
  # Scripts run on the Node of package.json, unless another one is to be tried.
  [ -z "${NODE_MAJOR:-}" ] || npm install --no-save --no-audit --no-fund "node@$NODE_MAJOR" || exit 1
}

# Runs a script of package.json. Its output is printed once it ends, and its exit code is noted for the summary.
job() {
  local log code=0
  log=$(mktemp "$reports/log.XXXXXX")
  # Vitest also writes its results there (vitest.config.ts).
  export TEST_RESULTS="$log.json"
  { time npm run --silent $* || code=$?; } >"$log" 2>&1 </dev/null
  printf '%s npm run %s\n' "$code" "$*" >>"$reports/tried"
  [ "$code" = 0 ] || { printf '\n== npm run %s\n' "$*"; tail -n 60 "$log"; } >>"$reports/failed"
  printf '\n== npm run %s (after %s s)\n%s\n' "$*" "$SECONDS" "$(cat "$log")"
}

# Runs the jobs that it reads, one a line, at the same time: four more than there are cores, since many wait. The first
# one builds. Jobs after the line of dashes use the package, or packages of Debian.
stage() {
  printf '\n==== %s (after %s s)\n' "$1" "$SECONDS"
  local line first=
  while read -r line; do
    if [ "$line" = '-- with the package --' ]; then
      wait "$first"
      PACKED=$reports/$(npm pack --ignore-scripts --silent --pack-destination "$reports")
      export PACKED
      wait "$apt" && continue
      { printf '\n== apt-get install\n'; cat "$reports/apt.log"; } >>"$reports/failed"
      printf '1 apt-get install\n' >>"$reports/tried"
      break
    fi
    while [ "$(jobs -rp | wc -l)" -gt $(($(nproc) + 3)) ]; do wait -n; done
    job "$line" &
    first=${first:-$!}
  done
  wait
}

# Shows how the jobs that failed ended, counts what passed and failed, and names it.
summary() { cat "$reports/failed" 2>/dev/null; npx --no-install tsx scripts/ci-summary.ts "$reports"; }
