import Bowser from 'bowser'

export function parseUserAgent(userAgent: string | null): {
  browser: string | null
  system: string | null
} {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}
