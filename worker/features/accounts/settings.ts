import { sql } from 'drizzle-orm'
import { read, scopesOf, write, type Ctx, type Member } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { rows } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/people.ts'
import { update } from '#worker/db/writes.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import {
  profileCompletionInfo,
  earnProfileCompletion,
} from '#worker/features/gamification/ledger/completion.ts'
import {
  seenLevelOnReEnabling,
  skipPendingAnnouncements,
} from '#worker/features/gamification/ledger/re-enabling.ts'
import { moveToTimeZone } from '#worker/features/notifications/preferences/digest-schedule.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import type {
  DateFormatId,
  HourCycle,
  SettingsChanged,
  SettingsInput,
  SettingsView,
} from './contract.ts'

const dateFormats: Record<DateFormatId, string> = {
  dmy: '%d/%m/%Y %H:%M',
  mdy: '%m/%d/%Y %H:%M',
  ymd: '%Y-%m-%d %H:%M',
}

export const defaultTimeZone = 'Europe/Paris'
const defaultDateFormat = 'dmy'
const defaultHourCycle = 'h23'

type SettingsRow = {
  username: string
  email: string | null
  emailVerifiedAt: number | null
  role: 'member' | 'moderator' | 'admin'
  isStreamer: number
  isMarketing: number | null
  interfaceLanguage: Locale
  isLanguageChosen: number
  timezoneName: string
  isTimeZoneChosen: number
  dateFormatId: DateFormatId
  isDateFormatChosen: number
  hourCycle: HourCycle | null
  avatarPath: string | null
  discordWebhook: string | null
  discordDisabledAt: number | null
  isOnLeaderboard: number
  isGamified: number
}

export function selectSettings(ctx: Ctx<Member>) {
  return rows<SettingsRow>(
    ctx.db,
    sql`select username, email, email_verified_at as emailVerifiedAt, role,
        exists (select 1 from streamers where user_id = users.id) as isStreamer,
        is_marketing as isMarketing, interface_language as interfaceLanguage,
        is_language_chosen as isLanguageChosen,
        timezone_name as timezoneName, is_time_zone_chosen as isTimeZoneChosen,
        date_format_id as dateFormatId, is_date_format_chosen as isDateFormatChosen,
        hour_cycle as hourCycle, avatar_path as avatarPath,
        discord_webhook as discordWebhook, discord_disabled_at as discordDisabledAt,
        is_on_leaderboard as isOnLeaderboard, is_gamified as isGamified
      from users where id = ${ctx.actor.userId}`,
  )
}

export function toSettings(ctx: Ctx, row: SettingsRow | undefined): SettingsView {
  if (!row) throw new AppError('unauthenticated', 'session_ended')
  const isTimeZoneChosen = Boolean(row.isTimeZoneChosen)
  return {
    profile: {
      username: row.username,
      email: row.email,
      is_email_verified: row.emailVerifiedAt !== null,
      avatar_path: row.avatarPath,
      scopes: scopesOf({ role: row.role, isStreamer: Boolean(row.isStreamer) }),
    },
    settings: { interface_language: { language_code: row.interfaceLanguage } },
    interface_language_code: row.interfaceLanguage,
    is_marketing: row.isMarketing === null ? null : Boolean(row.isMarketing),
    timezone_name: isTimeZoneChosen ? row.timezoneName : defaultTimeZone,
    date_format_id: row.dateFormatId,
    date_format: dateFormats[row.dateFormatId],
    hour_cycle: row.hourCycle ?? defaultHourCycle,
    chosen: {
      language: Boolean(row.isLanguageChosen),
      time_zone: isTimeZoneChosen,
      date_format: Boolean(row.isDateFormatChosen),
      hour_cycle: row.hourCycle !== null,
    },
    email_time_zone: row.timezoneName,
    discord: {
      webhook_hint: row.discordWebhook === null ? null : hintOf(ctx, row.discordWebhook),
      is_disabled: row.discordDisabledAt !== null,
    },
    is_on_leaderboard: Boolean(row.isOnLeaderboard),
    is_gamified: Boolean(row.isGamified),
  }
}

