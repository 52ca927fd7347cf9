import * as v from 'valibot'
import { GameId, Revision, StreamerId } from '#worker/contracts/ids.ts'
import { AcceptedLocale, schemaPerLocale } from '#worker/contracts/locale.ts'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { singleLineText, text, untrimmedText } from '#worker/contracts/text.ts'
import { Day, Instant } from '#worker/contracts/time.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'

export const campaignMaxLength = 20_000
const subjectMaxLength = 150

/** Incomplete in a draft. */
export const CampaignText = v.object({
  subject: singleLineText(0, subjectMaxLength),
  markdown: untrimmedText(campaignMaxLength),
  /** Paid for it: subject and text name the mail an ad. */
  partner: v.optional(singleLineText(1, 100)),
})
export type CampaignText = v.InferOutput<typeof CampaignText>

export const CampaignTexts = v.object(schemaPerLocale(CampaignText))
export type CampaignTexts = v.InferOutput<typeof CampaignTexts>

const mostFollowed = 20

/** An empty list is no condition; following any of the listed is enough. */
export const CampaignAudience = v.object({
  languages: v.pipe(v.array(AcceptedLocale), v.maxLength(acceptedLocales.length)),
  streamer_ids: v.pipe(v.array(StreamerId), v.maxLength(mostFollowed)),
  game_ids: v.pipe(v.array(GameId), v.maxLength(mostFollowed)),
})
export type CampaignAudience = v.InferOutput<typeof CampaignAudience>

/** Subject matter of an announcement, which every member gets. */
export const CampaignPurpose = v.picklist(['terms', 'privacy', 'breach', 'closing', 'inactivity'])
export type CampaignPurpose = v.InferOutput<typeof CampaignPurpose>

/** Between the announcement of new terms and the day from which they apply. */
export const termsNoticeDays = 15

const announcementEntries = {
  /** Null: news for members who consent to marketing. */
  purpose: v.optional(v.nullable(CampaignPurpose), null),
  /** The day from which new terms or a new policy apply. */
  applies_on: v.optional(v.nullable(Day), null),
}

/** All that a mail shows of it, in one language. */
const WrittenCampaign = v.object({ ...CampaignText.entries, ...announcementEntries })
export type WrittenCampaign = v.InferOutput<typeof WrittenCampaign>

/** An announcement ignores the audience. */
export const CampaignInput = v.object({
  name: singleLineText(1, 100),
  texts: CampaignTexts,
  audience: CampaignAudience,
  falls_back_to_english: v.boolean(),
  ...announcementEntries,
})
export type CampaignInput = v.InferOutput<typeof CampaignInput>

export const CampaignChange = v.object({ ...CampaignInput.entries, revision: Revision })
export type CampaignChange = v.InferOutput<typeof CampaignChange>

export const SendCampaignInput = v.object({ revision: Revision })
export type SendCampaignInput = v.InferOutput<typeof SendCampaignInput>

export const TestCampaignInput = v.object({ language: AcceptedLocale })
export type TestCampaignInput = v.InferOutput<typeof TestCampaignInput>

export const CampaignStatus = v.picklist(['draft', 'sending', 'sent', 'stopped'])
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>

const CampaignCounts = v.object({
  recipients: v.number(),
  sent: v.number(),
  failed: v.number(),
  /** Not sent: the campaign was stopped, or the member left or unsubscribed before. */
  skipped: v.number(),
  unsubscribed: v.number(),
})

export const CampaignSummary = v.object({
  id: v.number(),
  name: v.string(),
  status: CampaignStatus,
  /** Languages with a subject and a text. */
  languages: v.array(AcceptedLocale),
  counts: CampaignCounts,
  created_at: Instant,
  modified_at: Instant,
  started_at: v.nullable(Instant),
  purpose: v.nullable(CampaignPurpose),
})
export type CampaignSummary = v.InferOutput<typeof CampaignSummary>

const Followed = v.array(v.object({ id: v.number(), name: v.string() }))

export const CampaignView = v.object({
  ...CampaignSummary.entries,
  texts: CampaignTexts,
  audience: v.object({ languages: v.array(AcceptedLocale), streamers: Followed, games: Followed }),
  falls_back_to_english: v.boolean(),
  applies_on: v.nullable(v.string()),
  revision: v.number(),
})
export type CampaignView = v.InferOutput<typeof CampaignView>

const PerLanguage = v.object(schemaPerLocale(v.number()))

export const CampaignRecipientsInput = v.object({
  ...v.pick(CampaignInput, ['audience', 'falls_back_to_english', 'purpose']).entries,
  /** With a subject and a text. */
  languages: CampaignAudience.entries.languages,
})
export type CampaignRecipientsInput = v.InferOutput<typeof CampaignRecipientsInput>

export const CampaignRecipients = v.object({
  total: v.number(),
  by_language: PerLanguage,
  /** In the audience, but of a language without a text. */
  left_out: PerLanguage,
  /** In the audience, but without an act that proves their consent. */
  unproved: v.number(),
})
export type CampaignRecipients = v.InferOutput<typeof CampaignRecipients>

export const CampaignPreviewInput = v.object({
  ...WrittenCampaign.entries,
  language: AcceptedLocale,
})
export type CampaignPreviewInput = v.InferOutput<typeof CampaignPreviewInput>

/** `html` is a whole, sanitised document. */
export const CampaignPreview = v.object({ html: v.string(), text: v.string() })
export type CampaignPreview = v.InferOutput<typeof CampaignPreview>

export const campaignSorts = ['modified', '-modified', 'name', '-name'] as const

export const CampaignsQuery = v.object({
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  status: v.optional(v.picklist(['all', ...CampaignStatus.options]), 'all'),
  sort: v.optional(v.picklist(campaignSorts), '-modified'),
})
export type CampaignsQuery = v.InferOutput<typeof CampaignsQuery>

export const CampaignsPage = createAdminPageSchema(CampaignSummary)
