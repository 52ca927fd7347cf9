import slugify from '@sindresorhus/slugify'

/** Words that stand where a slug would in the API. */
export const reservedSlugs = ['count', 'live', 'most_hyped', 'similar', 'groups']

const maxLength = 80

/** ASCII, lower-case, hyphens, at most 80 characters; the noun where nothing remains. */
export function slugOf(name: string, { noun = 'event', reserved = reservedSlugs } = {}): string {
  // The library would write ü as ue, & as and, and join what an apostrophe parts.
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  const slug = slugify(words, { decamelize: false }).slice(0, maxLength).replace(/-+$/, '')
  return slug === '' || reserved.includes(slug) ? `${noun}-${slug}`.replace(/-$/, '') : slug
}
