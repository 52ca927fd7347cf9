import type { WritableAtom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'

type Dependencies = {
  api: Pick<Api, 'put'>
  $preferences: WritableAtom<NotificationSettingsView>
  showError: (text: string) => void
  showSuccess: (text: string) => void
}

type PreferencePart = 'digest' | 'quiet_hours' | 'own_marks'

type ChoiceOptions<Of extends PreferencePart> = {
  part: Of
  put: (wanted: NotificationSettingsView[Of]) => Promise<unknown>
  fallback: () => string
}

/** Shows at once; when the last choice is refused, what held before those under way is back. */
function createPreferenceChoice<Of extends PreferencePart>(
  { $preferences, showError, showSuccess }: Dependencies,
  { part, put, fallback }: ChoiceOptions<Of>,
) {
  let confirmed = $preferences.get()[part]
  let last: object | undefined

  function show(value: NotificationSettingsView[Of]): void {
    $preferences.set({ ...$preferences.get(), [part]: value })
  }

  return async (wanted: NotificationSettingsView[Of]): Promise<void> => {
    const thisChoice = {}
    if (!last) confirmed = $preferences.get()[part]
    last = thisChoice
    show(wanted)
    try {
      await put(wanted)
      confirmed = wanted
      if (last === thisChoice) showSuccess(m.settings_updated())
    } catch (error) {
      if (last === thisChoice) show(confirmed)
      showError(failureText(error, fallback))
    } finally {
      if (last === thisChoice) last = undefined
    }
  }
}

export function createQuietHoursAndDigestStore(dependencies: Dependencies) {
  const { api } = dependencies
  return {
    setDigest: createPreferenceChoice(dependencies, {
      part: 'digest',
      put: (digest) => api.put('users/me/notification_settings/digest', { body: { digest } }),
      fallback: m.digest_failed,
    }),
    setQuietHours: createPreferenceChoice(dependencies, {
      part: 'quiet_hours',
      put: (hours) => api.put('users/me/notification_settings/quiet_hours', { body: hours }),
      fallback: m.quiet_failed,
    }),
    setOwnMarks: createPreferenceChoice(dependencies, {
      part: 'own_marks',
      put: (marks) => api.put('users/me/notification_settings/own_marks', { body: { marks } }),
      fallback: m.own_marks_failed,
    }),
  }
}
