import { sql } from 'drizzle-orm'
import { read, scopesOf, write, type Ctx, type Member } from '#worker/context.ts'
import type { Locale } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { earnCompletion } from '#worker/features/progress/completion.ts'
import { moveToZone } from '#worker/features/delivery-times/delivery-times.ts'
import { AppError } from '#worker/http/errors.ts'
import { decrypt, encrypt } from '#worker/platform/crypto.ts'
import type { DateFormatId, SettingsInput, SettingsView } from './contract.ts'

const dateFormats: Record<DateFormatId, string> = {
  dmy: '%d/%m/%Y %H:%M',
  mdy: '%m/%d/%Y %H:%M',
  ymd: '%Y-%m-%d %H:%M',
}

type SettingsRow = {
  username: string
  email: string | null
  emailVerifiedAt: number | null
  role: 'member' | 'moderator' | 'admin'
  isStreamer: number
  isMarketing: number | null
  interfaceLanguage: Locale
  timezoneName: string
  dateFormatId: DateFormatId
  avatarPath: string | null
  discordWebhook: string | null
  discordDisabledAt: number | null
}

export function selectSettings(ctx: Ctx<Member>) {
  return rows<SettingsRow>(
    ctx.db,
    sql`select username, email, email_verified_at as emailVerifiedAt, role,
        exists (select 1 from streamers where user_id = users.id) as isStreamer,
        is_marketing as isMarketing, interface_language as interfaceLanguage,
        timezone_name as timezoneName, date_format_id as dateFormatId, avatar_path as avatarPath,
        discord_webhook as discordWebhook, discord_disabled_at as discordDisabledAt
      from users where id = ${ctx.actor.userId}`,
  )
}

export function toSettings(ctx: Ctx, row: SettingsRow | undefined): SettingsView {
  if (!row) throw new AppError('unauthenticated', 'session_ended')
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
    timezone_name: row.timezoneName,
    date_format_id: row.dateFormatId,
    date_format: dateFormats[row.dateFormatId],
    discord: {
      webhook_hint: row.discordWebhook === null ? null : hintOf(ctx, row.discordWebhook),
      is_disabled: row.discordDisabledAt !== null,
    },
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

/** Only what is named changes; `is_marketing: null` is a value of its own. */
export async function updateSettings(
  ctx: Ctx<Member>,
  input: SettingsInput,
): Promise<SettingsView> {
  const [[before]] = await read(ctx, [
    rows<{ timeZone: string }>(
      ctx.db,
      sql`select timezone_name as timeZone from users where id = ${ctx.actor.userId}`,
    ),
  ])
  const zone = input.timezone_name
  const marketing =
    input.is_marketing === undefined ? sql`is_marketing` : sql`${toFlag(input.is_marketing)}`
  const [, [row]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update users set
          interface_language = coalesce(${input.interface_language_code ?? null}, interface_language),
          timezone_name = coalesce(${zone ?? null}, timezone_name),
          date_format_id = coalesce(${input.date_format_id ?? null}, date_format_id),
          is_marketing = ${marketing}
        where id = ${ctx.actor.userId}`,
    ),
    selectSettings(ctx),
    ...earnCompletion(ctx, ctx.actor.userId),
    ...(zone && zone !== before?.timeZone ? moveToZone(ctx, zone) : []),
  ])
  return toSettings(ctx, row)
}

function toFlag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

/** Null removes it. Stored encrypted; never sent back whole. */
export async function setDiscordWebhook(
  ctx: Ctx<Member>,
  url: string | null,
): Promise<SettingsView> {
  await read(ctx, [])
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
