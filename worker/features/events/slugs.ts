/** Words that stand where a slug would in the API. */
export const reservedSlugs = ['live', 'most_hyped', 'similar', 'groups']

const maxLength = 80

/** ASCII, lower-case, hyphens, at most 80 characters; the noun where nothing remains. */
export function slugOf(name: string, { noun = 'event', reserved = reservedSlugs } = {}): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxLength)
    .replace(/-+$/, '')
  return slug === '' || reserved.includes(slug) ? `${noun}-${slug}`.replace(/-$/, '') : slug
}
