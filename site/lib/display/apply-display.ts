import {
  densityKey,
  motionKey,
  mutedKey,
  mutedShownKey,
  neverMutedKey,
} from '#site/lib/storage-keys.ts'
import {
  listMutedTraits,
  buildMutingCss,
  parseMutedSettings,
  parseNeverMutedTraits,
  type MutingTraits,
} from './muting.ts'

type DisplayStorage = Pick<Storage, 'getItem'>

export function readMutingTraits(storage: DisplayStorage, filters: URLSearchParams): MutingTraits {
  return {
    muted: listMutedTraits(parseMutedSettings(storage.getItem(mutedKey)), filters),
    neverMuted: parseNeverMutedTraits(storage.getItem(neverMutedKey)),
  }
}

const isMutingSheet = ({ cssRules: [first] }: CSSStyleSheet) =>
  first?.cssText.includes('data-traits')

function applyMutingRules(rules: string): void {
  const others = document.adoptedStyleSheets.filter((sheet) => !isMutingSheet(sheet))
  const own = new CSSStyleSheet()
  own.replaceSync(rules)
  document.adoptedStyleSheets = rules ? [...others, own] : others
}

function setDisplayAttribute(
  name: 'density' | 'motion' | 'muting' | 'mutedShown',
  value: string | undefined,
) {
  const { dataset } = document.documentElement
  if (value === undefined) delete dataset[name]
  else dataset[name] = value
}

export function applyDisplaySettings(local: DisplayStorage, session: DisplayStorage): void {
  setDisplayAttribute('density', local.getItem(densityKey) === 'compact' ? 'compact' : undefined)
  setDisplayAttribute('motion', local.getItem(motionKey) === 'reduced' ? 'reduced' : undefined)
  const rules = buildMutingCss(readMutingTraits(local, new URLSearchParams(location.search)))
  setDisplayAttribute('mutedShown', session.getItem(mutedShownKey) ? '' : undefined)
  applyMutingRules(rules)
  setDisplayAttribute('muting', rules ? '' : undefined)
}
