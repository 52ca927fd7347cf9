import {
  listFeatureArrows,
  buildFeatureGraph,
  findCycles,
  readImportGraph,
  type FeatureArrow,
} from './import-graph.ts'
import { featureOrder, publicFiles } from './lint/layers.ts'

function isBack({ from, to }: FeatureArrow): boolean {
  return featureOrder.indexOf(to) > featureOrder.indexOf(from)
}

const files = findCycles(readImportGraph()).map((cycle) => `files: ${cycle.join(' → ')}`)
const arrows = listFeatureArrows(readImportGraph({ hasLazyImports: true, hasTypes: false }))
const features = findCycles(buildFeatureGraph(arrows)).map(
  (cycle) => `features: ${cycle.join(' → ')}`,
)
const inWorker = arrows.filter(({ source }) => source.startsWith('worker/'))
const back = inWorker
  .filter(isBack)
  .map(({ source, target }) => `against the order of layers.ts: ${source} → ${target}`)
const unknown = [...new Set(inWorker.flatMap(({ from, to }) => [from, to]))]
  .filter((feature) => !featureOrder.includes(feature))
  .map((feature) => `not in the order of layers.ts: ${feature}`)
const reached = new Set(inWorker.map(({ target }) => target))
const open = new Set(
  Object.entries(publicFiles).flatMap(([feature, names]) =>
    names.map((name) => `worker/features/${feature}/${name}.ts`),
  ),
)
const hidden = [...reached]
  .filter((file) => !open.has(file))
  .map((file) => `not among the publicFiles: ${file}`)
const idle = [...open]
  .filter((file) => !reached.has(file))
  .map((file) => `public, and used by no feature: ${file}`)
const faults = [...files, ...features, ...back, ...unknown, ...hidden, ...idle]

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
console.log(
  `${faults.length} faults among ${featureOrder.length} features; ${reached.size} files reached from other features`,
)
