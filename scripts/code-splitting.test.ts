import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findReachable, readImportGraph } from './import-graph.ts'

const graph = readImportGraph()
// Beyond it are types alone, of which no script holds anything.
graph.delete('worker/api-types.ts')
const scriptOf = (path: string) => /<script>(.*?)<\/script>/s.exec(readFileSync(path, 'utf8'))?.[1]
const layout = scriptOf('site/layouts/Page.astro') ?? ''
const starters = [...layout.matchAll(/import '#([^']+)'/g)].map(([, path = '']) => path)
const shared = new Set(starters.flatMap((path) => [...findReachable(graph, path)]))
/** Modules whose work on loading concerns themselves alone, and holds for every page. */
const preparing = ['messages.ts', 'paths.ts'].map((name) => `site/lib/${name}`)
const listening = ['session.store.ts', 'relations.ts'].map((name) => `site/lib/session/${name}`)
for (const path of [...starters, ...preparing, ...listening]) shared.delete(path)
const isScript = (path: string) => !path.startsWith('.inlang/') && !path.endsWith('?url')
const own = [...shared].filter(isScript)

const declarations = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
])

test('the layout’s script is read', () => {
  expect(starters).toContain('site/lib/session/session.ts')
  expect(own.length).toBeGreaterThan(20)
})

/** Sign-up and login load the shared file for a part of it, and must not start all of a page. */
test.each(own)('%s does nothing until it is called', (path) => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const acts = file.statements.filter(({ kind }) => !declarations.has(kind))
  expect(acts.map((statement) => statement.getText(file))).toEqual([])
})
