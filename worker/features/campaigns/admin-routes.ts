import * as v from 'valibot'
import { CampaignId, idParam } from '#worker/contracts/ids.ts'
import {
  getCampaign,
  listCampaigns,
  previewCampaign,
} from '#worker/features/campaigns/campaigns.ts'
import {
  CampaignChange,
  CampaignInput,
  campaignMaxLength,
  CampaignPreview,
  CampaignPreviewInput,
  CampaignRecipients,
  CampaignsPage,
  CampaignsQuery,
  CampaignView,
  SendCampaignInput,
  TestCampaignInput,
} from '#worker/features/campaigns/contract.ts'
import {
  createCampaign,
  deleteCampaign,
  saveCampaign,
} from '#worker/features/campaigns/edit-campaigns.ts'
import {
  countRecipients,
  sendCampaign,
  stopCampaign,
  testCampaign,
} from '#worker/features/campaigns/send-campaigns.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(CampaignId) })
/** Three texts of the maximum length, every character escaped (`\u20ac`), plus the rest. */
const maxBytes = 3 * campaignMaxLength * 6 + 16_384

export const campaignEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/campaigns',
    summary: 'Marketing mails with how many were sent, failed and unsubscribed',
    access: 'admin',
    query: CampaignsQuery,
    answer: CampaignsPage,
    run: (ctx, { query }) => listCampaigns(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/campaigns',
    summary: 'Create a campaign: a draft',
    access: 'admin',
    body: CampaignInput,
    maxBytes,
    status: 201,
    answer: CampaignView,
    run: (ctx, { body }) => createCampaign(ctx, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/campaigns/preview',
    summary: 'Both parts of the mail in one language',
    access: 'admin',
    body: CampaignPreviewInput,
    maxBytes,
    answer: CampaignPreview,
    run: (ctx, { body }) => previewCampaign(ctx, body),
  }),
  endpoint({
    method: 'get',
    path: '/admin/campaigns/:id',
    summary: 'One campaign with its texts and audience',
    access: 'admin',
    params: byId,
    answer: CampaignView,
    run: (ctx, { params }) => getCampaign(ctx, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/admin/campaigns/:id',
    summary: 'Save a draft; 409 `changed_meanwhile` unless `revision` is the last',
    access: 'admin',
    params: byId,
    body: CampaignChange,
    maxBytes,
    answer: CampaignView,
    run: (ctx, { params, body }) => saveCampaign(ctx, params.id, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/campaigns/:id',
    summary: 'Delete a draft',
    access: 'admin',
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteCampaign(ctx, params.id),
  }),
  endpoint({
    method: 'get',
    path: '/admin/campaigns/:id/recipients',
    summary: 'How many members would get the campaign, and how many lack a text in their language',
    access: 'admin',
    params: byId,
    answer: CampaignRecipients,
    run: (ctx, { params }) => countRecipients(ctx, params.id),
  }),
  endpoint({
    method: 'post',
    path: '/admin/campaigns/:id/test',
    summary: 'Send one language to the caller’s own verified address',
    access: 'admin',
    params: byId,
    body: TestCampaignInput,
    answer: v.object({ email: v.string() }),
    run: (ctx, { params, body }) => testCampaign(ctx, params.id, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/campaigns/:id/send',
    summary: 'Send the revision that was read to everybody in the audience',
    access: 'admin',
    params: byId,
    body: SendCampaignInput,
    answer: CampaignView,
    run: (ctx, { params, body }) => sendCampaign(ctx, params.id, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/campaigns/:id/stop',
    summary: 'Stop a campaign that is being sent',
    access: 'admin',
    params: byId,
    answer: CampaignView,
    run: (ctx, { params }) => stopCampaign(ctx, params.id),
  }),
]
