import { atom, computed } from 'nanostores'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { FollowedChannelsView } from '#worker/features/directory/followed-channels/contract.ts'

export function createChannelSelection() {
  const $channels = atom<FollowedChannelsView | undefined>()
  const $chosen = atom<ReadonlySet<StreamerId>>(new Set())
  const $open = computed(
    $channels,
    (view) => view?.items.filter((channel) => !channel.is_followed) ?? [],
  )

  function offer(view: FollowedChannelsView | undefined): void {
    $channels.set(view)
    chooseAll()
  }

  function choose(id: StreamerId, isChosen: boolean): void {
    const chosenIds = new Set($chosen.get())
    if (isChosen) chosenIds.add(id)
    else chosenIds.delete(id)
    $chosen.set(chosenIds)
  }

  function chooseAll(): void {
    $chosen.set(new Set($open.get().map(({ id }) => id)))
  }

  function chooseNone(): void {
    $chosen.set(new Set())
  }

  /** Sent ids that no longer exist stay unfollowed. */
  function settle(requestedIds: readonly StreamerId[], followed: readonly StreamerId[]): void {
    const view = $channels.get()
    const items = view?.items.map((channel) =>
      followed.includes(channel.id) ? { ...channel, is_followed: true } : channel,
    )
    if (view && items) $channels.set({ ...view, items })
    $chosen.set(new Set([...$chosen.get()].filter((id) => !requestedIds.includes(id))))
  }

  return { $channels, $chosen, $open, offer, choose, chooseAll, chooseNone, settle }
}
