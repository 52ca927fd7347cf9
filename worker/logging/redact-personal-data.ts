/** Keys are long, with digits. Each step reads a character once: anybody may send such a text. */
export function redactPersonalData(text: string): string {
  return text
    .replace(/[?#][^\s)'"]*/g, '')
    .replace(/[^\s<>"'()]+/g, (word) => (hasMailAddress(word) ? '[mail]' : word))
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[address]')
    .replace(/(?<![\w:])[\da-f]{1,4}(?::[\da-f]{0,4}){3,7}(?![\w:])/gi, '[address]')
    .replace(/[\w-]+(?:\.[\w-]+)*/g, redactKeys)
}

/** A browser writes `function@https://…` in a stack, which is none. */
function hasMailAddress(word: string): boolean {
  const [localPart = '', ...domains] = word.split('@')
  return domains.some(
    (domain, index) => (index > 0 ? domains[index - 1] : localPart) && isDomainName(domain),
  )
}

function isDomainName(text: string): boolean {
  const name = /^[\p{L}\p{N}._-]+/u.exec(text)?.[0] ?? ''
  const [, ...labels] = name.split('.')
  return labels.some((label) => /^\p{L}{2}/u.test(label))
}

/** Words joined by dots: a signed token is three of them. */
function redactKeys(words: string): string {
  if (/\beyJ/.test(words) && words.includes('.')) return '[key]'
  return words.replace(/[\w-]+/g, (word) => (word.length >= 20 && /\d/.test(word) ? '[key]' : word))
}
