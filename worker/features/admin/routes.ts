import { articleAdminEndpoints } from './article-routes.ts'
import { auditEndpoints } from './audit-routes.ts'
import { campaignEndpoints } from './campaign-routes.ts'
import { directoryAdminEndpoints } from './directory-routes.ts'
import { dealAdminEndpoints } from './deal-routes.ts'
import { groupAdminEndpoints } from './group-routes.ts'
import { leaderboardAdminEndpoints } from './leaderboard-routes.ts'
import { operationsEndpoints } from './operations-routes.ts'
import { proposalAdminEndpoints } from './proposal-routes.ts'
import { userAdminEndpoints } from './user-routes.ts'
import { scheduleSourceEndpoints } from './schedule-routes.ts'

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
