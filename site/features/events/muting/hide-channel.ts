import { openDisplayChoices } from '#site/features/events/display-choices.ts'
import { readAccessToken } from '#site/lib/api.ts'
import { readDisplayChoices } from '#site/lib/display/display-choices.store.ts'
import { onDisplayChange } from '#site/lib/display/display.ts'
import { m } from '#site/lib/messages.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import { session } from '#site/lib/session/session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import { showError, showToast } from '#site/ui/toasts/toasts.ts'
import { maxMutedChannels } from '#worker/contracts/muted-channels.ts'
import { toggleMutedChannels, areChannelsMuted, type ChannelRefs } from './channels.ts'

const storage = openStorage('localStorage')

function readButtonChannels(button: HTMLElement): ChannelRefs {
  return JSON.parse(button.dataset.hideChannels ?? '[]') as ChannelRefs
}

function showMutedState(): void {
  const { muted } = readDisplayChoices(storage)
  for (const button of document.querySelectorAll<HTMLElement>('[data-hide-channels]')) {
    button.dataset.isMuted = String(areChannelsMuted(readButtonChannels(button), muted))
  }
}

async function isFollowed(streamer: string | undefined): Promise<boolean> {
  if (streamer === undefined || readAccessToken() === undefined) return false
  return (await readHypesAndFollows()).followed_streamers.includes(Number(streamer))
}

async function muteOrUnmuteChannels(channels: ChannelRefs, streamer?: string): Promise<void> {
  // Another device may have muted others since this page was opened.
  if (readAccessToken() !== undefined) await session.loadSettings().catch(() => undefined)
  const store = openDisplayChoices()
  const muted = toggleMutedChannels(channels, store.$choices.get().muted)
  if (muted.channels.length > maxMutedChannels) {
    showError(m.muted_channels_full({ count: maxMutedChannels }))
    return
  }
  if (!(await store.change({ muted }))) return
  const [channel] = channels
  const name = channel?.name ?? channel?.account ?? ''
  const undo = { label: m.undo(), run: () => void muteOrUnmuteChannels(channels, streamer) }
  const areNow = areChannelsMuted(channels, muted)
  const done = (await isFollowed(streamer).catch(() => false))
    ? m.muted_channel_followed
    : m.muted_channel_done
  const text = areNow ? done({ name }) : m.muted_channel_undone({ name })
  void showToast(text, { subject: 'muting', ...(areNow && { action: undo }) })
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-hide-channels]')
  if (!button || button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  const acted = muteOrUnmuteChannels(readButtonChannels(button), button.dataset.streamer)
  void acted.finally(() => (button.ariaBusy = null))
})

onDisplayChange(showMutedState)
showMutedState()
