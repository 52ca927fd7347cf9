import type { Rule, Scope } from 'eslint'

type Node = Scope.Scope['block']

const message = 'Name it in site/lib/storage-keys.ts.'
const methods = /^(?:getItem|setItem|removeItem|readCookie)$/

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  const isNamed = callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
  return isNamed ? (callee.property as { name: string }).name : ''
}

/** Calls of the function that this parameter belongs to, with what they pass for it. */
function argumentsFor({ node, name }: Scope.Definition, scope: Scope.Scope): Node[] {
  if (node.type !== 'FunctionDeclaration' || !node.id) return []
  const position = (node.params as Node[]).findIndex((parameter) => parameter === name)
  const declared = findVariable(scope, (node.id as { name: string }).name)
  return (declared?.references ?? []).flatMap(({ identifier }) => {
    const call = (identifier as Rule.Node).parent
    if (call?.type !== 'CallExpression' || call.callee !== identifier) return []
    return call.arguments.slice(position, position + 1)
  })
}

function findVariable(from: Scope.Scope, name: string): Scope.Variable | undefined {
  for (let scope: Scope.Scope | null = from; scope; scope = scope.upper) {
    const variable = scope.set.get(name)
    if (variable) return variable
  }
  return undefined
}

/** Literals behind a name: text of its own, or a name from another file than the table. */
function literalsBehind(node: Node & { name: string }, scope: Scope.Scope): Node[] {
  const definition = findVariable(scope, node.name)?.defs[0]
  if (definition?.type === 'ImportBinding') {
    const isTable = String(definition.parent.source.value).endsWith('/storage-keys.ts')
    return isTable ? [] : [node]
  }
  if (definition?.type === 'Variable') return literalsIn(definition.node.init, scope)
  if (definition?.type !== 'Parameter') return []
  return argumentsFor(definition, scope).flatMap((argument) => literalsIn(argument, scope))
}

function literalsIn(node: Node | null | undefined, scope: Scope.Scope): Node[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : []
    case 'TemplateLiteral':
      return node.quasis[0]?.value.raw ? [node] : literalsIn(node.expressions[0], scope)
    case 'BinaryExpression':
      return literalsIn(node.left, scope)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((branch) => literalsIn(branch, scope))
    case 'Identifier':
      return literalsBehind(node, scope)
    default:
      return []
  }
}

/** Refuses a name in browser storage or of a cookie that is not in the table of storage keys. */
export const storageKey: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node: Node | undefined, at: Node) => {
      for (const literal of literalsIn(node, context.sourceCode.getScope(at))) {
        context.report({ node: literal, message })
      }
    }
    return {
      CallExpression(node) {
        const isDatabase =
          node.callee.type === 'MemberExpression' && nameOf(node.callee.object) === 'indexedDB'
        if (isDatabase || methods.test(nameOf(node.callee))) check(node.arguments[0], node)
      },
      NewExpression(node) {
        if (nameOf(node.callee) === 'BroadcastChannel') check(node.arguments[0], node)
      },
      AssignmentExpression(node) {
        if (nameOf(node.left) === 'cookie') check(node.right, node)
      },
    }
  },
}
