import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, listScopes, write, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { RowOf } from '#worker/db/row.ts'
import { equals } from '#worker/db/conditions.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  buildProfileCompletionReward,
  rewardProfileCompletion,
} from '#worker/features/gamification/ledger/completion.ts'
import {
  seenLevelOnReEnabling,
  skipPendingAnnouncements,
} from '#worker/features/gamification/ledger/re-enabling.ts'
import { rescheduleNotificationsForTimeZone } from '#worker/features/notifications/preferences/digest-schedule.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { recordConsent } from '#worker/features/notifications/campaigns/consents.ts'
import { sendAccountMail } from './account-mail.ts'
import { askToConfirmMarketing } from './confirm-marketing.ts'
import type {
  DateFormatId,
  MarketingConsentInput,
  SettingsInput,
  SettingsUpdateView,
  SettingsView,
} from './contract.ts'
import { memberScopeColumns } from './sessions.ts'

const dateFormats: Record<DateFormatId, string> = {
  dmy: '%d/%m/%Y %H:%M',
  mdy: '%m/%d/%Y %H:%M',
  ymd: '%Y-%m-%d %H:%M',
}

export const defaultTimeZone = 'Europe/Paris'
const defaultDateFormat = 'dmy'

const settingsColumns = {
  ...memberScopeColumns,
  username: users.username,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  marketingOptIn: users.marketingOptIn,
  interfaceLanguage: users.interfaceLanguage,
  isLanguageChosen: users.isLanguageChosen,
  timeZone: users.timeZone,
  isTimeZoneChosen: users.isTimeZoneChosen,
  dateFormat: users.dateFormat,
  isDateFormatChosen: users.isDateFormatChosen,
  isDateFormatDoubtful: users.isDateFormatDoubtful,
  hourCycle: users.hourCycle,
  density: users.density,
  motion: users.motion,
  muted: users.muted,
  id: users.id,
  avatarPath: users.avatarPath,
  discordWebhook: users.discordWebhook,
  discordDisabledAt: users.discordDisabledAt,
  isOnLeaderboard: users.isOnLeaderboard,
  leaderboardToldAt: users.leaderboardToldAt,
  isGamified: users.isGamified,
  isShownOnHypes: users.isShownOnHypes,
  isPushReported: users.isPushReported,
}
type SettingsRow = RowOf<typeof settingsColumns>

export const selectSettings = prepareMemberRow(settingsColumns)

export function toSettings(ctx: Ctx, row: SettingsRow | undefined): SettingsView {
  if (!row) throw new AppError('unauthenticated', 'session_ended')
  return {
    profile: {
      username: row.username,
      email: row.email,
      is_email_verified: row.emailVerifiedAt !== null,
      avatar_path: row.avatarPath,
      drawn_avatar_path: memberAvatarPath(row.id),
      scopes: listScopes(row),
    },
    settings: { interface_language: { language_code: row.interfaceLanguage } },
    interface_language_code: row.interfaceLanguage,
    is_marketing: row.marketingOptIn,
    timezone_name: row.isTimeZoneChosen ? row.timeZone : defaultTimeZone,
    date_format_id: row.dateFormat,
    date_format: dateFormats[row.dateFormat],
    hour_cycle: row.hourCycle,
    density: row.density,
    motion: row.motion,
    muted: row.muted,
    chosen: {
      language: row.isLanguageChosen,
      time_zone: row.isTimeZoneChosen,
      date_format: row.isDateFormatChosen,
      hour_cycle: row.hourCycle !== null,
    },
    is_browser_format_offered: row.isDateFormatDoubtful,
    email_time_zone: row.timeZone,
    discord: {
      webhook_hint: row.discordWebhook === null ? null : toWebhookHint(ctx, row.discordWebhook),
      is_disabled: row.discordDisabledAt !== null,
    },
    is_on_leaderboard: row.isOnLeaderboard && row.leaderboardToldAt !== null,
    is_told_of_leaderboard: row.leaderboardToldAt !== null,
    is_gamified: row.isGamified,
    is_shown_on_hypes: row.isShownOnHypes,
    is_push_reported: row.isPushReported,
  }
}

