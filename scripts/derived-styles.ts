import { platformIds, platforms } from '../worker/contracts/platforms.ts'
import { locales } from '../worker/locale/locales.ts'

const xmlns = 'http://www.w3.org/2000/svg'

function printIcon(path: string): string {
  const svg = `<svg xmlns='${xmlns}' viewBox='0 0 24 24'><path fill-rule='evenodd' d='${path}'/></svg>`
  return `url("data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E')}")`
}

/** The colour of each platform as a token, and the class that shows its icon in that colour. */
export function printPlatformStyles(): string {
  const rules = platformIds.map((platform) => {
    const { colors, icon } = platforms[platform]
    const name = `--${platform}`
    return {
      screen: `${name}: light-dark(${colors.light}, ${colors.dark});`,
      print: `${name}: #000000;`,
      icon: `.platform-${platform} { --platform-icon: ${printIcon(icon)}; color: var(${name}); }`,
    }
  })
  const print = (ruleName: keyof (typeof rules)[number]) =>
    rules.map((rule) => rule[ruleName]).join(' ')
  return `
@layer tokens {
  :root { ${print('screen')} }
  @media print { :root { ${print('print')} } }
}
@layer controls { ${print('icon')} }`
}

/** Shows the offer of the language that the reader prefers. */
export function printLanguageStyles(): string {
  const offers = locales.map(
    (locale) => `html[data-offer='${locale}'] .offer[data-offer-in='${locale}']`,
  )
  return `\n@layer shell { ${offers.join(', ')} { display: flex; } }`
}