/** Its last four characters; dots where it was sealed under another key. */
function hintOf(ctx: Ctx, sealed: string): string {
  try {
    return decrypt(ctx.config.ENCRYPTION_KEY, sealed).slice(-4)
  } catch {
    return '····'
  }
}

export async function getSettings(ctx: Ctx<Member>): Promise<SettingsView> {
  const [[row]] = await read(ctx, [selectSettings(ctx)])
  return toSettings(ctx, row)
}

type Zone = { timeZone: string; isChosen: number }

/** The zone of e-mails after the change; undefined when it stays. */
function changedZone(before: Zone | undefined, input: SettingsInput): string | undefined {
  const isChosen = input.timezone_name === undefined ? before?.isChosen : input.timezone_name
  const zone = input.timezone_name ?? (isChosen ? undefined : input.browser_time_zone)
  return zone === before?.timeZone ? undefined : zone
}

/** The zone column's new value. The row decides on the browser's: another tab may choose a zone meanwhile. */
function zoneColumn({ timezone_name: wanted, browser_time_zone: seen }: SettingsInput) {
  if (wanted || wanted === null || !seen) return wanted ?? seen
  return sql<string>`iif(is_time_zone_chosen, timezone_name, ${seen})`
}

/** Only given fields change; null resets a choice. */
export async function updateSettings(
  ctx: Ctx<Member>,
  input: SettingsInput,
): Promise<SettingsChanged> {
  const { userId } = ctx.actor
  const [[before]] = await read(ctx, [
    rows<Zone>(
      ctx.db,
      sql`select timezone_name as timeZone, is_time_zone_chosen as isChosen
        from users where id = ${userId}`,
    ),
  ])
  const { interface_language_code, timezone_name, date_format_id } = input
  const { is_on_leaderboard, is_gamified } = input
  const zone = changedZone(before, input)
  const [, , [row], earned, standing] = await write(ctx, [
    skipPendingAnnouncements(ctx, userId, is_gamified),
    update(
      users,
      {
        interfaceLanguage: interface_language_code,
        isLanguageChosen: interface_language_code === undefined ? undefined : true,
        timezoneName: zoneColumn(input),
        isTimeZoneChosen: timezone_name === undefined ? undefined : timezone_name !== null,
        dateFormatId: date_format_id === null ? defaultDateFormat : date_format_id,
        isDateFormatChosen: date_format_id === undefined ? undefined : date_format_id !== null,
        hourCycle: input.hour_cycle,
        isMarketing: input.is_marketing,
        isOnLeaderboard: is_on_leaderboard,
        isGamified: is_gamified,
        seenLevel: is_gamified ? seenLevelOnReEnabling : sql<number>`seen_level`,
      },
      { where: sql`${users.id} = ${userId}` },
    ),
    selectSettings(ctx),
    ...earnProfileCompletion(ctx, userId),
    ...(zone ? moveToTimeZone(ctx, zone) : []),
  ])
  if (is_on_leaderboard !== undefined || is_gamified !== undefined) {
    await queuePurge(ctx, { type: 'leaderboard' })
  }
  return { ...toSettings(ctx, row), ...profileCompletionInfo(ctx, earned, standing) }
}

/** Null removes it. Stored encrypted; never sent back whole. */
export async function setDiscordWebhook(
  ctx: Ctx<Member>,
  url: string | null,
): Promise<SettingsView> {
  const sealed = url === null ? null : encrypt(ctx.config.ENCRYPTION_KEY, url)
  const [, [row]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update users set discord_webhook = ${sealed}, discord_disabled_at = null
        where id = ${ctx.actor.userId}`,
    ),
    selectSettings(ctx),
  ])
  return toSettings(ctx, row)
}
