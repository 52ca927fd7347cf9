import {
  densityKey,
  motionKey,
  mutedKey,
  mutedShownKey,
  neverMutedKey,
} from '#site/lib/storage-keys.ts'
import {
  listMutedTraits,
  buildMutingRules,
  parseMuted,
  parseNeverMuted,
  type Muting,
} from './muting.ts'

type DisplayStorage = Pick<Storage, 'getItem'>

export function readMuting(storage: DisplayStorage, filters: URLSearchParams): Muting {
  return {
    muted: listMutedTraits(parseMuted(storage.getItem(mutedKey)), filters),
    neverMuted: parseNeverMuted(storage.getItem(neverMutedKey)),
  }
}

const isOwn = ({ cssRules: [first] }: CSSStyleSheet) => first?.cssText.includes('data-traits')

function applyRules(rules: string): void {
  const others = document.adoptedStyleSheets.filter((sheet) => !isOwn(sheet))
  const own = new CSSStyleSheet()
  own.replaceSync(rules)
  document.adoptedStyleSheets = rules ? [...others, own] : others
}

function set(name: 'density' | 'motion' | 'muting' | 'mutedShown', value: string | undefined) {
  const { dataset } = document.documentElement
  if (value === undefined) delete dataset[name]
  else dataset[name] = value
}

export function applyDisplay(local: DisplayStorage, session: DisplayStorage): void {
  set('density', local.getItem(densityKey) === 'compact' ? 'compact' : undefined)
  set('motion', local.getItem(motionKey) === 'reduced' ? 'reduced' : undefined)
  const rules = buildMutingRules(readMuting(local, new URLSearchParams(location.search)))
  set('mutedShown', session.getItem(mutedShownKey) ? '' : undefined)
  applyRules(rules)
  set('muting', rules ? '' : undefined)
}
