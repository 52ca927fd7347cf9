/** What a deployer changes to rebrand. Links that are not set are not shown. */
export type Brand = {
  name: string
  shortName: string
  supportEmail: string
  /** Shown in the footer: `{ label: 'Mastodon', url: 'https://…' }`. */
  socials: readonly { label: string; url: string }[]
  appStore: { id: string; url: string } | undefined
}

export const brand: Brand = {
  name: 'Hypecal',
  shortName: 'HC',
  supportEmail: 'hello@hypecal.example',
  socials: [],
  appStore: undefined,
}
