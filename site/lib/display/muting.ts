import type { MutedContent } from '#worker/features/accounts/display/contract.ts'
import { channelTrait, longEventTrait } from './event-traits.ts'

export const emptyMutedSettings: MutedContent = {
  categories: [],
  languages: [],
  channels: [],
  long_events: false,
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isTraitWord(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z_]+$/.test(value)
}

function isMutedChannel(value: unknown): value is MutedContent['channels'][number] {
  const { platform, account, name = '' } = Object(value) as Record<string, unknown>
  const isText = typeof account === 'string' && typeof name === 'string'
  return isTraitWord(platform) && isText && account.isWellFormed()
}

/** The browser may store anything: what cannot be read mutes nothing. */
export function parseMutedSettings(text: string | null): MutedContent {
  try {
    const stored = Object(JSON.parse(text ?? '')) as Record<keyof MutedContent, unknown>
    return {
      categories: toList(stored.categories).filter(isTraitWord) as MutedContent['categories'],
      languages: toList(stored.languages).filter(isTraitWord) as MutedContent['languages'],
      channels: toList(stored.channels).filter(isMutedChannel),
      long_events: stored.long_events === true,
    }
  } catch {
    return emptyMutedSettings
  }
}

/** A list that is filtered by a category or a language shows it, muted or not. */
export function listMutedTraits(muted: MutedContent, filters: URLSearchParams): string[] {
  const isFilteredBy = (name: string, value: string) =>
    filters.getAll(name).some((values) => values.split(',').includes(value))
  return [
    ...muted.categories.filter((category) => !isFilteredBy('category', category)),
    ...muted.languages.filter((language) => !isFilteredBy('language', language)),
    ...muted.channels.map(channelTrait),
    ...(muted.long_events ? [longEventTrait] : []),
  ]
}

export function parseNeverMutedTraits(text: string | null): string[] {
  try {
    return toList(JSON.parse(text ?? '')).filter(
      (trait) => typeof trait === 'string' && /^[a-z]+-\d+$/.test(trait),
    ) as string[]
  } catch {
    return []
  }
}

export type MutingTraits = { muted: readonly string[]; neverMuted: readonly string[] }

export function areTraitsMuted(traits: string, { muted, neverMuted }: MutingTraits): boolean {
  const words = traits.split(' ')
  return (
    words.some((word) => muted.includes(word)) && !words.some((word) => neverMuted.includes(word))
  )
}

const buildAnyTraitSelector = (traits: readonly string[]) =>
  `:is(${traits.map((trait) => `[data-traits~="${trait}"]`).join()})`

export function buildMutedSelector({ muted, neverMuted }: MutingTraits): string | undefined {
  if (muted.length === 0) return undefined
  return (
    buildAnyTraitSelector(muted) +
    (neverMuted.length > 0 ? `:not(${buildAnyTraitSelector(neverMuted)})` : '')
  )
}

const list = 'html:not([data-muted-shown]) [data-mutable]'

/** Rules instead of a pass over the rows: they hold before first paint and for later rows. */
export function buildMutingCss(muting: MutingTraits): string {
  const selected = buildMutedSelector(muting)
  if (!selected) return ''
  const row = '[data-traits]'
  return `${list} ${selected}{display:none!important}
${list} :is(.day,.marathons,.event-section,.agenda-group):has(${row}):not(:has(${row}:not(${selected}))){display:none}
${list} .day-rows>:nth-child(1 of ${row}:not(${selected})){border-block-start:0}
[data-mutable] :has(${row}${selected})>.muted-note,
[data-mutable] :has(${row}${selected})>.markup>.muted-note{display:flex}`
}
