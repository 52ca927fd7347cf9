import { articleAdminEndpoints } from './features/articles/admin-routes.ts'
import { auditEndpoints } from './features/moderation/audit/admin-routes.ts'
import { campaignEndpoints } from './features/notifications/campaigns/admin-routes.ts'
import { directoryAdminEndpoints } from './features/directory/admin-routes.ts'
import { dealAdminEndpoints } from './features/deals/admin-routes.ts'
import { groupAdminEndpoints } from './features/directory/groups/admin-routes.ts'
import { leaderboardAdminEndpoints } from './features/gamification/leaderboard/admin-routes.ts'
import { operationsEndpoints } from './features/operations/admin-routes.ts'
import { proposalAdminEndpoints } from './features/moderation/proposals/admin-routes.ts'
import { userAdminEndpoints } from './features/moderation/members/admin-routes.ts'
import { scheduleSourceEndpoints } from './features/imports/schedules/admin-routes.ts'

export const adminEndpoints = [
  ...proposalAdminEndpoints,
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
