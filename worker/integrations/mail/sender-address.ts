/** `mailto:` with the address alone of `Name <address>`. */
export function formatMailtoSender({ MAIL_FROM }: { MAIL_FROM: string }): string {
  const address = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return `mailto:${address.trim()}`
}
