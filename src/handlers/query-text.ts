/** The parameters of a query, which comes without its question mark. A second one in front belongs to a name. */
export function parametersIn(query: string): URLSearchParams {
  return new URLSearchParams(`?${query}`)
}

/** A query with one parameter set, at its old place or at the end, as URLSearchParams writes it, except blanks. */
export function withParameter(query: string, name: string, value: string): string {
  const parameters = parametersIn(query)
  parameters.set(name, value)
  return queryText(parameters)
}

/** Some of a query's parameters, in the order of their names. */
export function onlyParameters(query: string, names: ReadonlySet<string>): string {
  const parameters = new URLSearchParams([...parametersIn(query)].filter(([name]) => names.has(name)))
  parameters.sort()
  return queryText(parameters)
}

/** Parameters as a query, a blank as `%20`. Callers that do not read a query as a form keep a `+`. */
export function queryText(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('+', '%20')
}
