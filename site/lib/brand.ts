import { brandName } from '#worker/contracts/brand.ts'

/** Changed by a deployer to rebrand; links that are not set are not shown. */
export type Brand = {
  name: string
  shortName: string
  socials: readonly { label: string; url: string }[]
  appStore: { id: string; url: string } | undefined
}

export const brand: Brand = {
  name: brandName,
  shortName: 'HC',
  socials: [],
  appStore: undefined,
}

/** `--ground` of either theme, for what reads no CSS: the browser's own frame, the home screen. */
export const themeColors = { light: '#faf6ef', dark: '#0c0e14' } as const
