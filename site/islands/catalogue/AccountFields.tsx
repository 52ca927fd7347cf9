import type { UseFormRegisterReturn } from 'react-hook-form'
import { platformChoices } from '#site/islands/forms/labels.ts'
import { SelectField } from '#site/islands/forms/SelectField.tsx'
import { TextField } from '#site/islands/forms/TextField.tsx'
import { m } from '#site/lib/messages.ts'

type Registered = { field: UseFormRegisterReturn; error: string | undefined }
type Props = { platform: Registered; name: Registered }

/** A platform and the name of a channel on it. */
export function AccountFields({ platform, name }: Props) {
  return (
    <div className="admin-pair">
      <SelectField label={m.admin_platform()} choices={platformChoices()} {...platform} />
      <TextField label={m.admin_account_name()} {...name} required />
    </div>
  )
}
