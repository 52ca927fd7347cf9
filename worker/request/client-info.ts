import Bowser from 'bowser'
import type { Context } from 'hono'
import { readTokenCookies } from '../auth/cookies.ts'

export type ClientInfo = {
  /** An IPv6 address is reduced to its network; undefined on a developer's machine. */
  address: string | undefined
  userAgent: string | undefined
  /** Refresh token of the session that the browser still had. */
  refreshToken: string | undefined
}

export function readClientInfo(c: Context): ClientInfo {
  return {
    address: toClientNetwork(c.req.header('CF-Connecting-IP')),
    userAgent: c.req.header('User-Agent'),
    refreshToken: readTokenCookies(c).refresh,
  }
}

export function toClientNetwork(address: string | undefined): string | undefined {
  if (address === '127.0.0.1' || address === '::1') return undefined
  return address?.includes(':') ? toNetworkPrefix(address) : address
}

/** Network that one provider gives to one customer: a /48 of IPv6 or a /24 of IPv4. */
export function widenNetwork(network: string): string {
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 3).join(separator)
}

function toNetworkPrefix(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const leadingGroups = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - leadingGroups.length - last.length)).fill('0')
  const groups = [...leadingGroups, ...zeros, ...last].slice(0, 4)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}

export function parseUserAgent(userAgent: string | null): {
  browser: string | null
  system: string | null
} {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}
