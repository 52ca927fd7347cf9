import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PasskeyId, SessionId, UserId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { MutedContent } from '#worker/features/accounts/display/contract.ts'
import { ignoreInsertsInVersion, markUnversioned, unversionedTable } from './versioned.ts'
import { flag, notNullIndex, ownerId } from './parts.ts'

export const users = sqliteTable(
  'users',
  {
    id: integer('id').$type<UserId>().primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    usernameKey: markUnversioned(text('username_key').notNull().unique()),
    email: markUnversioned(text('email')),
    emailKey: markUnversioned(text('email_key').unique()),
    emailVerifiedAt: markUnversioned(integer('email_verified_at')),
    passwordHash: markUnversioned(text('password_hash')),
    /** Until then a sign-up only reserves the username; null: proved, or without a password. */
    signupExpiresAt: markUnversioned(integer('signup_expires_at')),
    role: markUnversioned(
      text('role', { enum: ['member', 'moderator', 'admin'] })
        .notNull()
        .default('member'),
    ),
    isActive: flag('is_active', true),
    isSoftBanned: flag('is_soft_banned'),
    /** Null: not yet chosen, no marketing mail. */
    marketingOptIn: markUnversioned(integer('is_marketing', { mode: 'boolean' })),
    /** When a mail asked them to confirm it: once. */
    marketingAskedAt: markUnversioned(integer('marketing_asked_at')),
    interfaceLanguage: markUnversioned(
      text('interface_language').$type<AcceptedLocale>().notNull().default('fr'),
    ),
    isLanguageChosen: markUnversioned(flag('is_language_chosen')),
    /** For mails and Discord messages: chosen, or else the last one seen in the browser. */
    timeZone: markUnversioned(text('timezone_name').notNull().default('Europe/Paris')),
    isTimeZoneChosen: markUnversioned(flag('is_time_zone_chosen')),
    dateFormat: markUnversioned(
      text('date_format_id', { enum: ['dmy', 'mdy', 'ymd'] })
        .notNull()
        .default('dmy'),
    ),
    isDateFormatChosen: markUnversioned(flag('is_date_format_chosen')),
    /** Saved untouched by the onboarding, perhaps: the browser's is offered once. */
    isDateFormatDoubtful: markUnversioned(flag('is_date_format_doubtful')),
    /** Null: the browser's. */
    hourCycle: markUnversioned(text('hour_cycle', { enum: ['h12', 'h23'] })),
    /** Null, as motion and muted: not chosen, so that each browser keeps its own. */
    density: markUnversioned(text('density', { enum: ['comfortable', 'compact'] })),
    motion: markUnversioned(text('motion', { enum: ['system', 'reduced'] })),
    muted: markUnversioned(text('muted', { mode: 'json' }).$type<MutedContent>()),
    avatarPath: text('avatar_path'),
    /** AES-GCM. */
    discordWebhook: markUnversioned(text('discord_webhook')),
    discordDisabledAt: markUnversioned(integer('discord_disabled_at')),
    /** Whether devices report which pushes they showed. */
    isPushReported: markUnversioned(flag('is_push_reported', true)),
    /** Kept by triggers from xp_entries and trust_entries. */
    totalXp: markUnversioned(integer('total_xp').notNull().default(0)),
    trust: markUnversioned(integer('trust').notNull().default(50)),
    isOnLeaderboard: flag('is_on_leaderboard', true),
    /** When the member read that they are listed, beside the switch: nobody is before. */
    leaderboardToldAt: integer('leaderboard_told_at'),
    isShownOnHypes: flag('is_shown_on_hypes'),
    leaderboardExcludedAt: integer('leaderboard_excluded_at'),
    /** The member's choice to see levels and rewards; off, the ledger has no visits and readings. */
    isGamified: flag('is_gamified', true),
    gamificationSuspendedAt: integer('gamification_suspended_at'),
    isRanked: integer('is_ranked', { mode: 'boolean' }).generatedAlwaysAs(
      sql`is_active and not is_soft_banned and is_on_leaderboard and is_gamified
        and leaderboard_excluded_at is null and gamification_suspended_at is null`,
      { mode: 'virtual' },
    ),
    isListed: integer('is_listed', { mode: 'boolean' }).generatedAlwaysAs(
      sql`is_ranked and leaderboard_told_at is not null`,
      { mode: 'virtual' },
    ),
    seenLevel: markUnversioned(integer('seen_level').notNull().default(1)),
    onboardedAt: markUnversioned(integer('onboarded_at')),
    onboardingSkippedAt: markUnversioned(integer('onboarding_skipped_at')),
    digest: markUnversioned(
      text('digest', { enum: ['off', 'daily', 'weekly'] })
        .notNull()
        .default('off'),
    ),
    digestNextAt: markUnversioned(integer('digest_next_at')),
    /** Minutes after local midnight; both null: no quiet hours. */
    quietFrom: markUnversioned(integer('quiet_from')),
    quietTo: markUnversioned(integer('quiet_to')),
    /** The day of the last visit, as its midnight in UTC; null before it was recorded. */
    seenAt: markUnversioned(integer('seen_at')),
    /** When the account is deleted for want of visits, once a mail said so. */
    deletionAt: markUnversioned(integer('deletion_at')),
    /** The version of the terms accepted last; null: an account from before versions. */
    termsVersion: markUnversioned(text('terms_version')),
    termsAcceptedAt: markUnversioned(integer('terms_accepted_at')),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('users_created').on(table.createdAt),
    index('users_seen').on(table.seenAt),
    notNullIndex('users_deletion', table.deletionAt),
    notNullIndex('users_avatar', table.avatarPath),
    /** Recipients of marketing mail. */
    index('users_marketing')
      .on(table.id, table.interfaceLanguage)
      .where(
        sql`${table.marketingOptIn} = 1 and ${table.isActive} = 1 and ${table.emailVerifiedAt} is not null`,
      ),
    /** Reviewers, among many members. */
    index('users_staff')
      .on(table.role)
      .where(sql`${table.role} <> 'member'`),
    notNullIndex('users_signup_expires', table.signupExpiresAt),
    notNullIndex('users_digest_due', table.digestNextAt),
  ],
)
ignoreInsertsInVersion(users)

