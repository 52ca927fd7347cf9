/**
 * The text of an error without what could tell who met it: addresses of mail and network, what
 * follows a path (search words, tokens), and what is long enough to be a key. Names of functions are
 * long too, but hold no digits.
 */
export function withoutPerson(text: string): string {
  return text
    .replace(/[?#][^\s)'"]*/g, '')
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+\.[a-z]{2,}/gi, '[mail]')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[address]')
    .replace(/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[key]')
    .replace(/(?=[\w-]*\d)[\w-]{20,}/g, '[key]')
}
