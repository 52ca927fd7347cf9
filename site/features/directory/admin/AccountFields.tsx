import type { UseFormRegisterReturn } from 'react-hook-form'
import { platformChoices } from '#site/lib/labels.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
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
