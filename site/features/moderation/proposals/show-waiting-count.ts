import { keepCountBadge } from '#site/features/moderation/count-badge.ts'
import { api } from '#site/lib/api.ts'
import { $waitingCount } from './waiting-count.ts'

keepCountBadge({
  selector: '[data-waiting-count]',
  $count: $waitingCount,
  load: async () => (await api.get('admin/proposals/counts')).pending,
})
