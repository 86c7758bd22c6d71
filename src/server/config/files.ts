/** File names of the configuration file that a server looks for in the folder where it starts. */
export const configFiles = ['identikit.config.yaml', 'identikit.config.yml', 'identikit.config.json'] as const
