import type { Rule } from 'eslint'

const message = 'A template draws this: insert it by Markup.'

/** Classes of events, their times, pictures and toggles, with what is made up of these names. */
const drawn = new RegExp(
  [
    /^event-(?:row|time|hour|what|name|facts|thumb|face)(?:-|$)/,
    /^(?:hype|follow)(?:-(?:short|small|medium|large|off|on|word|count|final.*))?$/,
    /^(?:picture|poster|platform|platform-word)$/,
    /^(?:muted-note|cal-chip)(?:-|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const attribute = 'JSXAttribute[name.name="className"]'

/** Refuses in React the classes of what templates draw. */
export const templateClass: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node: Rule.Node, text: unknown) => {
      const names = typeof text === 'string' ? text.split(/\s+/) : []
      if (names.some((name) => drawn.test(name))) context.report({ node, message })
    }
    return {
      [`${attribute} Literal`](node: Rule.Node) {
        if (node.type === 'Literal') check(node, node.value)
      },
      [`${attribute} TemplateElement`](node: Rule.Node) {
        if (node.type === 'TemplateElement') check(node, node.value.cooked)
      },
    }
  },
}
