import { separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import type { IdentityProvider } from '#worker/features/accounts/identities/contract.ts'
import type {
  SignInMethodsToRemove as Removed,
  RemovableSignInMethods,
} from '#worker/features/accounts/reset/contract.ts'
import { toggleItem } from './removed-methods.ts'

const providerNames: Record<IdentityProvider, string> = {
  google: 'Google',
  twitch: 'Twitch',
  youtube: 'YouTube',
}

type Props = {
  methods: RemovableSignInMethods
  removed: Removed
  onChange: (removed: Removed) => void
}

export function RemovedMethods({ methods: { passkeys, providers }, removed, onChange }: Props) {
  if (passkeys.length + providers.length === 0) return null
  return (
    <fieldset className="choices" aria-describedby="removed-methods-text">
      <legend>{m.reset_remove_title()}</legend>
      <p className="quiet" id="removed-methods-text">
        {m.reset_remove_text()}
      </p>
      {passkeys.map(({ id, name, added_at }) => (
        <MethodCheckbox
          key={id}
          label={m.reset_remove_passkey({ name })}
          addedAt={added_at}
          isRemoved={removed.passkeys.includes(id)}
          onToggle={() => onChange({ ...removed, passkeys: toggleItem(removed.passkeys, id) })}
        />
      ))}
      {providers.map(({ provider, name, added_at }) => (
        <MethodCheckbox
          key={provider}
          label={[providerNames[provider], name].filter(Boolean).join(separator)}
          addedAt={added_at}
          isRemoved={removed.providers.includes(provider)}
          onToggle={() =>
            onChange({ ...removed, providers: toggleItem(removed.providers, provider) })
          }
        />
      ))}
    </fieldset>
  )
}

type MethodCheckboxProps = {
  label: string
  addedAt: string
  isRemoved: boolean
  onToggle: () => void
}

function MethodCheckbox({ label, addedAt, isRemoved, onToggle }: MethodCheckboxProps) {
  return (
    <label className="choice-row">
      <input type="checkbox" checked={isRemoved} onChange={onToggle} />
      <span>
        {label}
        <br />
        <span className="quiet">
          <LocalTime at={addedAt} as="date" within={m.reset_remove_added} />
        </span>
      </span>
    </label>
  )
}
