import * as v from 'valibot'
import { ApiError } from '#site/lib/api.ts'
import { AcceptedLocale } from '#worker/contracts/locale.ts'
import { singleLineText } from '#worker/contracts/text.ts'
import { Day } from '#worker/contracts/time.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import {
  CampaignInput,
  CampaignPurpose,
  type CampaignRecipientsInput,
  CampaignText,
  type CampaignTexts,
  type CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'

export type AudienceItems = CampaignView['audience']['streamers']
export type CampaignTextField = `subject_${AcceptedLocale}` | `markdown_${AcceptedLocale}`

export type CampaignValues = Record<CampaignTextField, string> & {
  name: string
  partner: string
  languages: AcceptedLocale[]
  streamers: AudienceItems
  games: AudienceItems
  falls_back_to_english: boolean
  /** Empty for news. */
  purpose: CampaignPurpose | ''
  /** A day, or empty. */
  applies_on: string
}

const { subject, markdown } = CampaignText.entries
const Named = v.array(v.object({ id: v.number(), name: v.string() }))

type TextFields<Subject, Markdown> = Record<`subject_${AcceptedLocale}`, Subject> &
  Record<`markdown_${AcceptedLocale}`, Markdown>

function createTextFields<Subject, Markdown>(
  textOf: (locale: AcceptedLocale) => { subject: Subject; markdown: Markdown },
) {
  const fields = acceptedLocales.flatMap((locale) => {
    const { subject, markdown } = textOf(locale)
    return [[`subject_${locale}`, subject] as const, [`markdown_${locale}`, markdown] as const]
  })
  return Object.fromEntries(fields) as TextFields<Subject, Markdown>
}

export const CampaignForm = v.object({
  name: CampaignInput.entries.name,
  partner: singleLineText(0, 100),
  ...createTextFields(() => ({ subject, markdown })),
  languages: v.array(AcceptedLocale),
  streamers: Named,
  games: Named,
  falls_back_to_english: v.boolean(),
  purpose: v.union([v.literal(''), CampaignPurpose]),
  applies_on: v.union([v.literal(''), Day]),
})

const empty: CampaignValues = {
  name: '',
  partner: '',
  ...createTextFields(() => ({ subject: '', markdown: '' })),
  languages: [],
  streamers: [],
  games: [],
  falls_back_to_english: false,
  purpose: '',
  applies_on: '',
}

export function toFormValues(campaign: CampaignView | undefined): CampaignValues {
  if (!campaign) return empty
  const { name, texts, audience, falls_back_to_english, purpose, applies_on } = campaign
  return {
    name,
    partner: texts.en.partner ?? '',
    ...createTextFields((locale) => texts[locale]),
    ...audience,
    falls_back_to_english,
    purpose: purpose ?? '',
    applies_on: applies_on ?? '',
  }
}

/** An ad is one in every language. */
export function readCampaignText(values: CampaignValues, language: AcceptedLocale) {
  const partner = values.partner.trim()
  return {
    subject: values[`subject_${language}`],
    markdown: values[`markdown_${language}`],
    ...(partner && { partner }),
  }
}

export function hasCampaignText(values: CampaignValues, language: AcceptedLocale): boolean {
  const { subject, markdown } = readCampaignText(values, language)
  return subject.trim() !== '' && markdown.trim() !== ''
}

export function findCampaignTextField(
  isTrueOf: (name: CampaignTextField) => boolean,
  first: AcceptedLocale,
) {
  return [first, ...acceptedLocales]
    .flatMap((language) =>
      (['subject', 'markdown'] as const).map((part) => ({
        language,
        name: `${part}_${language}` as const,
      })),
    )
    .find(({ name }) => isTrueOf(name))
}

/** The fault of a text at the field of the form that shows it. */
export function toCampaignFormError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return error
  const { status, code, msg } = error
  const details = error.fieldErrors.map((fault) => ({
    ...fault,
    path: fault.path.replace(/^texts\.(\w+)\.(\w+)$/, '$2_$1'),
  }))
  return new ApiError({ status, code, msg, details })
}

/** The text with an event's block as a paragraph behind the cursor, and where the block ends. */
export function insertEventBlock(
  markdown: string,
  cursor: number,
  slug: string,
): { markdown: string; cursor: number } {
  const before = markdown.slice(0, cursor).trimEnd()
  const after = markdown.slice(cursor).trimStart()
  const written = [before, `{{event:${slug}}}`].filter(Boolean).join('\n\n') + '\n\n'
  return { markdown: written + after, cursor: written.length }
}

export function toRecipientsInput(
  values: CampaignValues,
): v.InferInput<typeof CampaignRecipientsInput> {
  const { audience, falls_back_to_english, purpose } = toCampaignBody(values)
  const languages = acceptedLocales.filter((one) => hasCampaignText(values, one))
  return { audience, languages, falls_back_to_english, purpose }
}

/** Facts that the mail shows beside its text. */
export function readAnnouncementFacts({ purpose, applies_on }: CampaignValues) {
  return {
    purpose: purpose || null,
    applies_on: applies_on || null,
  }
}

export type CampaignBody = v.InferInput<typeof CampaignInput>

export function toCampaignBody(values: CampaignValues): CampaignBody {
  const { name, languages, streamers, games, falls_back_to_english } = values
  const texts = acceptedLocales.map((locale) => [locale, readCampaignText(values, locale)] as const)
  return {
    name,
    // One for each of the languages.
    texts: Object.fromEntries(texts) as CampaignTexts,
    audience: {
      languages,
      streamer_ids: streamers.map(({ id }) => id),
      game_ids: games.map(({ id }) => id),
    },
    falls_back_to_english,
    ...readAnnouncementFacts(values),
  }
}
