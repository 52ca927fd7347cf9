import type { Rule } from 'eslint'

const message = 'Begin a comment with the thing that it is about.'
const opening = /^[\s*]*(?:what|who|whoever|nobody|of|as|those|they|so)\b/i

/** Refuses comments that open with a pronoun, `of`, `as` or `so`. */
export const commentOpening: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create({ report, sourceCode }) {
    return {
      Program() {
        const comments = sourceCode.getAllComments()
        for (const [index, comment] of comments.entries()) {
          const { type, loc, value } = comment
          const previous = comments[index - 1]
          const isContinued =
            type === 'Line' &&
            previous?.type === 'Line' &&
            previous.loc?.end.line === (loc?.start.line ?? 0) - 1
          if (loc && !isContinued && opening.test(value)) report({ loc, message })
        }
      },
    }
  },
}
