import type { Config } from '#worker/env.ts'

/** `mailto:` with the address alone of `Name <address>`. */
export function formatMailtoSender({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): string {
  const address = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return `mailto:${address.trim()}`
}
