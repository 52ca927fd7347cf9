import { patterns as english } from './en.ts'
import type { DatePatterns, LanguagePatterns } from './patterns.ts'

/** The script in the head has its page's language only, and shares it with the page's scripts. */
export const patternsByModulePath = import.meta.glob<LanguagePatterns | undefined>('./??.ts', {
  eager: true,
  import: 'patterns',
})
const patternsByTag = new Map<string, DatePatterns>()

function readDatePatterns(tag: string): DatePatterns {
  const [language = '', ...rest] = tag.split('-')
  const region = rest.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part))?.toUpperCase() ?? '-'
  const { regional, ...base } = patternsByModulePath[`./${language}.ts`] ?? english
  const differences = regional.filter(([regions]) => regions.split(' ').includes(region))
  return Object.assign(base, ...differences.map(([, difference]) => difference))
}

export function findPatterns(tag: string): DatePatterns {
  const patterns = patternsByTag.get(tag) ?? readDatePatterns(tag)
  patternsByTag.set(tag, patterns)
  return patterns
}
