import { dayMs } from './contracts/durations.ts'
import { toInstant } from './contracts/time.ts'
import type { Config } from './env.ts'
import { formatMailtoSender } from './integrations/mail/sender-address.ts'
import { locales } from './locale/locales.ts'

/** RFC 9116 wants an end within a year; a site that still answers is still maintained. */
const validMs = 180 * dayMs

export function renderSecurityTxt(config: Config, now: number): string {
  const end = (Math.floor(now / dayMs) + 1) * dayMs + validMs
  const lines = [
    `Contact: ${config.SECURITY_CONTACT ?? formatMailtoSender(config)}`,
    `Expires: ${toInstant(end)}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${config.SITE_URL}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
