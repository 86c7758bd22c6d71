import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningEnding } from './log-line.ts'
import { onlyVariable } from './only.ts'

/**
 * The module that pytest and unittest load before their tests. It writes which of them runs, when each ran, and how it
 * ended. It leaves out those that the run does not need.
 */
const tests = `import json, os, sys, time, urllib.parse
log = os.path.join(os.path.dirname(os.path.abspath(__file__)), "%d.jsonl" % os.getpid())
running = log[:-6] + "${runningEnding}"
only = json.loads(os.environ.get("${onlyVariable}", "null"))
began, failures = {}, {}

def place(nodeid, location):
    return {"name": nodeid.split("::", 1)[-1], "file": os.path.abspath(location[0]), "line": (location[1] or 0) + 1}

def now():
    return time.time() * 1000

def write(line):
    with open(log, "a") as file:
        file.write(json.dumps(line) + "\\n")

def is_needed(test):
    return only is None or test["name"] in only["names"]

def begin(test):
    began[test["name"]] = now()
    with open(running, "w") as file:
        file.write(urllib.parse.quote(json.dumps({**test, "line": None})))

def end(test, reason, told):
    open(running, "w").close()
    state = "passed" if reason is None else "failed"
    first = (reason or "").split("\\n")[0][:160]
    why = {} if reason is None else {"message": first, "told": told[-4000:]}
    write({"test": {**test, "from": began.get(test["name"], now()), "to": now(), "state": state, **why}})

def pytest_configure():
    write({"runner": "pytest"})

def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if is_needed(place(item.nodeid, item.location))]

def pytest_runtest_logstart(nodeid, location):
    begin(place(nodeid, location))

def pytest_runtest_logreport(report):
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        failures[report.nodeid] = getattr(crash, "message", "failed")

def pytest_runtest_logfinish(nodeid, location):
    reason = failures.get(nodeid)
    end(place(nodeid, location), reason, reason)

def watch(case):
    run = case.run
    def watched(self, result=None):
        if "_pytest" in sys.modules or result is None:
            return run(self, result)
        method = getattr(type(self), self._testMethodName, None)
        code = getattr(method, "__code__", None)
        test = {"name": self.id(), "file": getattr(code, "co_filename", ""), "line": getattr(code, "co_firstlineno", None)}
        if not began:
            write({"runner": "unittest"})
        if not is_needed(test):
            return result
        found = lambda: [text for _, text in getattr(result, "failures", []) + getattr(result, "errors", [])]
        before = found()
        begin(test)
        try:
            return run(self, result)
        finally:
            told = "".join(text for text in found() if text not in before)
            lines = [line for line in told.split("\\n")[1:] if line[:1].strip()]
            end(test, None if told == "" else (lines + ["failed"])[0], told)
    case.run = watched
`

/** The module that Python loads first. It watches unittest as soon as a program imports it, and loads that of the user. */
const first = `import importlib.machinery, importlib.util, os, sys
here = os.path.dirname(os.path.abspath(__file__))

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name != "unittest.case":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module
        def exec_module(module):
            import identikit_vary
            load(module)
            identikit_vary.watch(module.TestCase)
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Watch())
others = [path for path in sys.path if os.path.abspath(path) != here]
own = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
if own:
    own.loader.exec_module(importlib.util.module_from_spec(own))
`

/** Environment variables with which Python loads the modules. Programs without tests do not notice it. */
export function pythonEnvironment(folder: string): Record<string, string> {
  writeFileSync(join(folder, 'identikit_vary.py'), tests)
  writeFileSync(join(folder, 'sitecustomize.py'), first)
  const { PYTHONPATH: path, PYTEST_ADDOPTS: options } = process.env
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    PYTHONPATH: path ? `${folder}${separator}${path}` : folder,
    PYTEST_ADDOPTS: `${options ?? ''} -p identikit_vary`.trim(),
  }
}
