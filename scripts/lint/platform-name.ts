import type { Rule, Scope } from 'eslint'
import { platformIds } from '#worker/contracts/platforms.ts'

type Node = Scope.Scope['block']

const inSql = new RegExp(`'(?:${platformIds.join('|')})'`)
/** People sign in with some of the platforms, which is another list. */
const ofSignIn = /provider|identit|intent/i
const surroundings =
  /^(?:BinaryExpression|CallExpression|ExportNamedDeclaration|JSXAttribute|TaggedTemplateExpression|VariableDeclaration)$/

/** Refuses a platform's name outside of its record and its integration. */
export const platformName: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node: Node) => {
      let around = node as Rule.Node
      while (around.parent && !surroundings.test(around.type)) around = around.parent
      if (ofSignIn.test(context.sourceCode.getText(around))) return
      context.report({ node, message: 'Take it from worker/contracts/platforms.ts.' })
    }
    return {
      Literal(node) {
        if (platformIds.some((name) => name === node.value)) check(node)
      },
      TemplateElement(node) {
        if (inSql.test(node.value.raw)) check(node)
      },
    }
  },
}
