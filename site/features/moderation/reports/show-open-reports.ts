import { mountCountBadge } from '#site/features/moderation/count-badge.ts'
import { api } from '#site/lib/api.ts'
import { $openReports } from './open-reports.ts'

mountCountBadge({
  selector: '[data-open-reports]',
  $count: $openReports,
  load: async () => (await api.get('admin/reports/count')).open,
})
