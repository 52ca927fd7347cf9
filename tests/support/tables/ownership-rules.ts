import type { FullMember } from '#tests/support/factories/full-member.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { newDevice } from '#tests/support/fakes/fake-push-service.ts'
import { calendarForm } from '#tests/support/fakes/schedule-shapes.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { passkeyRules } from './passkey-rules.ts'

/** A member with something of every kind; some of it is followed or hyped by another member too. */
export type First = FullMember & {
  pendingSlug: string
  noticeId: number
  pushId: number
  accountId: number
  youtubeName: string
  followedStreamer: number
  followedGame: number
  followedGroup: number
}
export type Attempt = {
  /** In the order of the path's parameters. */
  params?: (string | number)[]
  query?: string
  body?: unknown
  /** Status, and code where it is refused. */
  heard: string
  /** It lists streamers and games, whose names are public whoever follows them. */
  listsCatalogue?: boolean
  /** It lists members by name: those who chose to be on the leaderboard. */
  listsMembers?: boolean
  /** Rows that the first member gets by it, and rightly. */
  gets?: string[]
}
/** How another member reaches for what is the first member's, and what comes of it. */
type Rule =
  /** Told to everyone alike. */
  'public' | Attempt | ((first: First) => Attempt)

const done = { heard: '200' }
const unknownEvent = '404 event_not_found'
const storedHash = (kind: string) => (first: First) => ({
  query: `refresh_token=secret-refresh-${first.userId}`,
  body: { token: `secret-hash-${first.userId}`, password: 'a password of the thief' },
  heard: kind,
})

/** Named by an id of the first member's. */
const of =
  (id: keyof First, heard: string, body?: unknown) =>
  (first: First): Attempt => ({ params: [first[id]], heard, body })

const scheduleTarget = { category: 'variety', language: 'en', timezone: 'UTC' }

