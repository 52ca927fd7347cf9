import { atom } from 'nanostores'

type MarkableList = { get: () => { items: readonly { id: number }[] } }

export function createRowSelectionStore($list: MarkableList) {
  const $marked = atom<ReadonlySet<number>>(new Set())

  function toggle(id: number): void {
    const markedIds = new Set($marked.get())
    if (!markedIds.delete(id)) markedIds.add(id)
    $marked.set(markedIds)
  }

  function toggleAll(): void {
    const ids = $list.get().items.map(({ id }) => id)
    const areAllMarked = ids.every((id) => $marked.get().has(id))
    $marked.set(new Set(areAllMarked ? [] : ids))
  }

  return { $marked, toggle, toggleAll, clear: () => $marked.set(new Set()) }
}
