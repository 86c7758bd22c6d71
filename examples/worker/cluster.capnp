# Several workerd processes that share a bucket, each on a machine of its own (experimental): docs/server.md
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .identikit),
    # Each process has a disk of its own: --directory-path=data=FOLDER
    (name = "data", disk = (path = "data", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
  cluster = (
    # Address and credentials come from AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    bucket = "s3://identikit/cluster",
    bucketOptions = [],
    # Only the other processes may reach this one: --cluster-addr=HOST:PORT
    address = "127.0.0.1:0",
    # Of your own: openssl rand -hex 32
    key = "CLUSTER_KEY-0000000000000000000000000000000000000000000000000000",
  ),
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
