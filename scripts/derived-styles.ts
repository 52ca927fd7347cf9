import { platformIds, platforms, type Platform } from '../worker/contracts/platforms.ts'
import { locales } from '../worker/locale/locales.ts'

const xmlns = 'http://www.w3.org/2000/svg'

function printIcon(path: string): string {
  const svg = `<svg xmlns='${xmlns}' viewBox='0 0 24 24'><path fill-rule='evenodd' d='${path}'/></svg>`
  return `url("data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E')}")`
}

function printRules(platform: Platform): string {
  const { colors, icon } = platforms[platform]
  return `
@layer tokens {
  :root { --${platform}: light-dark(${colors.light}, ${colors.dark}); }
  @media print { :root { --${platform}: #000000; } }
}
@layer controls {
  .platform-${platform} { --platform-icon: ${printIcon(icon)}; color: var(--${platform}); }
}`
}

/** The colour of each platform as a token, and the class that shows its icon in that colour. */
export function printPlatformStyles(): string {
  return platformIds.map(printRules).join('')
}

/** Shows the offer of the language that the reader prefers. */
export function printLanguageStyles(): string {
  const offers = locales.map(
    (locale) => `html[data-offer='${locale}'] .offer[data-offer-in='${locale}']`,
  )
  return `\n@layer shell { ${offers.join(', ')} { display: flex; } }`
}
