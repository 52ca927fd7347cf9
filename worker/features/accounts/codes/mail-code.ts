import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { nullable, type RowOf } from '#worker/db/row.ts'
import { signInCodes, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { newAddressRateLimit } from '#worker/features/accounts/new-address-budget.ts'
import { clearAttempts, isThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { deriveSignInCode } from './sign-in-code.ts'

const mailColumns = {
  email: signInCodes.email,
  locale: sql<Locale>`coalesce(${users.interfaceLanguage}, ${signInCodes.language})`,
  username: nullable(users.username),
  role: nullable(users.role),
  emailVerifiedAt: users.emailVerifiedAt,
  isKnownDevice: signInCodes.isKnownDevice,
}
type CodeMailRow = RowOf<typeof mailColumns>

function fromUsableCodeSql(id: SQL<string> | string, now: SQL<number> | number): SQL {
  return sql`from ${signInCodes} left join ${users} on ${users.emailKey} = ${signInCodes.emailKey}
    where ${signInCodes.id} = ${id} and ${signInCodes.usedAt} is null
      and ${signInCodes.expiresAt} > ${now}`
}

const selectAddressee = prepare(({ id, now }: Params<{ id: string; now: number }>) =>
  selectFirst(mailColumns, fromUsableCodeSql(id, now)),
)

function isCodeForUnverifiedEmail(id: string, now: number): SQL {
  return sql`exists (select 1 ${fromUsableCodeSql(id, now)} and ${users.emailVerifiedAt} is null)`
}

function listConsequences(addressee: CodeMailRow): string[] {
  const { username, emailVerifiedAt, isKnownDevice, locale } = addressee
  if (username === null) return [m.mail_code_new({}, { locale })]
  if (emailVerifiedAt === null) return [m.mail_code_unverified({ username }, { locale })]
  return isKnownDevice ? [] : [m.mail_code_new_device({ username }, { locale })]
}

function composeCodeMail(ctx: Ctx, addressee: CodeMailRow, code: string): Mail {
  const { email: to, locale } = addressee
  return composeMail({
    to,
    kind: 'sign_in_code',
    locale,
    siteUrl: ctx.config.SITE_URL,
    title: m.mail_code_title({ code }, { locale }),
    code,
    text: [m.mail_code_text({}, { locale }), ...listConsequences(addressee)].join('\n'),
  })
}

/** Staff get no code: it must not replace their second factor. */
function composeStaffMail(ctx: Ctx, { email: to, locale, username }: CodeMailRow): Mail {
  return composeMail({
    to,
    kind: 'sign_in_code',
    locale,
    siteUrl: ctx.config.SITE_URL,
    title: m.mail_code_staff_title({}, { locale }),
    text: m.mail_code_staff_text({ username: username ?? '' }, { locale }),
    action: {
      label: m.mail_exists_action({}, { locale }),
      url: ctx.config.SITE_URL + localePath(locale, '/login'),
    },
  })
}

/**
 * Outside the outbox, whose rows belong to members: the address may have no account. The queue
 * retries under one idempotency key. Whoever requests a code cannot see the budget of the hour.
 */
export async function mailSignInCode(
  ctx: Ctx<System>,
  { id }: Extract<QueueMessage, { type: 'mail_sign_in_code' }>,
): Promise<void> {
  const budget = newAddressRateLimit(ctx)
  const { addressee, attempt } = await write(ctx, {
    addressee: selectAddressee({ id, now: ctx.now }),
    attempt: recordAttempt(ctx, budget, isCodeForUnverifiedEmail(id, ctx.now)),
  })
  if (!addressee) return
  const isNew = addressee.emailVerifiedAt === null
  if (isNew && isThrottled(ctx, attempt)) return
  const isStaff = addressee.role !== null && addressee.role !== 'member'
  const mail = isStaff
    ? composeStaffMail(ctx, addressee)
    : composeCodeMail(ctx, addressee, deriveSignInCode(ctx.config.JWT_SECRET, id))
  const outcome = await ctx.mail.send(mail, `sign_in_code:${id}`)
  if (outcome.kind !== 'retry' && outcome.kind !== 'wait') return
  if (isNew) await write(ctx, clearAttempts(ctx, budget))
  throw new Error(outcome.error ?? 'mail')
}
