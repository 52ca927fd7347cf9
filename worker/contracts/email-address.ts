import * as v from 'valibot'

/** A Unicode domain goes by its ASCII form, the one that mail servers know. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at === -1 || !/[^\0-\x7f]/.test(domain) || /[\s/\\:?#%[\]]/.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? address.slice(0, at + 1) + new URL(url).hostname : address
}

const isDotted = /^[^.].*\.[^.]*[a-z][^.]*$/i

const rules = {
  email_at: (address) => /.@[^@]/.test(address),
  email_spaces: (address) => !/\s/.test(address),
  email_domain: (address) => {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    return isDotted.test(domain) && !domain.includes('..')
  },
  email: (address) => {
    const name = address.slice(0, address.lastIndexOf('@'))
    return v.RFC_EMAIL_REGEX.test(address) && name.length <= 64 && !/^\.|\.$|\.\./.test(name)
  },
} satisfies Record<string, (address: string) => boolean>

export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.transform(toAsciiDomain),
  v.maxLength(254),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const broken = Object.entries(rules).find(([, isMet]) => !isMet(dataset.value))
    if (broken) addIssue({ message: broken[0] })
  }),
)
