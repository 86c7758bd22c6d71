/** Names under which a configuration file is found on its own, in the folder where a server is started. */
export const configFiles = ['identikit.config.yaml', 'identikit.config.yml', 'identikit.config.json'] as const
