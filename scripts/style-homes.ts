type Sheet = [path: string, css: string]

/** At commas outside of parentheses. */
function splitList(selectors: string): string[] {
  return selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim())
}

/** A nested selector in full. */
function resolve(selector: string, parents: string[]): string[] {
  if (parents.length === 0) return [selector]
  return parents.map((parent) =>
    selector.includes('&') ? selector.replaceAll('&', parent) : `${parent} ${selector}`,
  )
}

/** Print, forced colours, short screens and the reader's density change many parts at once, in one place each. */
const pageMode =
  /^(?:@media (?:print|\((?:forced-colors: active|max-height: [^)]+)\))$|html\[data-density)/

/**
 * The selectors of a sheet's rules that declare something themselves, nesting resolved; without those
 * that hold in a mode of the whole page alone.
 */
function declaringSelectors(css: string): string[] {
  const resolvedSelectors = new Set<string>()
  const stack: (string[] | undefined)[] = []
  for (const [, text = '', end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const isOfMode = stack.length > 0 && stack.at(-1) === undefined
    const parents = stack.at(-1) ?? []
    const code = text.trim()
    if (end === '{') {
      const isRule = !code.startsWith('@')
      if (isOfMode || pageMode.test(code)) {
        stack.push(undefined)
        continue
      }
      stack.push(
        isRule ? splitList(code).flatMap((selector) => resolve(selector, parents)) : parents,
      )
      continue
    }
    if (/^[\w-]+\s*:/.test(code))
      for (const parentSelector of parents) resolvedSelectors.add(parentSelector)
    if (end === '}') stack.pop()
  }
  return [...resolvedSelectors]
}

/** Classes of the element that a selector styles. */
function subjectClasses(selector: string): string[] {
  const conditions = /:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g
  const compounds = selector.replace(conditions, '').split(/[\s>+~]+(?![^(]*\))/)
  return [...(compounds.at(-1) ?? '').matchAll(/\.([a-z][\w-]*)/g)].flatMap(
    ([, name]) => name ?? [],
  )
}

/** `calendar-grid.css` continues the `calendar.css` beside it. */
function homeOf(path: string, paths: string[]): string {
  const continued = paths.filter((stylePath) =>
    path.startsWith(`${stylePath.slice(0, -'.css'.length)}-`),
  )
  return continued.toSorted((a, b) => a.length - b.length)[0] ?? path
}

type Rule = { home: string; names: string[] }

function homesByClass(rules: Rule[]): Map<string, Set<string>> {
  const homes = new Map<string, Set<string>>()
  for (const { home, names } of rules) {
    for (const name of names) homes.set(name, (homes.get(name) ?? new Set()).add(home))
  }
  return homes
}

/**
 * Classes that more than one style sheet styles, on their own or where something holds them, and
 * those sheets. Beside a class that it alone styles, a sheet may name another: `.hero.card`.
 */
export function findClassesInSeveralSheets(sheets: Sheet[]): Record<string, string[]> {
  const paths = sheets.map(([path]) => path)
  const rules = sheets.flatMap(([path, css]) => {
    const home = homeOf(path, paths)
    return declaringSelectors(css).map((selector) => ({ home, names: subjectClasses(selector) }))
  })
  const homes = homesByClass(rules)
  const isShared = (name: string) => (homes.get(name)?.size ?? 0) > 1
  const shared = homesByClass(rules.filter(({ names }) => names.every(isShared)))
  const scattered = [...shared].filter(([, paths]) => paths.size > 1)
  return Object.fromEntries(scattered.map(([name, paths]) => [name, [...paths].toSorted()]))
}
