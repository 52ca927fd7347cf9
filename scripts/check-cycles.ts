import { featureGraph, findCycles, readImportGraph } from './import-graph.ts'

const graph = readImportGraph()
const files = findCycles(graph).map((cycle) => `files: ${cycle.join(' → ')}`)
const withLazyImports = readImportGraph({ hasLazyImports: true })
const features = findCycles(featureGraph(withLazyImports)).map(
  (cycle) => `features: ${cycle.join(' → ')}`,
)
const cycles = [...files, ...features]

for (const cycle of cycles) console.error(cycle)
if (cycles.length > 0) process.exitCode = 1
else console.log(`No circles among ${graph.size} files`)