export const identities = unversionedTable(
  'identities',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    provider: text('provider', { enum: ['google', 'twitch', 'youtube'] }).notNull(),
    providerUserId: text('provider_user_id').notNull(),
    email: text('email'),
    /** Display name at Google; elsewhere the channel name as in URLs. */
    name: text('name'),
    /** Tokens of builds before: emptied by the hourly job, and not written. */
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('identities_provider_user').on(table.provider, table.providerUserId),
    index('identities_user').on(table.userId),
  ],
)

export const sessions = unversionedTable(
  'sessions',
  {
    id: integer('id').$type<SessionId>().primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    userAgent: text('user_agent'),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** The session of the sign-in that ended this one, at the same browser. */
    replacedBy: integer('replaced_by').$type<SessionId>(),
    reauthenticatedAt: integer('confirmed_at'),
    /** When a passkey, or a recovery code in its place, was used in it. */
    passkeyAt: integer('passkey_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const passkeys = unversionedTable(
  'passkeys',
  {
    id: integer('id').$type<PasskeyId>().primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    name: text('name').notNull(),
    /** Base64url, as is the COSE key. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** Signatures so far, where the authenticator counts them; else 0. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** The latest challenge that was answered: an older one is not accepted, so none twice. */
    challengedAt: integer('challenged_at').notNull(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

export const refreshTokens = unversionedTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token, base64url; the token itself is never stored. */
    hash: text('hash').primaryKey(),
    sessionId: ownerId('session_id', () => sessions.id),
    createdAt: integer('created_at').notNull(),
    rotatedAt: integer('rotated_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Mailed single-use links. The secret part is an HMAC of the id, so no secret is stored. */
export const accountTokens = unversionedTable(
  'account_tokens',
  {
    id: text('id').primaryKey(),
    userId: ownerId('user_id', () => users.id),
    kind: text('kind', {
      enum: [
        'verify_email',
        'reset_password',
        'change_email',
        'delete_account',
        'first_passkey',
        'confirm_marketing',
        'streamer_data',
      ],
    }).notNull(),
    hash: text('hash').notNull().unique(),
    /** The recipient. A later change of address revokes the link. */
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    returnPath: text('return_path'),
    /** The action to resume, such as `hype 205`; it runs once. */
    pendingAction: text('pending_action'),
    resumedAt: integer('resumed_at'),
    /** When the browser that signed up was logged in, or lost the right to it. */
    continuedAt: integer('continued_at'),
  },
  (table) => [index('account_tokens_user').on(table.userId)],
)

/**
 * Mailed codes that sign in. They belong to an address, which may have no account yet. The code is an
 * HMAC of the id, so no secret is stored.
 */
export const signInCodes = unversionedTable(
  'sign_in_codes',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of what only the browser that requested the code has. */
    requestHash: text('request_hash').notNull().unique(),
    /** HMAC of id and code: six digits could be guessed from a plain hash. */
    codeHash: text('code_hash').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    language: text('language').$type<AcceptedLocale>().notNull(),
    timeZone: text('time_zone'),
    isKnownDevice: integer('is_known_device', { mode: 'boolean' }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('sign_in_codes_email').on(table.emailKey, table.createdAt)],
)