/** Its last four characters; dots where it was encrypted with another key. */
function toWebhookHint(ctx: Ctx, encrypted: string): string {
  try {
    return decrypt(listEncryptionKeys(ctx.config), encrypted).slice(-4)
  } catch {
    return '····'
  }
}

export async function getSettings(ctx: Ctx<Member>): Promise<SettingsView> {
  const { settings } = await read(ctx, { settings: selectSettings(ctx.actor) })
  return toSettings(ctx, settings)
}

const zoneColumns = { timeZone: users.timeZone, isChosen: users.isTimeZoneChosen }
type TimeZoneRow = RowOf<typeof zoneColumns>

const selectZone = prepareMemberRow(zoneColumns)

function findChangedTimeZone(
  currentZone: TimeZoneRow | undefined,
  input: SettingsInput,
): string | undefined {
  const isChosen = input.timezone_name === undefined ? currentZone?.isChosen : input.timezone_name
  const zone = input.timezone_name ?? (isChosen ? undefined : input.browser_time_zone)
  return zone === currentZone?.timeZone ? undefined : zone
}

/** The row decides on the browser's zone: another tab may choose one meanwhile. */
function timeZoneColumnValue({
  timezone_name: chosenValue,
  browser_time_zone: browserZone,
}: SettingsInput) {
  if (chosenValue || chosenValue === null || !browserZone) return chosenValue ?? browserZone
  return sql<string>`iif(${users.isTimeZoneChosen}, ${users.timeZone}, ${browserZone})`
}

/** One that was sent untouched is no choice, and leaves an earlier one as it is. */
function toDateFormatColumns({ date_format_id: id, untouched, ...input }: SettingsInput) {
  if (id === undefined) {
    return { isDateFormatDoubtful: input.is_browser_format_offered === false ? false : undefined }
  }
  const chosenValue = id ?? defaultDateFormat
  if (untouched?.includes('date_format_id')) {
    const { dateFormat, isDateFormatChosen } = users
    return {
      dateFormat: sql<DateFormatId>`iif(${isDateFormatChosen}, ${dateFormat}, ${chosenValue})`,
    }
  }
  return { dateFormat: chosenValue, isDateFormatChosen: id !== null, isDateFormatDoubtful: false }
}

type Consent = { purpose: 'marketing' | 'hype_faces'; isGiven: boolean }
type Words = typeof m.marketing_title

/** Before the row changes. `words` stand beside the switch. */
function recordSwitch(ctx: Ctx<Member>, consent: Consent, ...words: Words[]) {
  const text = words.map((say) => say({}, { locale: ctx.locale })).join('. ')
  return [recordConsent(ctx, { userId: ctx.actor.userId, ...consent, way: 'switch', text })]
}

/** The act where a switch was turned, and what takes consent back. */
function recordMarketingChange(ctx: Ctx<Member>, isWanted: boolean | null, isAct: boolean) {
  if (isWanted && !isAct) return []
  const consent = { purpose: 'marketing', isGiven: isWanted ?? false } as const
  return recordSwitch(ctx, consent, m.marketing_title, m.marketing_hint)
}

/** Being shown among those who hyped an event is a consent too: off until its switch is turned. */
function recordHypeFaceChange(ctx: Ctx<Member>, isGiven: boolean) {
  const consent = { purpose: 'hype_faces', isGiven } as const
  return recordSwitch(ctx, consent, m.hype_face_switch, m.hype_face_switch_hint)
}

const forgetPushReceipts = prepare(({ userId }: Params<{ userId: UserId }>) =>
  update(
    deliveries,
    { readAt: null },
    {
      where: sql`${deliveries.userId} = ${userId} and ${equals(deliveries.channel, 'push')}
        and ${deliveries.readAt} is not null`,
    },
  ),
)

