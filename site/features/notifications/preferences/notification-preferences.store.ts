import { atom } from 'nanostores'
import { ApiError, api, type Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { session } from '#site/lib/session/session.store.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import type { SwitchableKind, DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { createQuietHoursAndDigestStore } from './quiet-hours-and-digest.store.ts'

type Dependencies = {
  api: Pick<Api, 'get' | 'put'>
  first: NotificationSettingsView
  showError: (text: string) => void
  showSuccess: (text: string) => void
}

type SwitchChange = {
  put: (is_enabled: boolean) => Promise<unknown>
  turned: (settings: NotificationSettingsView, isEnabled: boolean) => NotificationSettingsView
  fallback: () => string
}

function putChannelSwitch(
  api: Pick<Api, 'put'>,
  params: { kind: SwitchableKind; channel: DeliveryChannel },
  body: { is_enabled: boolean },
) {
  return api.put('users/me/notification_settings/channels/:kind/:channel', { params, body })
}

type FollowedKind = 'streamers' | 'games' | 'groups'

function putFollowedSwitch(
  api: Pick<Api, 'put'>,
  what: FollowedKind,
  id: number,
  body: { is_enabled: boolean },
) {
  const input = { params: { id }, body }
  if (what === 'groups') return api.put('users/me/notification_settings/groups/:id', input)
  return what === 'games'
    ? api.put('users/me/notification_settings/games/:id', input)
    : api.put('users/me/notification_settings/streamers/:id', input)
}

const followFailures = {
  streamers: m.notification_preferences_streamer_failed,
  games: m.notification_preferences_game_failed,
  groups: m.notification_preferences_group_failed,
}

/** A switch shows at once and goes back when refused. */
export function createNotificationPreferencesStore(dependencies: Dependencies) {
  const { api, first, showError } = dependencies
  const $preferences = atom(first)

  async function reload(): Promise<void> {
    try {
      $preferences.set(await api.get('users/me/notification_settings'))
    } catch (error) {
      showError(failureText(error, m.notification_preferences_load_failed))
    }
  }

  async function turn({ put, turned, fallback }: SwitchChange, isEnabled: boolean): Promise<void> {
    $preferences.set(turned($preferences.get(), isEnabled))
    try {
      await put(isEnabled)
    } catch (error) {
      $preferences.set(turned($preferences.get(), !isEnabled))
      showError(failureText(error, fallback))
      // No longer followed, as another tab or device knows.
      if (error instanceof ApiError && error.status === 404) await reload()
    }
  }

  function turnChannel(kind: SwitchableKind, channel: DeliveryChannel, isEnabled: boolean) {
    return turn(
      {
        put: (is_enabled) => putChannelSwitch(api, { kind, channel }, { is_enabled }),
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
        fallback: m.notification_preferences_channel_failed,
      },
      isEnabled,
    )
  }

  function turnFollowed(what: FollowedKind, id: number, isEnabled: boolean) {
    return turn(
      {
        put: (is_enabled) => putFollowedSwitch(api, what, id, { is_enabled }),
        turned: (settings, is_enabled) => ({
          ...settings,
          [what]: settings[what].map((one) => (one.id === id ? { ...one, is_enabled } : one)),
        }),
        fallback: followFailures[what],
      },
      isEnabled,
    )
  }

  const times = createQuietHoursAndDigestStore({ ...dependencies, $preferences })
  return { $preferences, reload, turnChannel, turnFollowed, ...times }
}
export type NotificationPreferencesStore = ReturnType<typeof createNotificationPreferencesStore>

/** Which channels can be used depends on the address and on the webhook. */
function toChannelConditions(settings: SettingsView | undefined): string {
  return JSON.stringify([settings?.profile.is_email_verified, settings?.discord])
}

export const getSharedNotificationPreferencesStore = createOnceOnClient(
  (first: NotificationSettingsView) => {
    const preferences = createNotificationPreferencesStore({ api, first, showError, showSuccess })
    session.$settings.listen((settings, before) => {
      if (settings && before && toChannelConditions(settings) !== toChannelConditions(before))
        void preferences.reload()
    })
    return preferences
  },
)
