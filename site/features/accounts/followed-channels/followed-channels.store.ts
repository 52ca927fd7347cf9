import { atom } from 'nanostores'
import { failureText } from '#site/lib/failure-text.ts'
import { ApiError, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { FollowedChannel } from '#worker/features/directory/followed-channels/contract.ts'
import {
  maxFollowsPerRequest,
  type FollowStreamersInput,
} from '#worker/features/directory/follows/contract.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import { createChannelSelection } from './choice.ts'
import { createRetryPolicy } from './retries.ts'

type Dependencies = {
  api: Pick<Api, 'get' | 'post'>
  locale: Locale
  leaveForTwitch: () => Promise<void>
  /** True once, on the return from Twitch. */
  takeReturn: () => boolean
  sleep: (milliseconds: number) => Promise<void>
  onFollowed: (channels: FollowedChannel[]) => void
  onEarned: (earned: RewardResult) => void
}

type Notice = { kind: 'success' | 'error'; text: string }

function createImportProgress() {
  return {
    $phase: atom<'closed' | 'loading' | 'leaving' | 'choosing' | 'following'>('closed'),
    $notice: atom<Notice | undefined>(),
    $followed: atom({ done: 0, total: 0 }),
  }
}
type ImportParts = ReturnType<typeof createImportProgress> &
  ReturnType<typeof createChannelSelection> &
  ReturnType<typeof createRetryPolicy>

export function createFollowedChannelsStore(dependencies: Dependencies) {
  const parts: ImportParts = {
    ...createImportProgress(),
    ...createChannelSelection(),
    ...createRetryPolicy(dependencies.sleep),
  }
  const { $phase, $channels, $open, $chosen, $notice, $secondsToWait, $followed } = parts
  const { choose, chooseAll, chooseNone } = parts

  function close(notice?: Notice): void {
    parts.stop()
    $phase.set('closed')
    parts.offer(undefined)
    $notice.set(notice)
  }

  return {
    ...{ $phase, $channels, $open, $chosen, $notice, $secondsToWait, $followed },
    ...{ choose, chooseAll, chooseNone },
    ...createLoadActions(parts, dependencies, close),
    ...createFollowActions(parts, dependencies, close),
    close: () => close(),
  }
}
export type FollowedChannelsStore = ReturnType<typeof createFollowedChannelsStore>

type CloseImport = (notice?: Notice) => void

function isTwitchConnectionNeeded(error: unknown): boolean {
  const codes = ['twitch_not_connected', 'twitch_permission_missing']
  return error instanceof ApiError && codes.includes(error.code)
}

function createLoadActions(
  { $phase, $notice, offer, withRetries }: ImportParts,
  { api, locale, leaveForTwitch, takeReturn }: Dependencies,
  close: CloseImport,
) {
  function fail(error: unknown): void {
    close({ kind: 'error', text: failureText(error, () => m.follow_import_failed({}, { locale })) })
  }

  async function load(onMissing: () => Promise<void> | void): Promise<void> {
    if ($phase.get() !== 'closed') return
    $notice.set(undefined)
    $phase.set('loading')
    try {
      const view = await withRetries(() => api.get('users/me/followed_channels'))
      if (!view) return
      offer(view)
      $phase.set('choosing')
    } catch (error) {
      if (!isTwitchConnectionNeeded(error)) return fail(error)
      // From here on nothing can be called off.
      $phase.set('leaving')
      await Promise.resolve(onMissing()).catch(fail)
    }
  }

  function begin(): Promise<void> {
    return load(async () => {
      await leaveForTwitch()
      close()
    })
  }

  /** A refusal at Twitch does not redirect again. */
  async function resume(): Promise<void> {
    if (!takeReturn()) return
    await load(() => close({ kind: 'error', text: m.follow_import_denied({}, { locale }) }))
  }

  return { begin, resume }
}

function createFollowActions(
  { $phase, $notice, $channels, $chosen, $followed, settle, withRetries }: ImportParts,
  { api, locale, onFollowed, onEarned }: Dependencies,
  close: CloseImport,
) {
  /** Completed batches are kept when a later one fails. */
  async function followChosen(done: Set<StreamerId>): Promise<void> {
    const ids = [...$chosen.get()]
    for (let from = 0; from < ids.length; from += maxFollowsPerRequest) {
      const streamer_ids = ids.slice(from, from + maxFollowsPerRequest)
      const input: FollowStreamersInput = { streamer_ids }
      const answer = await withRetries(() => api.post('users/me/follows', { body: input }))
      if (!answer) return
      const { followed_streamers: followed, gamification_info } = answer
      settle(streamer_ids, followed)
      for (const id of followed) done.add(id)
      $followed.set({ done: done.size, total: ids.length })
      onEarned(gamification_info.gamification)
    }
  }

  async function follow(): Promise<void> {
    const total = $chosen.get().size
    const listedChannels = $channels.get()?.items ?? []
    const followed = new Set<StreamerId>()
    if ($phase.get() !== 'choosing' || total === 0) return
    $notice.set(undefined)
    $followed.set({ done: 0, total })
    $phase.set('following')
    try {
      await followChosen(followed)
      close({
        kind: 'success',
        text: m.follow_import_done({ count: $followed.get().done }, { locale }),
      })
    } catch (error) {
      $phase.set('choosing')
      $notice.set({
        kind: 'error',
        text: failureText(error, () => m.follow_import_interrupted({}, { locale })),
      })
    } finally {
      if (followed.size > 0) onFollowed(listedChannels.filter(({ id }) => followed.has(id)))
    }
  }

  return { follow }
}
