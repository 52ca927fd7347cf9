import type { Rule } from 'eslint'
import { relative } from 'node:path'

const drawers = /^(utils?|helpers?|misc|common|constants?|types?)$/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
const pascalCase = /^([A-Z][a-zA-Z0-9]*)(\.[a-z0-9]+)+$/

function findNameProblem(path: string): string | undefined {
  const parts = path.split('/')
  const file = parts.at(-1) ?? ''
  const drawer = parts
    .map((segment) => segment.split('.')[0] ?? '')
    .find((stem) => drawers.test(stem))
  if (drawer) return `"${drawer}" says nothing: name what is in it`
  if (path.startsWith('site/pages/')) return undefined
  if (file.endsWith('.astro') && !pascalCase.test(file)) return `${file}: components are PascalCase`
  const isComponent = /\.(astro|tsx)$/.test(file) && pascalCase.test(file)
  if (!isComponent && !kebabCase.test(file)) return `${file}: file names are kebab-case`
  return undefined
}

export const fileName: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    return {
      Program(node) {
        const problem = findNameProblem(relative(context.cwd, context.physicalFilename))
        if (problem) context.report({ node, message: problem })
      },
    }
  },
}
