import * as v from 'valibot'
import { platforms } from './platforms.ts'
import { text } from './text.ts'

const maxProfileLinks = 8
const maxLinkLength = 300

const linkHosts: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.values(platforms).map(({ name, hosts }) => [name, hosts])),
  X: ['x.com', 'twitter.com'],
  Bluesky: ['bsky.app'],
  Instagram: ['instagram.com'],
  TikTok: ['tiktok.com'],
  Discord: ['discord.gg', 'discord.com'],
  Mastodon: ['mastodon.social'],
}

/** Letters of no width and those that turn the reading direction would hide what an address is. */
const hidden = /[\p{C}\p{Z}]/u

function isPublicLink(link: string): boolean {
  if (link.length > maxLinkLength || hidden.test(link) || !URL.canParse(link)) return false
  const { protocol, hostname, port, username, password } = new URL(link)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && /^(?!.*\.\d+$)[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname)
}

function areDistinctLinks(links: string[]): boolean {
  return new Set(links).size === links.length
}

/** Stored as a browser writes them, so that a foreign letter in a host is seen as what it is. */
export const ProfileLinks = v.pipe(
  v.array(v.pipe(v.string(), v.trim())),
  v.maxLength(maxProfileLinks, 'too_many_links'),
  v.check((links) => links.every(isPublicLink), 'https_url'),
  v.transform((links) => links.map((link) => new URL(link).href)),
  v.check(areDistinctLinks, 'repeated_links'),
)

export const ProfileBio = text(0, 500)

export function linkLabel(link: string): string {
  const host = new URL(link).hostname.replace(/^www\./, '')
  const knownHost = Object.entries(linkHosts).find(([, hosts]) =>
    hosts.some((knownHost) => host === knownHost || host.endsWith(`.${knownHost}`)),
  )
  return knownHost?.[0] ?? host
}
