import type { Rule } from 'eslint'

const message =
  'A use case reaches the database by read, readAndRecordAttempt or write, which check the session.'

type Node = { type: string; [key: string]: unknown }

function isDatabase(node: Node | undefined): boolean {
  if (node?.type === 'Identifier') return node['name'] === 'db'
  if (node?.type !== 'MemberExpression') return false
  return (node['property'] as Node)['name'] === 'db'
}

/** `db.update(…).set(…)`: runs when it is awaited. */
function isStatement(node: Node | undefined | null): boolean {
  if (!node) return false
  if (node.type === 'CallExpression') return isStatement(node['callee'] as Node)
  if (node.type !== 'MemberExpression') return false
  const object = node['object'] as Node
  return isDatabase(object) || isStatement(object)
}

/** Allows database access only by the three functions that check a member's session. */
export const requireSessionCheck: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const refuse = (node: unknown) => context.report({ node: node as Rule.Node, message })
    return {
      ImportDeclaration(node) {
        if (!/\/db\/(client|hrana)\.ts$/.test(String(node.source.value))) return
        const isRefused = node.specifiers.some(
          (specifier) =>
            specifier.type === 'ImportNamespaceSpecifier' ||
            (specifier.type === 'ImportSpecifier' &&
              ['batch', 'openDatabase', 'createSender'].includes(
                (specifier.imported as { name?: string }).name ?? '',
              )),
        )
        if (isRefused) refuse(node)
      },
      MemberExpression(node) {
        const { property } = node
        if (property.type !== 'Identifier' || !isDatabase(node.object as unknown as Node)) return
        if (['send', '$client', 'batch', 'transaction'].includes(property.name)) refuse(node)
      },
      AwaitExpression(node) {
        if (isStatement(node.argument as unknown as Node)) refuse(node)
      },
    }
  },
}
