import { createPreviewStore } from '#site/ui/editor/preview.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { CampaignRecipients } from '#worker/features/notifications/campaigns/contract.ts'
import type { toRecipientsInput } from './campaign-form.ts'

type Input = ReturnType<typeof toRecipientsInput>
type View = { recipients?: CampaignRecipients }

export function createRecipientsStore(api: Pick<Api, 'post'>) {
  return createPreviewStore<Input, View>({
    render: async (body) => ({
      recipients: await api.post('admin/campaigns/recipients', { body }),
    }),
    empty: {},
    failed: m.campaign_recipients_failed,
  })
}
