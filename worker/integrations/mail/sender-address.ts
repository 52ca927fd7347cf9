type SenderConfig = { MAIL_FROM: string }

/** Parts of `Name <address>`; an address alone has no name. */
export function parseSender({ MAIL_FROM }: SenderConfig): { name?: string; email: string } {
  const [, name = '', email = MAIL_FROM] = /^(.*)<([^<>]+)>\s*$/.exec(MAIL_FROM) ?? []
  return { ...(name.trim() && { name: name.trim() }), email: email.trim() }
}

export function formatMailtoSender(config: SenderConfig): string {
  return `mailto:${parseSender(config).email}`
}
