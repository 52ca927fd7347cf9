import { atom } from 'nanostores'
import * as v from 'valibot'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { api, type Api } from '#site/lib/api.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  StreamingAccountInput,
  type MyStreamerView,
} from '#worker/features/directory/streamers/my-contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'put' | 'patch' | 'delete'>
  first: MyStreamerView
}

export type StreamerValues = {
  display_name: string
  language: ContentLanguage | null
  banner_path: string | null
  bio: string
  links: string[]
}

function findStreamerChanges(streamer: MyStreamerView['streamer'], editedValues: StreamerValues) {
  const values = {
    ...editedValues,
    display_name: editedValues.display_name.trim(),
    bio: editedValues.bio.trim(),
  }
  const names = Object.keys(values) as (keyof StreamerValues)[]
  const textOf = (value: unknown) => JSON.stringify(value || null)
  const changed = names.filter((name) => textOf(values[name]) !== textOf(streamer?.[name]))
  return Object.fromEntries(changed.map((name) => [name, values[name]]))
}

/** Faults of a form are thrown, for it to show. */
export function createMyStreamerStore({ api, first, showSuccess, showError }: Dependencies) {
  const $mine = atom(first)
  const { $isBusy, run } = createActionRunner({ showSuccess, showError })

  async function reload(): Promise<void> {
    try {
      $mine.set(await api.get('users/me/streaming_accounts'))
    } catch (error) {
      showError(failureText(error, m.my_accounts_load_failed))
    }
  }

  async function create(values: StreamerValues): Promise<void> {
    $mine.set(await api.post('users/me/streamer', { body: values }))
    showSuccess(m.my_streamer_created())
  }

  /** Sends only what differs. */
  async function save(values: StreamerValues): Promise<'saved' | 'unchanged'> {
    const changes = findStreamerChanges($mine.get().streamer, values)
    if (Object.keys(changes).length === 0) return 'unchanged'
    $mine.set(await api.patch('users/me/streamer', { body: changes }))
    showSuccess(m.my_streamer_saved())
    return 'saved'
  }

  async function addAccount(typedAccount: StreamingAccountInput): Promise<void> {
    // Turns a channel's address into its name.
    const input = v.parse(StreamingAccountInput, typedAccount)
    $mine.set(await api.post('users/me/streaming_accounts', { body: input }))
    showSuccess(m.my_accounts_added({ name: input.name }))
  }

  async function remove({ id, name }: { id: number; name: string }): Promise<void> {
    const isDone = await run(async () => {
      $mine.set(await api.delete('users/me/streaming_accounts/:id', { params: { id } }))
      return m.my_accounts_removed({ name })
    }, m.my_accounts_remove_failed)
    // Refused: what is shown may be out of date.
    if (!isDone) await reload()
  }

  async function showPicture(id: number, is_shown: boolean): Promise<void> {
    await run(async () => {
      const call = { params: { id }, body: { is_shown } }
      $mine.set(await api.put('users/me/streaming_accounts/:id/platform_picture', call))
      return is_shown ? m.platform_picture_allowed() : m.platform_picture_removed()
    }, m.platform_picture_failed)
  }

  function list(is_listed: boolean): Promise<boolean> {
    return run(async () => {
      $mine.set(await api.put('users/me/streamer/listing', { body: { is_listed } }))
      return is_listed ? m.my_streamer_relisted() : m.my_streamer_unlisted()
    }, m.my_streamer_listing_failed)
  }

  return { $mine, $isBusy, create, save, addAccount, remove, showPicture, list }
}
export type MyStreamerStore = ReturnType<typeof createMyStreamerStore>

export const getSharedMyStreamerStore = createOnceOnClient((initialStreamer: MyStreamerView) =>
  createMyStreamerStore({ api, first: initialStreamer, showSuccess, showError }),
)
