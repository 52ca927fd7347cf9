type Sheet = [path: string, css: string]

/** At commas outside of parentheses. */
function splitList(selectors: string): string[] {
  return selectors.split(/,(?![^(]*\))/).map((one) => one.trim())
}

/** A nested selector in full. */
function resolve(selector: string, parents: string[]): string[] {
  if (parents.length === 0) return [selector]
  return parents.map((parent) =>
    selector.includes('&') ? selector.replaceAll('&', parent) : `${parent} ${selector}`,
  )
}

/** The selectors of a sheet's rules that declare something themselves, nesting resolved. */
function declaringSelectors(css: string): string[] {
  const found = new Set<string>()
  const stack: string[][] = []
  for (const [, text = '', end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const parents = stack.at(-1) ?? []
    const code = text.trim()
    if (end === '{') {
      const isRule = !code.startsWith('@')
      stack.push(isRule ? splitList(code).flatMap((one) => resolve(one, parents)) : parents)
      continue
    }
    if (/^[\w-]+\s*:/.test(code)) for (const one of parents) found.add(one)
    if (end === '}') stack.pop()
  }
  return [...found]
}

/** The class that a selector styles by itself, wherever an element with it stands. */
function ownClass(selector: string): string | undefined {
  const subject =
    selector
      .replace(/\([^()]*\)/g, '')
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  const classes = new Set([...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))
  const [name] = classes
  return classes.size === 1 && subject.includes(`.${name}`) ? name : undefined
}

/** `calendar-grid.css` continues the `calendar.css` beside it. */
function homeOf(path: string, paths: string[]): string {
  const continued = paths.filter((one) => path.startsWith(`${one.slice(0, -'.css'.length)}-`))
  return continued.toSorted((a, b) => a.length - b.length)[0] ?? path
}

/** Classes with rules of their own in more than one style sheet, and those sheets. */
export function findClassesInSeveralSheets(sheets: Sheet[]): Record<string, string[]> {
  const homes = new Map<string, Set<string>>()
  const paths = sheets.map(([path]) => path)
  for (const [path, css] of sheets) {
    const home = homeOf(path, paths)
    for (const name of declaringSelectors(css).map(ownClass)) {
      if (name) homes.set(name, (homes.get(name) ?? new Set()).add(home))
    }
  }
  const scattered = [...homes].filter(([, paths]) => paths.size > 1)
  return Object.fromEntries(scattered.map(([name, paths]) => [name, [...paths].toSorted()]))
}
