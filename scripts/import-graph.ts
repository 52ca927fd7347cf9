import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { resolveImport } from './lint/import-resolver.ts'
import { isUseCase } from './lint/layers.ts'

/** Each project file with the files it imports, as paths from the root. */
export type ImportGraph = Map<string, string[]>

function codeOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text
  const frontmatter = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? ''
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code)
  return [frontmatter, ...scripts].join('\n')
}

type Options = { hasLazyImports?: boolean; hasTypes?: boolean }

/** Imports that bring types alone, which are gone when the code runs. */
const typeImports =
  /\b(?:import|export)\s+(?:type\s+[^'";]*?|\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\})\s*from\s*['"][^'"]+['"]/g

function importsOf(
  path: string,
  text: string,
  { hasLazyImports, hasTypes = true }: Options,
): string[] {
  const code = hasTypes ? codeOf(path, text) : codeOf(path, text).replace(typeImports, '')
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.filter(({ pos }) => hasLazyImports || !/\(\s*$/.test(code.slice(0, pos)))
    .map(({ fileName }) => resolveImport(fileName, path))
    .filter((target) => target !== undefined)
    .map((target) => relative(process.cwd(), target))
}

export function buildImportGraph(
  files: Iterable<[path: string, text: string]>,
  options: Options = {},
): ImportGraph {
  return new Map([...files].map(([path, text]) => [path, importsOf(path, text, options)]))
}

/** With static imports alone by default: those run when a file is loaded. */
export function readImportGraph(options: Options = {}): ImportGraph {
  const paths = globSync('{site,worker,local,tests,scripts}/**/*.{ts,tsx,astro}')
  const files = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])
  return buildImportGraph(files, options)
}

export function findReachable(graph: ImportGraph, start: string): Set<string> {
  const reachedPaths = new Set([start])
  for (const path of reachedPaths)
    for (const target of graph.get(path) ?? []) reachedPaths.add(target)
  return reachedPaths
}

function shortestWay(graph: ImportGraph, from: string, to: string): string[] | undefined {
  const ways = new Map([[from, [from]]])
  for (const [path, way] of ways) {
    for (const target of graph.get(path) ?? []) {
      if (target === to) return [...way, to]
      if (!ways.has(target)) ways.set(target, [...way, target])
    }
  }
  return undefined
}

/** Each cycle once, from its first file back to it. */
export function findCycles(graph: ImportGraph): string[][] {
  const reportedCycles = new Set<string>()
  return [...graph.keys()].flatMap((path) => {
    const cycle = reportedCycles.has(path) ? undefined : shortestWay(graph, path, path)
    cycle?.forEach((member) => reportedCycles.add(member))
    return cycle ? [cycle] : []
  })
}

/** The feature of a path; in the worker contracts and routes belong to none. */
function featureOf(path: string): string | undefined {
  const [, site] = /^(site\/features\/[^/]+)\//.exec(path) ?? []
  const [, worker] = /^worker\/features\/([^/]+)\//.exec(path) ?? []
  return site ?? (worker && isUseCase(path) ? worker : undefined)
}

/** From a feature to a file of another. */
export type FeatureArrow = { from: string; to: string; source: string; target: string }

/** Imports between features, of a graph with imports of values alone. */
export function listFeatureArrows(graph: ImportGraph): FeatureArrow[] {
  return [...graph].flatMap(([source, targets]) => {
    const from = /\.test\.tsx?$/.test(source) ? undefined : featureOf(source)
    if (!from) return []
    return targets.flatMap((target) => {
      const to = featureOf(target)
      return to && to !== from ? [{ from, to, source, target }] : []
    })
  })
}

export function buildFeatureGraph(arrows: readonly FeatureArrow[]): ImportGraph {
  const features: ImportGraph = new Map()
  for (const { from, to } of arrows) features.set(from, [...(features.get(from) ?? []), to])
  return features
}
