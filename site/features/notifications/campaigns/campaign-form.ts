import * as v from 'valibot'
import { Locale } from '#worker/contracts/locale.ts'
import { locales } from '#worker/locale/locales.ts'
import {
  CampaignInput,
  CampaignText,
  type CampaignTexts,
  type CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'

export type FollowedItems = CampaignView['audience']['streamers']
export type CampaignTextField = `subject_${Locale}` | `markdown_${Locale}`

/** The fields as they stand. */
export type CampaignValues = Record<CampaignTextField, string> & {
  name: string
  languages: Locale[]
  streamers: FollowedItems
  games: FollowedItems
  falls_back_to_english: boolean
}

const { subject, markdown } = CampaignText.entries
const Named = v.array(v.object({ id: v.number(), name: v.string() }))

export const CampaignForm = v.object({
  name: CampaignInput.entries.name,
  subject_en: subject,
  subject_es: subject,
  subject_fr: subject,
  markdown_en: markdown,
  markdown_es: markdown,
  markdown_fr: markdown,
  languages: v.array(Locale),
  streamers: Named,
  games: Named,
  falls_back_to_english: v.boolean(),
})

const empty: CampaignValues = {
  name: '',
  subject_en: '',
  subject_es: '',
  subject_fr: '',
  markdown_en: '',
  markdown_es: '',
  markdown_fr: '',
  languages: [],
  streamers: [],
  games: [],
  falls_back_to_english: false,
}

export function toFormValues(campaign: CampaignView | undefined): CampaignValues {
  if (!campaign) return empty
  const { name, texts, audience, falls_back_to_english } = campaign
  return {
    name,
    subject_en: texts.en.subject,
    subject_es: texts.es.subject,
    subject_fr: texts.fr.subject,
    markdown_en: texts.en.markdown,
    markdown_es: texts.es.markdown,
    markdown_fr: texts.fr.markdown,
    ...audience,
    falls_back_to_english,
  }
}

export function campaignText(values: CampaignValues, language: Locale) {
  return { subject: values[`subject_${language}`], markdown: values[`markdown_${language}`] }
}

export function hasText(values: CampaignValues, language: Locale): boolean {
  const { subject, markdown } = campaignText(values, language)
  return subject.trim() !== '' && markdown.trim() !== ''
}

/** The first text of which that is true, looked for in the given language first. */
export function findCampaignTextField(
  isTrueOf: (name: CampaignTextField) => boolean,
  first: Locale,
) {
  return [first, ...locales]
    .flatMap((language) =>
      (['subject', 'markdown'] as const).map((part) => ({
        language,
        name: `${part}_${language}` as const,
      })),
    )
    .find(({ name }) => isTrueOf(name))
}

export type CampaignBody = v.InferInput<typeof CampaignInput>

export function toCampaignBody(values: CampaignValues): CampaignBody {
  const { name, languages, streamers, games, falls_back_to_english } = values
  const texts = locales.map((locale) => [locale, campaignText(values, locale)] as const)
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
  }
}
