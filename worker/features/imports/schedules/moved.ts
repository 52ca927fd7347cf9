import { dayMs } from '#worker/contracts/durations.ts'
import { scheduleHorizonMs, type ScheduledItem } from './scheduled-item.ts'
import type { ImportedEntry, ImportedEvent } from './source-rows.ts'

const nearMs = dayMs

type VanishedEntry = ImportedEntry & { event: ImportedEvent }
type MovedEntrySearch = {
  /** Entries that were not imported before. */
  items: ScheduledItem[]
  /** Imported before, and no longer listed. */
  vanished: ImportedEntry[]
  isSame: (item: ScheduledItem, known: VanishedEntry) => boolean
  now: number
}

/** UIDs of Hypecal’s own calendars: before they had an identifier they ended with a host. */
const ownUid = /^event-(\d+)@(?:[0-9a-f]{16}\.hypecal$)?/

/** Entries of a Hypecal calendar that were imported by the names which it gave them before. */
export function findRenamedEntries(
  items: ScheduledItem[],
  vanished: ImportedEntry[],
): Map<ScheduledItem, ImportedEntry> {
  const numberOf = (uid: string, isFormer: boolean) => {
    const [all = '', number] = ownUid.exec(uid) ?? []
    return all.endsWith('@') === isFormer ? number : undefined
  }
  const former = new Map(vanished.map((one) => [numberOf(one.uid, true), one]))
  former.delete(undefined)
  return new Map(
    items.flatMap((item) => {
      const known = former.get(numberOf(item.uid, false))
      return known ? [[item, known] as const] : []
    }),
  )
}

export function toSeriesUid(uid: string): string {
  const end = uid.lastIndexOf('|')
  return end === -1 ? uid : uid.slice(0, end)
}

/** The nearest first: a moved time of a series goes by another name. */
export function findMovedEntries({
  items,
  vanished,
  isSame,
  now,
}: MovedEntrySearch): Map<ScheduledItem, ImportedEntry> {
  const isToCome = ({ event }: VanishedEntry) =>
    event.startAt > now && event.startAt < now + scheduleHorizonMs
  const gone = vanished.filter((one): one is VanishedEntry => one.event !== null).filter(isToCome)
  const pairs = items.flatMap((item) =>
    gone.flatMap((known) => {
      const away = Math.abs(item.startAt - known.event.startAt)
      return away < nearMs && isSame(item, known) ? [{ item, known, away }] : []
    }),
  )
  const moved = new Map<ScheduledItem, ImportedEntry>()
  const taken = new Set<ImportedEntry>()
  for (const { item, known } of pairs.toSorted((a, b) => a.away - b.away)) {
    if (moved.has(item) || taken.has(known)) continue
    moved.set(item, known)
    taken.add(known)
  }
  return moved
}
