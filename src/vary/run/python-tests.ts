import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningEnding } from './log-line.ts'

/** The module that pytest loads before its tests. It writes which of them runs, when each ran, and how it ended. */
const plugin = `import json, os, time, urllib.parse
log = os.path.join(os.path.dirname(os.path.abspath(__file__)), "%d.jsonl" % os.getpid())
running = log[:-6] + "${runningEnding}"
began, failures = {}, {}

def place(nodeid, location):
    return {"name": nodeid.split("::", 1)[-1], "file": os.path.abspath(location[0])}

def now():
    return time.time() * 1000

def pytest_runtest_logstart(nodeid, location):
    began[nodeid] = now()
    with open(running, "w") as file:
        file.write(urllib.parse.quote(json.dumps(place(nodeid, location))))

def pytest_runtest_logreport(report):
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = getattr(crash, "message", "failed")
        failures[report.nodeid] = reason.split("\\n")[0][:160]

def pytest_runtest_logfinish(nodeid, location):
    open(running, "w").close()
    test = {
        **place(nodeid, location),
        "line": (location[1] or 0) + 1,
        "from": began.get(nodeid, now()),
        "to": now(),
        "state": "failed" if nodeid in failures else "passed",
    }
    if nodeid in failures:
        test["message"] = failures[nodeid]
    with open(log, "a") as file:
        file.write(json.dumps({"test": test}) + "\\n")
`

/** Environment variables with which pytest loads the module. Other programs do not see it. */
export function pytestEnvironment(folder: string): Record<string, string> {
  writeFileSync(join(folder, 'identikit_vary.py'), plugin)
  const { PYTHONPATH: path, PYTEST_ADDOPTS: options } = process.env
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    PYTHONPATH: path ? `${folder}${separator}${path}` : folder,
    PYTEST_ADDOPTS: `${options ?? ''} -p identikit_vary`.trim(),
  }
}
