function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** In order of preference. Some browsers on Linux name one that formats refuse: `en-US@posix`. */
export function browserLanguages(): string[] {
  return navigator.languages.filter(isLanguageTag)
}
