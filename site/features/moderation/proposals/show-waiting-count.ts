import { mountCountBadge } from '#site/features/moderation/count-badge.ts'
import { api } from '#site/lib/api.ts'
import { $waitingCount } from './waiting-count.ts'

mountCountBadge({
  selector: '[data-waiting-count]',
  $count: $waitingCount,
  load: async () => (await api.get('admin/proposals/counts')).pending,
})
