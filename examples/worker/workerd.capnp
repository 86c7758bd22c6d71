# The same worker on workerd alone, with its state in the folder data: npm run workerd
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .identikit),
    (name = "data", disk = (path = "data", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const identikit :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "dist/index.js")],
  compatibilityDate = "2026-06-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "ORGANISATIONS", durableObjectNamespace = "Organisation"),
    # From the environment of the process.
    (name = "CONTROL_TOKEN", fromEnvironment = "CONTROL_TOKEN"),
  ],
  durableObjectNamespaces = [
    (className = "Organisation", uniqueKey = "identikit-organisation", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "data"),
);