function toPushReportChange({ actor }: Ctx<Member>, isReported: boolean | undefined) {
  return isReported === false ? [forgetPushReceipts({ userId: actor.userId })] : []
}

/** The switch of the settings: an act, unlike what other calls store. */
export function setMarketingConsent(
  ctx: Ctx<Member>,
  input: MarketingConsentInput,
): Promise<SettingsUpdateView> {
  return updateSettings(ctx, input, true)
}

/** Only given fields change; null resets a choice. */
export async function updateSettings(
  ctx: Ctx<Member>,
  input: SettingsInput,
  isMarketingAct = false,
): Promise<SettingsUpdateView> {
  const { userId } = ctx.actor
  const { before } = await read(ctx, { before: selectZone(ctx.actor) })
  const { interface_language_code, timezone_name, is_marketing } = input
  const { is_on_leaderboard, is_gamified, is_shown_on_hypes, is_push_reported } = input
  const zone = findChangedTimeZone(before, input)
  const { settings, completion, marketing } = await writeInOrder(ctx, {
    consent:
      is_marketing === undefined ? [] : recordMarketingChange(ctx, is_marketing, isMarketingAct),
    faces: is_shown_on_hypes === undefined ? [] : recordHypeFaceChange(ctx, is_shown_on_hypes),
    receipts: toPushReportChange(ctx, is_push_reported),
    announcements: skipPendingAnnouncements(ctx, userId, is_gamified),
    changed: update(
      users,
      {
        interfaceLanguage: interface_language_code,
        isLanguageChosen: interface_language_code === undefined ? undefined : true,
        timeZone: timeZoneColumnValue(input),
        isTimeZoneChosen: timezone_name === undefined ? undefined : timezone_name !== null,
        ...toDateFormatColumns(input),
        hourCycle: input.hour_cycle,
        density: input.density,
        motion: input.motion,
        muted: input.muted,
        marketingOptIn: is_marketing,
        isOnLeaderboard: is_on_leaderboard,
        // The switch stands beside the words.
        leaderboardToldAt:
          is_on_leaderboard === undefined
            ? undefined
            : sql<number>`coalesce(${users.leaderboardToldAt}, ${ctx.now})`,
        isGamified: is_gamified,
        isShownOnHypes: is_shown_on_hypes,
        isPushReported: is_push_reported,
        seenLevel: is_gamified ? seenLevelOnReEnabling : sql<number>`${users.seenLevel}`,
      },
      { where: sql`${users.id} = ${userId}` },
    ),
    settings: selectSettings(ctx.actor),
    completion: rewardProfileCompletion(ctx, userId),
    times: zone ? rescheduleNotificationsForTimeZone(ctx, zone) : [],
    marketing: askToConfirmMarketing(ctx, userId),
  })
  if (marketing.link.mail.hasChanged) await sendAccountMail(ctx, marketing.link.mail.result)
  if (is_on_leaderboard !== undefined || is_gamified !== undefined) {
    await queuePurge(ctx, { type: 'leaderboard' })
  }
  const [earnedXp, memberProgress] = completion
  return {
    ...toSettings(ctx, settings),
    ...buildProfileCompletionReward(ctx, earnedXp, memberProgress),
  }
}

const setWebhook = prepare(
  ({ userId, encrypted }: Params<{ userId: UserId; encrypted: string | null }>) =>
    update(
      users,
      { discordWebhook: encrypted, discordDisabledAt: null },
      { where: sql`${users.id} = ${userId}` },
    ),
)

/** Null removes it. Stored encrypted; never sent back whole. */
export async function setDiscordWebhook(
  ctx: Ctx<Member>,
  url: string | null,
): Promise<SettingsView> {
  const { userId } = ctx.actor
  const encrypted = url === null ? null : encrypt(ctx.config.ENCRYPTION_KEY, url)
  const { settings } = await write(ctx, {
    webhook: setWebhook({ userId, encrypted }),
    settings: selectSettings(ctx.actor),
  })
  return toSettings(ctx, settings)
}
