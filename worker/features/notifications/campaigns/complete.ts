import { m } from '#messages'
import { validationError } from '#worker/api/errors.ts'
import type { Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { termsNoticeDays, type CampaignView } from './contract.ts'

/** News may leave out a whole language; an announcement is to be understood by each member. */
export function assertTextsComplete({ locale }: Ctx, { purpose, texts }: CampaignView): void {
  const missing = acceptedLocales.flatMap((one) => {
    const { subject, markdown } = texts[one]
    const empty = Object.entries({ subject, markdown }).filter(([, text]) => text.trim() === '')
    if (purpose === null && empty.length === 2) return []
    return empty.map(([part]) => `texts.${one}.${part}`)
  })
  const incomplete = purpose === null ? m.campaign_half_written : m.announcement_every_language
  const msg = incomplete({}, { locale })
  if (missing.length > 0) throw validationError(missing.map((path) => ({ path, msg })))
  if (acceptedLocales.every((one) => texts[one].subject === '')) {
    throw validationError([{ path: 'texts', msg: m.campaign_nothing_written({}, { locale }) }])
  }
}

/** The law wants new terms known in time. */
export function assertAnnouncedInTime(ctx: Ctx, { purpose, applies_on }: CampaignView): void {
  if (purpose !== 'terms') return
  const earliest = toInstant(ctx.now + termsNoticeDays * dayMs).slice(0, 10)
  if (applies_on !== null && applies_on >= earliest) return
  const msg = m.announcement_too_soon(
    { days: termsNoticeDays, day: earliest },
    { locale: ctx.locale },
  )
  throw validationError([{ path: 'applies_on', msg }])
}
