import { mountCountBadge } from '#site/features/moderation/count-badge.ts'
import { api } from '#site/lib/api.ts'
import { $pendingProposalCount } from './waiting-count.ts'

mountCountBadge({
  selector: '[data-waiting-count]',
  $count: $pendingProposalCount,
  load: async () => (await api.get('admin/proposals/counts')).pending,
})