/** In the order of the attempts. A call that names something and is missing here fails the test. */
export const ownershipRules: Record<string, Rule> = {
  'POST /auth/refresh_access_token': storedHash('401 bad_refresh_token'),
  'POST /auth/logout': storedHash('204'),
  'POST /auth/verify_email': storedHash('422 bad_verification_token'),
  'POST /auth/verify_email/disown': storedHash('422 bad_verification_token'),
  'POST /auth/verify_email/resend': done,
  'POST /auth/reset_password': storedHash('422 bad_reset_token'),
  'POST /auth/delete_account': storedHash('422 bad_verification_token'),
  'PUT /users/me/password': { body: { password: 'a password of my own' }, heard: '200' },
  'POST /auth/confirm': { body: { password: 'a password of my own' }, heard: '200' },
  // An address in use answers like any other, and its owner is told.
  'PUT /users/me/email': ({ email }) => ({
    body: { email, password: 'a password of my own' },
    heard: '200',
    gets: ['deliveries'],
  }),
  'PUT /users/me/marketing': { body: { is_marketing: true }, heard: '200' },
  'POST /users/me/resume': done,
  'GET /users/me/sessions': done,
  'DELETE /users/me/sessions': { heard: '204' },
  'DELETE /users/me/sessions/{id}': of('sessionId', '404 session_not_found'),
  'GET /users/me/settings': done,
  'PUT /users/me/settings': { body: { timezone_name: 'Asia/Tokyo' }, heard: '200' },
  'PUT /users/me/discord_webhook': {
    body: { url: `https://discord.com/api/webhooks/123456789/${'a'.repeat(40)}` },
    heard: '200',
  },
  'DELETE /users/me/discord_webhook': done,
  'POST /users/me/discord_webhook/test': { heard: '409 no_discord_webhook' },
  'GET /users/me/push_subscriptions': done,
  'POST /users/me/push_subscriptions': () => ({ body: newDevice().subscription, heard: '201' }),
  'PUT /users/me/push_subscriptions': () => ({
    body: { endpoint: newDevice().subscription.endpoint },
    heard: '200',
  }),
  'POST /users/me/push_subscriptions/{id}/test': of('pushId', '404 push_device_not_found'),
  'POST /push_receipts': {
    body: { token: `1-${'A'.repeat(43)}` },
    heard: '404 push_device_not_found',
  },
  'DELETE /users/me/push_subscriptions/{id}': of('pushId', '404 push_device_not_found'),
  'GET /users/me': done,
  'PATCH /users/me': ({ username }) => ({ body: { username }, heard: '409 username_taken' }),
  'PUT /users/me/avatar': () => ({ body: pictureForm(png()), heard: '200' }),
  'DELETE /users/me/avatar': done,
  'GET /users/me/export': done,
  'DELETE /users/me': ({ username }) => ({
    body: { username, password: 'not my password' },
    heard: '422 validation_failed',
  }),
  'GET /auth/{provider}/authorize': 'public',
  'POST /auth/{provider}/connect': 'public',
  'GET /users/me/identities': done,
  'DELETE /users/me/identities/{provider}': { params: ['google'], heard: '200' },
  ...passkeyRules,
  'GET /events/{event}': of('pendingSlug', unknownEvent),
  'GET /events/{event}/calendar': ({ pendingSlug }) => ({
    params: [pendingSlug],
    query: 'target=google',
    heard: unknownEvent,
  }),
  'POST /events': () => ({ body: eventDraft(Date.now() + 5 * day), heard: '201' }),
  'PUT /events/{event}': ({ pendingId }) => ({
    params: [pendingId],
    body: eventDraft(Date.now() + 3 * day, { name: 'Taken over' }),
    heard: unknownEvent,
  }),
  'PATCH /events/{event}': of('pendingId', unknownEvent, { name: 'Taken over' }),
  'GET /users/me/events': done,
  'GET /users/me/proposal_limits': done,
  'GET /users/me/similar_events': {
    query: 'platform=twitch&streaming_account_name=nobody',
    heard: '200',
  },
  'POST /users/me/video_lookups': {
    body: { url: 'https://youtu.be/aaaaaaaaaaa' },
    heard: '404 youtube_off',
  },
  'GET /users/me/events/{id}': of('pendingId', unknownEvent),
  'GET /users/me/followed_events': done,
  'GET /users/me/next_events': done,
  'PUT /events/{event}/toggle_hype': of('hypedId', '200', { hyped: false }),
  'GET /users/me/participations': done,
  'PUT /events/{event}/participants/{streamer}/confirmation': ({ approvedId, streamerId }) => ({
    params: [approvedId, streamerId],
    body: { confirmed: true },
    heard: '404 participation_not_found',
  }),
  'DELETE /events/{event}/participants/{streamer}': ({ approvedId, streamerId }) => ({
    params: [approvedId, streamerId],
    heard: '404 participation_not_found',
  }),
  'PUT /events/{event}/hype_series': of('hypedId', '409 hype_closed'),
  'PUT /groups/{group}/hype_dates': of('followedGroup', '409 hype_closed'),
  'GET /users/me/hyped_events/{id}/reminders': of('hypedId', unknownEvent),
  'PUT /users/me/hyped_events/{id}/own_marks': of('hypedId', unknownEvent, { marks: ['3h'] }),
  'GET /users/me/relations': done,
  'GET /users/me/start': done,
  'GET /users/me/followed_channels': { heard: '404 provider_off' },
  'POST /users/me/follows': ({ followedStreamer }) => ({
    body: { streamer_ids: [followedStreamer] },
    heard: '200',
  }),
  'GET /users/me/calendar_feeds': done,
  'POST /users/me/calendar_feeds': { body: { scope: 'both' }, heard: '201' },
  'DELETE /users/me/calendar_feeds/{id}': of('calendarFeedId', '404 calendar_feed_not_found'),
  'GET /users/me/schedule_sources': done,
  'POST /users/me/schedule_sources': ({ accountId }) => ({
    body: { ...scheduleTarget, kind: 'twitch_schedule', account_id: accountId },
    heard: '409 account_not_verified',
  }),
  'DELETE /users/me/schedule_sources/{id}': of('scheduleSourceId', '404 schedule_source_not_found'),
  'POST /users/me/schedule_sources/{id}/run': of(
    'scheduleSourceId',
    '404 schedule_source_not_found',
    { confirm: true },
  ),
  'POST /users/me/schedule_imports': ({ accountId }) => ({
    body: calendarForm({ ...scheduleTarget, account_id: accountId, confirm: true }),
    heard: '409 account_not_verified',
  }),
  'GET /games/{game}': 'public',
  'GET /games/{game}/top_streamers': 'public',
  'GET /games/{game}/recommended': 'public',
  'GET /streamers/{id}': 'public',
  'GET /streamers/{id}/events': 'public',
  'GET /streamers/{id}/recommended': 'public',
  'GET /streamers/{id}/discovery': 'public',
  'POST /users/me/streamer': {
    body: { display_name: 'A Second Stage' },
    heard: '409 streamer_exists',
  },
  'PUT /users/me/streamer/listing': {
    body: { is_listed: false },
    heard: '409 channel_not_proven',
  },
  'POST /auth/account_data': 'public',
  'POST /auth/streamer_data': 'public',
  'PATCH /users/me/streamer': { body: { display_name: 'Stage of the Other' }, heard: '200' },
  'GET /users/me/streaming_accounts': done,
  'POST /users/me/streaming_accounts': ({ youtubeName }) => ({
    body: { platform: 'youtube', name: youtubeName },
    heard: '409 account_taken',
  }),
  'DELETE /users/me/streaming_accounts/{id}': of('accountId', '404 streaming_account_not_found'),
  'PUT /users/me/streaming_accounts/{id}/platform_picture': of(
    'accountId',
    '404 streaming_account_not_found',
    { is_shown: false },
  ),
  'PUT /users/me/notification_settings/channels/{kind}/{channel}': {
    params: ['reminder', 'email'],
    body: { is_enabled: false },
    heard: '200',
  },
  'PUT /users/me/notification_settings/streamers/{id}': of('followedStreamer', '200', {
    is_enabled: false,
  }),
  'PUT /users/me/notification_settings/games/{id}': of('followedGame', '200', {
    is_enabled: false,
  }),
  'PUT /users/me/notification_settings/groups/{id}': of('followedGroup', '200', {
    is_enabled: false,
  }),
  'PUT /groups/{group}/toggle_follow': of('followedGroup', '200', { followed: false }),
  'PUT /streamers/{id}/toggle_follow': of('followedStreamer', '200', { followed: false }),
  'PUT /games/{game}/toggle_follow': of('followedGame', '200', { followed: false }),
  'GET /groups/{slug}': 'public',
  'GET /groups/{slug}/events': 'public',
  'GET /articles/{slug}': 'public',
  'POST /articles/{slug}/reading': { params: ['zevent-2025-guide'], heard: '200' },
  'PUT /articles/{slug}/reading': {
    params: ['zevent-2025-guide'],
    body: { ticket: 'of nobody' },
    heard: '200',
  },
  'GET /users/me/reports': done,
  'GET /users/me/notifications': done,
  'PUT /users/me/notifications/read': ({ noticeId }) => ({
    body: { ids: [noticeId] },
    heard: '200',
  }),
  'GET /users/me/notification_settings': done,
  'PUT /users/me/notification_settings/quiet_hours': {
    body: { from: '22:00', to: '08:00' },
    heard: '200',
  },
  'PUT /users/me/notification_settings/digest': { body: { digest: 'daily' }, heard: '200' },
  'PUT /users/me/notification_settings/own_marks': { body: { marks: ['3h'] }, heard: '200' },
  'POST /events/{event}/cancel': of('pendingId', unknownEvent),
  'POST /events/{event}/withdraw': of('pendingId', unknownEvent),
  'POST /deals/{id}/click': 'public',
  'POST /uploads': () => ({ body: pictureForm(png()), heard: '201' }),
  'GET /achievements/me': done,
  'GET /achievements/me/stats': done,
  'GET /achievements/new': done,
  'PUT /achievements/new/seen': { body: { identifiers: ['first_hype'], level: 2 }, heard: '200' },
  'GET /leaderboard/me': { heard: '200', listsMembers: true },
  'GET /onboarding/content-onboarding/status': done,
  'GET /onboarding/content-onboarding/streamers': { heard: '200', listsCatalogue: true },
  'GET /onboarding/content-onboarding/games': { heard: '200', listsCatalogue: true },
  'POST /onboarding/content-onboarding/skip': done,
  'POST /onboarding/content-onboarding/complete': done,
}
