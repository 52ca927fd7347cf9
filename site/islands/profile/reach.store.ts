import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type {
  NotificationKind,
  NotificationSettingsView,
  ServedChannel,
} from '#worker/features/notifications/contract.ts'
import { createDeliveryTimes } from './delivery-times.store.ts'

type Dependencies = {
  api: Pick<Api, 'get' | 'put'>
  first: NotificationSettingsView
  showError: (text: string) => void
}

type Switch = {
  put: (is_enabled: boolean) => Promise<unknown>
  turned: (settings: NotificationSettingsView, isEnabled: boolean) => NotificationSettingsView
  fallback: () => string
}

function putChannel(
  api: Pick<Api, 'put'>,
  params: { kind: NotificationKind; channel: ServedChannel },
  body: { is_enabled: boolean },
) {
  return api.put('users/me/notification_settings/channels/:kind/:channel', { params, body })
}

function putFollowed(
  api: Pick<Api, 'put'>,
  what: 'streamers' | 'games',
  id: number,
  body: { is_enabled: boolean },
) {
  const input = { params: { id }, body }
  return what === 'games'
    ? api.put('users/me/notification_settings/games/:id', input)
    : api.put('users/me/notification_settings/streamers/:id', input)
}

/** What reaches the person and where: a switch shows at once and goes back when refused. */
export function createReach({ api, first, showError }: Dependencies) {
  const $reach = atom(first)

  async function reload(): Promise<void> {
    try {
      $reach.set(await api.get('users/me/notification_settings'))
    } catch (error) {
      showError(failureText(error, m.reach_load_failed))
    }
  }

  async function turn({ put, turned, fallback }: Switch, isEnabled: boolean): Promise<void> {
    $reach.set(turned($reach.get(), isEnabled))
    try {
      await put(isEnabled)
    } catch (error) {
      $reach.set(turned($reach.get(), !isEnabled))
      showError(failureText(error, fallback))
      // No longer followed, as another tab or device knows.
      if (error instanceof ApiError && error.status === 404) await reload()
    }
  }

  function turnChannel(kind: NotificationKind, channel: ServedChannel, isEnabled: boolean) {
    return turn(
      {
        put: (is_enabled) => putChannel(api, { kind, channel }, { is_enabled }),
        turned: ({ kinds, ...rest }, is_enabled) => ({
          ...rest,
          kinds: kinds.map((one) =>
            one.kind === kind
              ? {
                  kind,
                  channels: one.channels.map((at) =>
                    at.channel === channel ? { channel, is_enabled } : at,
                  ),
                }
              : one,
          ),
        }),
        fallback: m.reach_channel_failed,
      },
      isEnabled,
    )
  }

  function turnFollowed(what: 'streamers' | 'games', id: number, isEnabled: boolean) {
    return turn(
      {
        put: (is_enabled) => putFollowed(api, what, id, { is_enabled }),
        turned: (settings, is_enabled) => ({
          ...settings,
          [what]: settings[what].map((one) => (one.id === id ? { ...one, is_enabled } : one)),
        }),
        fallback: { streamers: m.reach_streamer_failed, games: m.reach_game_failed }[what],
      },
      isEnabled,
    )
  }

  const times = createDeliveryTimes({ api, $reach, showError })
  return { $reach, reload, turnChannel, turnFollowed, ...times }
}
export type ReachStore = ReturnType<typeof createReach>
