import { createObjectMemo } from '#worker/contracts/memo.ts'

const texts = createObjectMemo<string>()

/** Caches the texts of frozen objects in a list of the answer. */
export function toJsonText(answer: object): string {
  if (Array.isArray(answer)) return JSON.stringify(answer)
  const fields = Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    const text = Array.isArray(value) ? toJsonListText(value) : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${fields.join()}}`
}

function toJsonListText(items: readonly unknown[]): string {
  const itemTexts = items.map((item) =>
    typeof item === 'object' && item !== null
      ? texts(item, '', () => JSON.stringify(item))
      : // A value without text, such as undefined, is null in a list.
        ((JSON.stringify(item) as string | undefined) ?? 'null'),
  )
  return `[${itemTexts.join()}]`
}
