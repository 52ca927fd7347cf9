import { api, readAccessToken } from '#site/lib/api.ts'
import {
  createDisplayChoicesStore,
  readDisplayChoices,
  type DisplayChoices,
} from '#site/lib/display/display-choices.store.ts'
import { onDisplayChange, refreshDisplay } from '#site/lib/display/display.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { session } from '#site/lib/session/session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import { showError, showToast } from '#site/ui/toasts/toasts.ts'
import { mostMutedChannels } from '#worker/contracts/muted-channels.ts'
import { toggleChannels, areMuted, type Channels } from './channels.ts'

const storage = openStorage('localStorage')

function channelsOf(button: HTMLElement): Channels {
  return JSON.parse(button.dataset.hideChannels ?? '[]') as Channels
}

function showState(): void {
  const { muted } = readDisplayChoices(storage)
  for (const button of document.querySelectorAll<HTMLElement>('[data-hide-channels]')) {
    button.dataset.isMuted = String(areMuted(channelsOf(button), muted))
  }
}

async function save(change: Partial<DisplayChoices>): Promise<boolean> {
  try {
    session.setSettings(await api.put('users/me/settings', { body: change }))
    return true
  } catch (error) {
    showError(failureText(error, m.display_save_failed))
    return false
  }
}

async function toggle(channels: Channels): Promise<void> {
  const isMember = readAccessToken() !== undefined
  // Another device may have muted others since this page was opened.
  if (isMember) await session.loadSettings().catch(() => undefined)
  const store = createDisplayChoicesStore({
    storage,
    save: isMember ? save : undefined,
    onChange: refreshDisplay,
  })
  const muted = toggleChannels(channels, store.$choices.get().muted)
  if (muted.channels.length > mostMutedChannels) {
    showError(m.muted_channels_full({ count: mostMutedChannels }))
    return
  }
  if (!(await store.change({ muted }))) return
  const areNow = areMuted(channels, muted)
  void showToast(areNow ? m.muted_channel_done() : m.muted_channel_undone(), {})
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-hide-channels]')
  if (!button || button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  void toggle(channelsOf(button)).finally(() => (button.ariaBusy = null))
})

onDisplayChange(showState)
showState()
