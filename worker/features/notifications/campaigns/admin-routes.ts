import * as v from 'valibot'
import { CampaignId, idParam } from '#worker/contracts/ids.ts'
import { getCampaign, listCampaigns, previewCampaign } from './campaigns.ts'
import {
  CampaignChange,
  CampaignInput,
  campaignMaxLength,
  CampaignPreview,
  CampaignPreviewInput,
  CampaignRecipients,
  CampaignRecipientsInput,
  CampaignsPage,
  CampaignsQuery,
  CampaignView,
  SendCampaignInput,
  TestCampaignInput,
} from './contract.ts'
import { createCampaign, deleteCampaign, saveCampaign } from './edit-campaigns.ts'
import { countRecipients, sendCampaign, stopCampaign, testCampaign } from './send-campaigns.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(CampaignId) })
/** Three texts of the maximum length, every character escaped (`\u20ac`), plus the rest. */
const maxBytes = 3 * campaignMaxLength * 6 + 16_384

export const campaignEndpoints = [
  endpoint({
    route: 'GET /admin/campaigns',
    operationId: 'listCampaigns',
    summary: 'List campaigns with their sent, failed and unsubscribed counts',
    access: 'admin',
    query: CampaignsQuery,
    answer: CampaignsPage,
    run: (ctx, { query }) => listCampaigns(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/campaigns',
    operationId: 'createCampaign',
    summary: 'Create a draft campaign',
    access: 'admin',
    errors: { conflict: ['campaign_name_taken'] },
    body: CampaignInput,
    maxBytes,
    status: 201,
    answer: CampaignView,
    run: (ctx, { body }) => createCampaign(ctx, body),
  }),
  endpoint({
    route: 'POST /admin/campaigns/preview',
    operationId: 'previewCampaign',
    summary: 'Render the HTML and text parts of the mail in one language',
    access: 'admin',
    body: CampaignPreviewInput,
    maxBytes,
    answer: CampaignPreview,
    run: (ctx, { body }) => previewCampaign(ctx, body),
  }),
  endpoint({
    route: 'POST /admin/campaigns/recipients',
    operationId: 'countCampaignRecipients',
    summary:
      'Count who would get a mail in each language, and who is left out for lack of a text or consent',
    access: 'admin',
    body: CampaignRecipientsInput,
    answer: CampaignRecipients,
    run: (ctx, { body }) => countRecipients(ctx, body),
  }),
  endpoint({
    route: 'GET /admin/campaigns/:id',
    operationId: 'getCampaign',
    summary: 'Get a campaign with its texts and audience',
    access: 'admin',
    params: byId,
    answer: CampaignView,
    run: (ctx, { params }) => getCampaign(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /admin/campaigns/:id',
    operationId: 'updateCampaign',
    summary: 'Save a draft campaign if `revision` is the latest',
    access: 'admin',
    errors: { conflict: ['campaign_name_taken', 'campaign_not_draft', 'changed_meanwhile'] },
    params: byId,
    body: CampaignChange,
    maxBytes,
    answer: CampaignView,
    run: (ctx, { params, body }) => saveCampaign(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/campaigns/:id',
    operationId: 'deleteCampaign',
    summary: 'Delete a draft campaign',
    access: 'admin',
    isReauthenticationRequired: true,
    errors: { conflict: ['campaign_not_draft'] },
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteCampaign(ctx, params.id),
  }),
  endpoint({
    route: 'POST /admin/campaigns/:id/test',
    operationId: 'testCampaign',
    summary: 'Send a campaign in one language to the verified email address of the caller',
    access: 'admin',
    params: byId,
    body: TestCampaignInput,
    answer: v.object({ email: v.string() }),
    run: (ctx, { params, body }) => testCampaign(ctx, params.id, body),
  }),
  endpoint({
    route: 'POST /admin/campaigns/:id/send',
    operationId: 'sendCampaign',
    summary: 'Send a campaign to its audience if `revision` is the latest',
    access: 'admin',
    isReauthenticationRequired: true,
    errors: { conflict: ['campaign_no_recipients', 'campaign_not_draft', 'changed_meanwhile'] },
    params: byId,
    body: SendCampaignInput,
    answer: CampaignView,
    run: (ctx, { params, body }) => sendCampaign(ctx, params.id, body),
  }),
  endpoint({
    route: 'POST /admin/campaigns/:id/stop',
    operationId: 'stopCampaign',
    summary: 'Stop a campaign that is being sent',
    access: 'admin',
    errors: { conflict: ['campaign_not_sending'] },
    params: byId,
    answer: CampaignView,
    run: (ctx, { params }) => stopCampaign(ctx, params.id),
  }),
]
