import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#site/islands/forms/Field.tsx'
import { platformName, platforms } from '#site/islands/forms/labels.ts'
import { m } from '#site/lib/messages.ts'

type Registered = { field: UseFormRegisterReturn; error: string | undefined }
type Props = { platform: Registered; name: Registered }

/** A platform and the name of a channel on it. */
export function AccountFields({ platform, name }: Props) {
  return (
    <div className="admin-pair">
      <Field label={m.admin_platform()} error={platform.error}>
        {(control) => (
          <select {...control} {...platform.field} className="select">
            {platforms.map((one) => (
              <option key={one} value={one}>
                {platformName(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={m.admin_account_name()} error={name.error}>
        {(control) => (
          <input {...control} {...name.field} className="input" autoComplete="off" required />
        )}
      </Field>
    </div>
  )
}
