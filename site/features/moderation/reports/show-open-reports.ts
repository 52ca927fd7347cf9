import { mountCountBadge } from '#site/features/moderation/count-badge.ts'
import { api } from '#site/lib/api.ts'
import { $openReportCount } from './open-reports.ts'

mountCountBadge({
  selector: '[data-open-reports]',
  $count: $openReportCount,
  load: async () => (await api.get('admin/reports/count')).open,
})
