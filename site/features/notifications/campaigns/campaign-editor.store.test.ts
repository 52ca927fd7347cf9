import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { CampaignView } from '#worker/features/notifications/campaigns/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createCampaignEditorStore } from './campaign-editor.store.ts'
import {
  insertEventBlock,
  toCampaignBody,
  toCampaignFormError,
  toFormValues,
  toRecipientsInput,
} from './campaign-form.ts'
import { moveStylesToDataAttributes } from './mail-frame.ts'

const nothing = { subject: '', markdown: '' }
const campaign: CampaignView = {
  id: 5,
  name: 'Spring',
  status: 'draft',
  languages: ['en'],
  counts: { recipients: 0, sent: 0, failed: 0, skipped: 0, unsubscribed: 0 },
  created_at: '2027-03-01T12:00:00Z',
  modified_at: '2027-03-01T12:00:00Z',
  started_at: null,
  texts: { en: { subject: 'Hello', markdown: 'Hi' }, es: nothing, fr: nothing },
  audience: { languages: ['en'], streamers: [{ id: 3, name: 'Ana' }], games: [] },
  ...{ purpose: null, applies_on: null },
  falls_back_to_english: true,
  revision: 2,
}

function start({ first }: { first: CampaignView | undefined } = { first: campaign }) {
  const api = { get: vi.fn(), post: vi.fn(), put: vi.fn() }
  const voice = { showSuccess: vi.fn(), showError: vi.fn() }
  const onCreated = vi.fn()
  const editor = createCampaignEditorStore({ api: fakeApi(api), onCreated, ...voice }, first)
  return { ...editor, api, ...voice, onCreated }
}

const changed = { ...toFormValues(campaign), name: 'Summer' }

test('a campaign goes through its form unchanged', () => {
  expect(toCampaignBody(toFormValues(campaign))).toEqual({
    name: 'Spring',
    texts: campaign.texts,
    audience: { languages: ['en'], streamer_ids: [3], game_ids: [] },
    falls_back_to_english: true,
    ...{ purpose: null, applies_on: null },
  })
})

test('the first save makes it, later ones build upon the revision that was read', async () => {
  const { save, api, onCreated } = start({ first: undefined })
  api.post.mockResolvedValue(campaign)
  await save(toFormValues(campaign))
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(campaign)
  await save(toFormValues(campaign))
  expect(api.put).not.toHaveBeenCalled()
  api.put.mockResolvedValue({ ...campaign, revision: 3 })
  await save(changed)
  expect(api.put).toHaveBeenCalledExactlyOnceWith('admin/campaigns/5', {
    ...toCampaignBody(changed),
    revision: 2,
  })
})

test('a save that somebody came before is told, and can be done over theirs', async () => {
  const { save, acceptConflict, $conflict, api } = start()
  const theirs = { by: 'ana', at: '2027-03-01T13:00:00Z', revision: 7 }
  const refusal = { status: 409, code: 'changed_meanwhile', msg: 'Changed', details: theirs }
  api.put.mockRejectedValueOnce(new ApiError(refusal))
  await expect(save(changed)).rejects.toThrow()
  expect($conflict.get()).toEqual(theirs)
  acceptConflict()
  api.put.mockResolvedValue({ ...campaign, revision: 8 })
  await save(changed)
  expect(api.put).toHaveBeenLastCalledWith(
    'admin/campaigns/5',
    expect.objectContaining({ revision: 7 }),
  )
  expect($conflict.get()).toBeUndefined()
})

test('counted are the languages with both parts of a text, and what the audience says', () => {
  const half = { ...toFormValues(campaign), subject_fr: 'Bonjour', markdown_es: 'Hola' }
  expect(toRecipientsInput(half)).toEqual({
    audience: { languages: ['en'], streamer_ids: [3], game_ids: [] },
    languages: ['en'],
    falls_back_to_english: true,
    purpose: null,
  })
})

test('what was counted is what is sent', async () => {
  const { askToSend, send, api, showSuccess, $campaign, $recipients } = start()
  const perLanguage = { en: 4, es: 0, fr: 0 }
  const counted = { by_language: perLanguage, left_out: perLanguage }
  const recipients = { total: 4, ...counted }
  api.post.mockResolvedValueOnce(recipients)
  const values = toFormValues(campaign)
  await askToSend(values)
  expect(api.post).toHaveBeenCalledExactlyOnceWith(
    'admin/campaigns/recipients',
    toRecipientsInput(values),
  )
  expect($recipients.get()).toEqual(recipients)
  api.post.mockResolvedValue({ ...campaign, status: 'sending' })
  await send()
  expect(api.post).toHaveBeenLastCalledWith('admin/campaigns/5/send', { revision: 2 })
  expect([$campaign.get()?.status, $recipients.get()]).toEqual(['sending', undefined])
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith('“Spring” is being sent')
})

test('a refusal says which text is at fault, and changes nothing', async () => {
  const { test: sendTest, send, api, showError, $campaign } = start()
  const details = [{ path: 'texts.fr.subject', msg: 'Write a subject.' }]
  const refusal = { status: 422, code: 'validation_failed', msg: 'Check the fields.', details }
  api.post.mockRejectedValue(new ApiError(refusal))
  await sendTest('fr')
  await send()
  expect(showError.mock.calls).toEqual([['Write a subject.'], ['Write a subject.']])
  expect($campaign.get()).toEqual(campaign)
})

test('progress that cannot be asked for stays as it was', async () => {
  const { refresh, api, $campaign } = start()
  api.get.mockRejectedValueOnce(new Error('offline'))
  await refresh()
  expect($campaign.get()).toEqual(campaign)
  api.get.mockResolvedValue({ ...campaign, status: 'sent' })
  await refresh()
  expect($campaign.get()?.status).toBe('sent')
})

test('styles are put aside in tags alone', () => {
  const html = '<p style="margin:0">say style="x"</p>'
  expect(moveStylesToDataAttributes(html)).toBe('<p data-style="margin:0">say style="x"</p>')
})

test.each([
  ['', 0, '{{event:gala}}\n\n', 16],
  ['Hello', 5, 'Hello\n\n{{event:gala}}\n\n', 23],
  ['Hello\n\nBye', 5, 'Hello\n\n{{event:gala}}\n\nBye', 23],
])('an event behind %j at %i stands on a line of its own', (text, at, markdown, cursor) => {
  expect(insertEventBlock(text, at, 'gala')).toEqual({ markdown, cursor })
})

test('a fault of a text is shown beside its field', () => {
  const details = [{ path: 'texts.fr.markdown', msg: 'No such event.' }]
  const refusal = new ApiError({ status: 422, code: 'validation_failed', msg: 'x', details })
  expect(toCampaignFormError(refusal)).toMatchObject({
    details: [{ path: 'markdown_fr', msg: 'No such event.' }],
  })
})
