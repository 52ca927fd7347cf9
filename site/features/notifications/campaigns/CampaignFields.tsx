import { useFormContext } from 'react-hook-form'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import type { FieldProps } from '#site/ui/fields/use-validated-form.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import {
  termsNoticeDays,
  type CampaignPurpose,
} from '#worker/features/notifications/campaigns/contract.ts'
import { EventBlockInput } from './EventBlockInput.tsx'
import { AudienceFields, AudienceReach } from './AudienceFields.tsx'
import { campaignPurposeNames } from './campaign-labels.ts'
import { hasCampaignText, type CampaignValues } from './campaign-form.ts'
import { LanguageTabs } from './LanguageTabs.tsx'

type Props = {
  language: AcceptedLocale
  onLanguage: (language: AcceptedLocale) => void
  fieldOf: (name: keyof CampaignValues) => FieldProps
}

export function CampaignFields({ language, onLanguage, fieldOf }: Props) {
  const values = useFormContext<CampaignValues>().watch()
  const { purpose } = values
  const [subject, markdown] = [`subject_${language}`, `markdown_${language}`] as const
  return (
    <div className="editor-fields stack">
      <TextField label={m.campaign_name()} hint={m.campaign_name_hint()} {...fieldOf('name')} />
      <SelectField
        label={m.announcement_purpose()}
        hint={purpose && describeReach(purpose)}
        none={m.announcement_purpose_news()}
        choices={toLabeledChoices(campaignPurposeNames)}
        {...fieldOf('purpose')}
      />
      {(purpose === 'terms' || purpose === 'privacy') && (
        <TextField
          type="date"
          label={m.announcement_applies_field()}
          hint={purpose === 'terms' && m.announcement_applies_hint({ days: termsNoticeDays })}
          {...fieldOf('applies_on')}
        />
      )}
      <LanguageTabs
        language={language}
        isWritten={(one) => hasCampaignText(values, one)}
        onLanguage={onLanguage}
      />
      {/* Each language has fields of its own. */}
      <div className="stack" key={language} lang={language}>
        <TextField label={m.campaign_subject()} {...fieldOf(subject)} />
        <TextArea
          label={m.campaign_text()}
          hint={m.campaign_text_hint()}
          {...fieldOf(markdown)}
          rows={12}
        />
        {!purpose && <EventBlockInput field={markdown} />}
      </div>
      {purpose ? (
        <AudienceReach values={values} />
      ) : (
        <>
          <TextField
            label={m.field_paid_by()}
            hint={m.campaign_partner_hint()}
            {...fieldOf('partner')}
          />
          <AudienceFields />
        </>
      )}
    </div>
  )
}

function describeReach(purpose: CampaignPurpose): string {
  const reachesInactive = purpose === 'breach' || purpose === 'closing'
  const hint = m.announcement_hint()
  return reachesInactive ? `${hint} ${m.announcement_hint_inactive()}` : hint
}
