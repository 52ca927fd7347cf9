export type Mail = {
  id: string
  at: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  subject: string
  html: string | null
  text: string | null
  headers: Record<string, string>
  tags: { name: string; value: string }[]
}

export type Address = { name: string; email: string }

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i
const NAMED = /^(?<name>[^<>]*)<(?<email>[^<>]+)>$/

export function isAddress(text: string): boolean {
  return EMAIL.test(splitAddress(text).email)
}

/** `"Doe, Jane" <jane@example.com>` → unquoted name and address. */
export function splitAddress(text: string): Address {
  const groups = NAMED.exec(text.trim())?.groups
  if (groups === undefined) return { name: '', email: text.trim() }
  const { name = '', email = '' } = groups
  return { name: unquote(name.trim()), email: email.trim() }
}

function unquote(name: string): string {
  return /^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name
}
