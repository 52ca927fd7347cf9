export type Message = string | { match: Record<string, string>; declarations?: string[] }[]
export type Messages = Record<string, Message>

function textsOf(message: Message): string[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((variants) => Object.values(variants.match))
}

function placeholdersOf(message: Message): string {
  const names = textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)])
  return [...new Set(names.map(([, name]) => name))].toSorted().join(', ')
}

type Typography = { pattern: RegExp; reason: string }
const typography: Record<string, Typography[]> = {
  fr: [
    { pattern: /\p{L}'\p{L}/u, reason: "the apostrophe is ’, not '" },
    { pattern: / [:;?!»]|« /, reason: 'a space beside : ; ? ! « » must not break' },
  ],
  es: [
    { pattern: /^[^¿]*\?/s, reason: 'a question opens with ¿' },
    { pattern: /^[^¡]*!/s, reason: 'an exclamation opens with ¡' },
  ],
}

function textProblems(locale: string, text: string): string[] {
  if (text.trim() === '') return ['empty text']
  return (typography[locale] ?? [])
    .filter(({ pattern }) => pattern.test(text))
    .map(({ reason }) => `${reason}: ${text}`)
}

export function findProblems(locale: string, messages: Messages, base: Messages): string[] {
  const missing = Object.keys(base).filter((key) => !(key in messages))
  const extra = Object.keys(messages).filter((key) => !(key in base))
  const inTexts = Object.entries(messages).flatMap(([key, message]) => {
    const expected = placeholdersOf(base[key] ?? message)
    const isSame = placeholdersOf(message) === expected
    const problems = textsOf(message).flatMap((text) => textProblems(locale, text))
    return [...problems, ...(isSame ? [] : [`placeholders differ, expected {${expected}}`])].map(
      (problem) => `${locale} ${key}: ${problem}`,
    )
  })
  return [
    ...missing.map((key) => `${locale} ${key}: missing`),
    ...extra.map((key) => `${locale} ${key}: not in the base language`),
    ...inTexts,
  ]
}

/** Finds `m.key` in calls and in maps (`{ open: m.status_open }`), but no composed keys. */
export function findUnused(keys: string[], sources: string[]): string[] {
  const used = new Set(
    sources.flatMap((code) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
  )
  return keys.filter((key) => !used.has(key)).map((key) => `${key}: used nowhere`)
}
