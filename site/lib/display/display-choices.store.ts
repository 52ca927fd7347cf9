import { map } from 'nanostores'
import { densityKey, motionKey, mutedKey } from '#site/lib/storage-keys.ts'
import type { Density, Motion, MutedContent } from '#worker/features/accounts/display/contract.ts'
import { emptyMutedSettings, parseMutedSettings } from './muting.ts'

export type DisplayChoices = { density: Density; motion: Motion; muted: MutedContent }

type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Dependencies = {
  storage: ChoiceStorage
  /** Undefined for guests; false if the server refuses the change. */
  save: ((change: Partial<DisplayChoices>) => Promise<boolean>) | undefined
  onChange: () => void
}

function storeChoice(storage: ChoiceStorage, name: string, value: string | undefined): void {
  if (value === undefined) storage.removeItem(name)
  else storage.setItem(name, value)
}

/** Only what differs from the default is stored; what is not named stays. */
export function storeDisplayChoices(
  storage: ChoiceStorage,
  { density, motion, muted }: { [Name in keyof DisplayChoices]?: DisplayChoices[Name] | null },
): void {
  if (density) storeChoice(storage, densityKey, density === 'compact' ? density : undefined)
  if (motion) storeChoice(storage, motionKey, motion === 'reduced' ? motion : undefined)
  if (!muted) return
  const text = JSON.stringify(muted)
  storeChoice(storage, mutedKey, text === JSON.stringify(emptyMutedSettings) ? undefined : text)
}

export function readDisplayChoices(storage: Pick<Storage, 'getItem'>): DisplayChoices {
  return {
    density: storage.getItem(densityKey) === 'compact' ? 'compact' : 'comfortable',
    motion: storage.getItem(motionKey) === 'reduced' ? 'reduced' : 'system',
    muted: parseMutedSettings(storage.getItem(mutedKey)),
  }
}

export function createDisplayChoicesStore({ storage, save, onChange }: Dependencies) {
  const $choices = map<DisplayChoices>(readDisplayChoices(storage))
  let saved = $choices.get()
  let lastSave: Promise<boolean> = Promise.resolve(true)

  function show(change: Partial<DisplayChoices>): void {
    $choices.set({ ...$choices.get(), ...change })
    storeDisplayChoices(storage, change)
    onChange()
  }

  /** Choices that were changed again meanwhile stay. */
  function revert(change: Partial<DisplayChoices>): void {
    const now = $choices.get()
    const names = Object.keys(change) as (keyof DisplayChoices)[]
    const unchanged = names.filter((name) => now[name] === change[name])
    show(Object.fromEntries(unchanged.map((name) => [name, saved[name]])))
  }

  async function change(change: Partial<DisplayChoices>): Promise<boolean> {
    show(change)
    if (!save) return true
    // One after the other, so that quick changes do not overtake each other.
    const saving = lastSave.then(() => save(change))
    lastSave = saving
    const isSaved = await saving
    if (isSaved) saved = { ...saved, ...change }
    else revert(change)
    // The server's answer to an earlier change was stored over later ones.
    storeDisplayChoices(storage, $choices.get())
    return isSaved
  }

  return { $choices, change, settled: () => lastSave }
}
export type DisplayChoicesStore = ReturnType<typeof createDisplayChoicesStore>
