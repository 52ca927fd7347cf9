import { getLocale } from '#messages/runtime'
import { formatCount, nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import type { CampaignRecipients } from '#worker/features/notifications/campaigns/contract.ts'

export function toCountInputs(count: number) {
  return { count, shown: formatCount(count, getLocale()) }
}

/** By language, those who get the mail and those who are left out. */
export function RecipientCounts({ recipients }: { recipients: CampaignRecipients }) {
  const { by_language, left_out, unproved } = recipients
  const lines = acceptedLocales.flatMap((locale) => {
    const language = nativeLanguageName(locale)
    const [count, missed] = [by_language[locale], left_out[locale]]
    return [
      ...(count > 0 ? [m.campaign_send_language({ language, ...toCountInputs(count) })] : []),
      ...(missed > 0 ? [m.campaign_left_out({ language, ...toCountInputs(missed) })] : []),
    ]
  })
  if (unproved > 0) lines.push(m.campaign_unproved(toCountInputs(unproved)))
  if (lines.length === 0) return null
  return (
    <ul className="admin-counts">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
