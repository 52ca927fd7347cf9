import { createPreview } from '#site/ui/editor/preview.store.ts'
import type { Api } from '#site/lib/api.ts'
import type {
  CampaignPreview,
  CampaignPreviewInput,
} from '#worker/features/notifications/campaigns/contract.ts'

/** Another language is shown at once. */
export function createMailPreview(api: Pick<Api, 'post'>) {
  return createPreview<CampaignPreviewInput, CampaignPreview>({
    render: (body) => api.post('admin/campaigns/preview', { body }),
    empty: { html: '', text: '' },
    isImmediate: ({ language }, last) => language !== last?.language,
  })
}
export type MailPreviewStore = ReturnType<typeof createMailPreview>
