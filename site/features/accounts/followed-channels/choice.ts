import { atom, computed } from 'nanostores'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { FollowedChannelsView } from '#worker/features/directory/followed-channels/contract.ts'

/** The selection among channels that are not followed yet. */
export function createChannelSelection() {
  const $channels = atom<FollowedChannelsView | undefined>()
  const $chosen = atom<ReadonlySet<StreamerId>>(new Set())
  const $open = computed($channels, (view) => view?.items.filter((one) => !one.is_followed) ?? [])

  function offer(view: FollowedChannelsView | undefined): void {
    $channels.set(view)
    chooseAll()
  }

  function choose(id: StreamerId, isChosen: boolean): void {
    const chosen = new Set($chosen.get())
    if (isChosen) chosen.add(id)
    else chosen.delete(id)
    $chosen.set(chosen)
  }

  function chooseAll(): void {
    $chosen.set(new Set($open.get().map(({ id }) => id)))
  }

  function chooseNone(): void {
    $chosen.set(new Set())
  }

  /** Removes sent ids from the selection; those that no longer exist stay unfollowed. */
  function settle(asked: readonly StreamerId[], followed: readonly StreamerId[]): void {
    const view = $channels.get()
    const items = view?.items.map((one) =>
      followed.includes(one.id) ? { ...one, is_followed: true } : one,
    )
    if (view && items) $channels.set({ ...view, items })
    $chosen.set(new Set([...$chosen.get()].filter((id) => !asked.includes(id))))
  }

  return { $channels, $chosen, $open, offer, choose, chooseAll, chooseNone, settle }
}
