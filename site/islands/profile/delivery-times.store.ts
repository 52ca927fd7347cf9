import type { WritableAtom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type {
  Digest,
  NotificationSettingsView,
  QuietHoursView,
} from '#worker/features/notifications/contract.ts'

type Surroundings = {
  api: Pick<Api, 'put'>
  $reach: WritableAtom<NotificationSettingsView>
  sayError: (text: string) => void
}

/** When news come: a choice shows at once and goes back when refused. */
export function createDeliveryTimes({ api, $reach, sayError }: Surroundings) {
  async function put<Part extends 'digest' | 'quiet_hours'>(
    part: Part,
    wanted: NotificationSettingsView[Part],
    fallback: () => string,
  ): Promise<void> {
    const before = $reach.get()[part]
    $reach.set({ ...$reach.get(), [part]: wanted })
    try {
      const body = part === 'digest' ? { digest: wanted } : wanted
      await api.put(`users/me/notification_settings/${part}`, body)
    } catch (error) {
      $reach.set({ ...$reach.get(), [part]: before })
      sayError(failureText(error, fallback))
    }
  }

  return {
    setDigest: (digest: Digest) => put('digest', digest, m.digest_failed),
    setQuietHours: (hours: QuietHoursView) => put('quiet_hours', hours, m.quiet_failed),
  }
}
