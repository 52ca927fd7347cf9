import { accountEndpoints } from './features/accounts/routes.ts'
import { achievementEndpoints } from './features/gamification/achievements/routes.ts'
import { articleEndpoints, articleFeedFile } from './features/articles/routes.ts'
import { calendarEndpoints } from './features/events/calendar/routes.ts'
import { clientReportEndpoints } from './features/operations/client-reports/routes.ts'
import { dealEndpoints } from './features/deals/routes.ts'
import { statusEndpoints } from './features/operations/status/routes.ts'
import { eventEndpoints } from './features/events/routes.ts'
import { eventFeedFiles, feedEndpoints } from './features/events/feeds/routes.ts'
import { followEndpoints } from './features/directory/follows/routes.ts'
import { followedChannelEndpoints } from './features/directory/followed-channels/routes.ts'
import { gameEndpoints } from './features/directory/games/routes.ts'
import { groupEndpoints } from './features/directory/groups/routes.ts'
import { hypeEndpoints } from './features/hype/routes.ts'
import { identityEndpoints } from './features/accounts/identities/routes.ts'
import { leaderboardEndpoints } from './features/gamification/leaderboard/routes.ts'
import { nextEventEndpoints } from './features/events/next/routes.ts'
import { mailWebhookEndpoints } from './features/notifications/suppressions/routes.ts'
import { notificationEndpoints } from './features/notifications/routes.ts'
import { onboardingEndpoints } from './features/accounts/onboarding/routes.ts'
import { profileEndpoints } from './features/accounts/profile/routes.ts'
import { participationEndpoints } from '#worker/features/moderation/participation/routes.ts'
import { passkeyEndpoints } from './features/accounts/passkeys/routes.ts'
import { plannedNotificationEndpoints } from './features/notifications/planned/routes.ts'
import { proposalEndpoints } from './features/moderation/proposals/routes.ts'
import { pushEndpoints } from './features/notifications/push/routes.ts'
import { reportEndpoints } from './features/moderation/reports/routes.ts'
import { scheduleEndpoints } from './features/imports/schedules/routes.ts'
import { searchEndpoints } from '#worker/features/search/routes.ts'
import { startEndpoints } from './pages/start.ts'
import { streamerEndpoints } from './features/directory/streamers/routes.ts'
import { dataRequestEndpoints } from './features/moderation/data-requests/routes.ts'
import { uploadEndpoints } from './features/media/uploads/routes.ts'
import { articleAdminEndpoints } from './features/articles/admin-routes.ts'
import { auditEndpoints } from './features/moderation/audit/admin-routes.ts'
import { campaignEndpoints } from './features/notifications/campaigns/admin-routes.ts'
import { directoryAdminEndpoints } from './features/directory/admin-routes.ts'
import { dealAdminEndpoints } from './features/deals/admin-routes.ts'
import { groupAdminEndpoints } from './features/directory/groups/admin-routes.ts'
import { leaderboardAdminEndpoints } from './features/gamification/leaderboard/admin-routes.ts'
import { operationsEndpoints } from './features/operations/admin-routes.ts'
import { proposalAdminEndpoints } from './features/moderation/proposals/admin-routes.ts'
import { appealAdminEndpoints } from './features/moderation/decisions/admin-routes.ts'
import { reportAdminEndpoints } from './features/moderation/reports/admin-routes.ts'
import { userAdminEndpoints } from './features/moderation/members/admin-routes.ts'
import { scheduleSourceEndpoints } from './features/imports/schedules/admin-routes.ts'

const adminEndpoints = [
  ...proposalAdminEndpoints,
  ...reportAdminEndpoints,
  ...appealAdminEndpoints,
  ...directoryAdminEndpoints,
  ...scheduleSourceEndpoints,
  ...dealAdminEndpoints,
  ...campaignEndpoints,
  ...auditEndpoints,
  ...groupAdminEndpoints,
  ...articleAdminEndpoints,
  ...userAdminEndpoints,
  ...leaderboardAdminEndpoints,
  ...operationsEndpoints,
]

export const endpoints = [
  ...accountEndpoints,
  ...profileEndpoints,
  ...dataRequestEndpoints,
  ...identityEndpoints,
  ...passkeyEndpoints,
  ...eventEndpoints,
  ...proposalEndpoints,
  ...calendarEndpoints,
  ...feedEndpoints,
  ...hypeEndpoints,
  ...startEndpoints,
  ...plannedNotificationEndpoints,
  ...gameEndpoints,
  ...streamerEndpoints,
  ...participationEndpoints,
  ...followEndpoints,
  ...followedChannelEndpoints,
  ...groupEndpoints,
  ...articleEndpoints,
  ...nextEventEndpoints,
  ...notificationEndpoints,
  ...mailWebhookEndpoints,
  ...pushEndpoints,
  ...achievementEndpoints,
  ...leaderboardEndpoints,
  ...onboardingEndpoints,
  ...reportEndpoints,
  ...scheduleEndpoints,
  ...searchEndpoints,
  ...uploadEndpoints,
  ...clientReportEndpoints,
  ...dealEndpoints,
  ...statusEndpoints,
  ...adminEndpoints,
]

export const feedFiles = [...eventFeedFiles, articleFeedFile]

type PathArea<Path> = Path extends `/${infer Area}/${string}`
  ? Area
  : Path extends `/${infer Area}`
    ? Area
    : never

export const endpointAreaDescriptions: Record<
  PathArea<(typeof endpoints)[number]['path']> | 'feeds',
  string
> = {
  achievements: 'Achievements, XP and levels',
  admin: 'The panel of moderators and administrators',
  articles: 'Published articles',
  auth: 'Sign-up, login, sessions and account recovery',
  client_errors: 'Error reports of browsers',
  client_events: 'Click counts of browsers',
  csp_reports: 'Reports of browsers on the content security policy',
  deals: 'Deals of partners',
  events: 'Events and proposals',
  feeds: 'Calendars and feeds of events and articles',
  games: 'Games',
  groups: 'Event groups',
  leaderboard: 'Rankings by XP',
  onboarding: 'First steps of new members',
  push_receipts: 'Reports of shown notifications',
  reports: 'Reports of members to moderators',
  search: 'Search across events, groups, games and streamers',
  status: 'How punctual messages are',
  streamers: 'Streamers',
  uploads: 'Uploaded pictures',
  users: 'The account, settings and data of the signed-in member',
  webhooks: 'Calls of other services',
}
