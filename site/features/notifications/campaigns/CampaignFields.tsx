import { useFormContext } from 'react-hook-form'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import type { FieldProps } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import { EventBlockInput } from './EventBlockInput.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { hasCampaignText, type CampaignValues } from './campaign-form.ts'
import { LanguageTabs } from './LanguageTabs.tsx'

type Props = {
  language: AcceptedLocale
  onLanguage: (language: AcceptedLocale) => void
  fieldOf: (name: keyof CampaignValues) => FieldProps
}

export function CampaignFields({ language, onLanguage, fieldOf }: Props) {
  const values = useFormContext<CampaignValues>().watch()
  const [subject, markdown] = [`subject_${language}`, `markdown_${language}`] as const
  return (
    <div className="editor-fields stack">
      <TextField label={m.campaign_name()} hint={m.campaign_name_hint()} {...fieldOf('name')} />
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
        <EventBlockInput field={markdown} />
      </div>
      <TextField
        label={m.campaign_partner()}
        hint={m.campaign_partner_hint()}
        {...fieldOf('partner')}
      />
      <AudienceFields />
    </div>
  )
}
