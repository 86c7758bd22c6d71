export default { test: { include: ['*.used.mjs'], fsModuleCache: true } }
