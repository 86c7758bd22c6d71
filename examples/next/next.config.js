// Loaded from node_modules as it is: it brings the script of the console.
export default { serverExternalPackages: ['identikit'] }
