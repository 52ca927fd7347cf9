import * as v from 'valibot'
import { AcceptedLocale } from '#worker/contracts/locale.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import {
  CampaignInput,
  CampaignText,
  type CampaignTexts,
  type CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'

export type AudienceItems = CampaignView['audience']['streamers']
export type CampaignTextField = `subject_${AcceptedLocale}` | `markdown_${AcceptedLocale}`

export type CampaignValues = Record<CampaignTextField, string> & {
  name: string
  languages: AcceptedLocale[]
  streamers: AudienceItems
  games: AudienceItems
  falls_back_to_english: boolean
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
  ...createTextFields(() => ({ subject, markdown })),
  languages: v.array(AcceptedLocale),
  streamers: Named,
  games: Named,
  falls_back_to_english: v.boolean(),
})

const empty: CampaignValues = {
  name: '',
  ...createTextFields(() => ({ subject: '', markdown: '' })),
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
    ...createTextFields((locale) => texts[locale]),
    ...audience,
    falls_back_to_english,
  }
}

export function readCampaignText(values: CampaignValues, language: AcceptedLocale) {
  return { subject: values[`subject_${language}`], markdown: values[`markdown_${language}`] }
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
  }
}
