import { getLocale } from '#messages/runtime'
import { authorize } from '#site/lib/session/authorize.ts'
import { sharedOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { ownSchedules } from '#site/features/imports/schedules/schedule-calls.ts'
import { createSchedules } from '#site/features/imports/schedules/schedules.store.ts'
import { clearUserData } from '#site/lib/session/clear-user-data.ts'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import type { SessionsView, SettingsView } from '#worker/features/accounts/contract.ts'
import type { CalendarFeedsView } from '#worker/features/events/feeds/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import type { ScheduleSourcesView } from '#worker/features/imports/schedules/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { settingsStoreOf } from '../settings/shared-settings.ts'
import { createAccount } from './account.store.ts'
import { createCalendarFeeds } from '#site/features/events/calendar-feeds/calendar-feeds.store.ts'
import { createDevices, type DevicesStore } from './devices.store.ts'
import { earningApi } from '#site/lib/session/earning-api.ts'
import { createMyData } from './my-data.store.ts'
import { createMyStreamer } from '../streamer-profile/my-streamer.store.ts'
import { createNotificationPreferences } from '#site/features/notifications/preferences/notification-preferences.store.ts'
import { createSignIn } from './sign-in.store.ts'

/** The stores of the profile, tied to the page they are on and to one another. */

const voice = { showSuccess, showError }

function leave(): void {
  session.clear()
  clearUserData()
}

function goHome(): void {
  leave()
  location.assign(paths.home(getLocale()))
}

let devicesStore: DevicesStore | undefined
export const devicesStoreOf = sharedOnClient((first: SessionsView) => {
  devicesStore = createDevices({ api, first, onLeave: goHome, ...voice })
  return devicesStore
})

export const accountStoreOf = sharedOnClient((settings: SettingsView) =>
  createAccount({
    api: earningApi,
    settings: settingsStoreOf(settings),
    onPasswordChange: () => devicesStore?.forgetOthers(),
    ...voice,
  }),
)

export const myStreamerStoreOf = sharedOnClient((first: MyStreamerView) =>
  createMyStreamer({ api, first, ...voice }),
)

export const calendarFeedsStoreOf = sharedOnClient((first: CalendarFeedsView) =>
  createCalendarFeeds({
    api,
    first,
    copyText: (text) => navigator.clipboard.writeText(text),
    ...voice,
  }),
)

export const schedulesStoreOf = sharedOnClient((first: ScheduleSourcesView) =>
  createSchedules({ calls: ownSchedules(api), first, ...voice }),
)

export const signInStoreOf = sharedOnClient((first: IdentitiesView) =>
  createSignIn({ api, first, authorize, ...voice }),
)

/** Which channels can be used hangs on the address and on the webhook. */
function usableBy(settings: SettingsView | undefined): string {
  return JSON.stringify([settings?.profile.is_email_verified, settings?.discord])
}

export const notificationPreferencesStoreOf = sharedOnClient((first: NotificationSettingsView) => {
  const reach = createNotificationPreferences({ api, first, showError })
  session.$settings.listen((settings, before) => {
    if (settings && before && usableBy(settings) !== usableBy(before)) void reach.reload()
  })
  return reach
})

function keepFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export function makeMyDataStore() {
  return createMyData({ api, keepFile, onDeleted: leave, ...voice })
}
