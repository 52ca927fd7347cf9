import { articleAdminEndpoints } from './article-routes.ts'
import { auditEndpoints } from './audit-routes.ts'
import { catalogueEndpoints } from './catalogue-routes.ts'
import { dealAdminEndpoints } from './deal-routes.ts'
import { groupAdminEndpoints } from './group-routes.ts'
import { proposalAdminEndpoints } from './proposal-routes.ts'
import { userAdminEndpoints } from './user-routes.ts'

export const adminEndpoints = [
  ...proposalAdminEndpoints,
  ...catalogueEndpoints,
  ...dealAdminEndpoints,
  ...auditEndpoints,
  ...groupAdminEndpoints,
  ...articleAdminEndpoints,
  ...userAdminEndpoints,
]
