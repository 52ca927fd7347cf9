import { atom } from 'nanostores'

type List = { get: () => { items: readonly { id: number }[] } }

/** Which rows of a list one act is meant for together. */
export function createMarks($list: List) {
  const $marked = atom<ReadonlySet<number>>(new Set())

  function toggle(id: number): void {
    const markedIds = new Set($marked.get())
    if (!markedIds.delete(id)) markedIds.add(id)
    $marked.set(markedIds)
  }

  /** All of this page, or none when all are marked. */
  function toggleAll(): void {
    const ids = $list.get().items.map(({ id }) => id)
    const isWhole = ids.every((id) => $marked.get().has(id))
    $marked.set(new Set(isWhole ? [] : ids))
  }

  return { $marked, toggle, toggleAll, clear: () => $marked.set(new Set()) }
}
