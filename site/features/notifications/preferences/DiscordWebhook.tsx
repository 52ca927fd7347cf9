import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import { DiscordWebhookInput, type SettingsView } from '#worker/features/accounts/contract.ts'
import {
  getSharedSettingsStore,
  type SettingsStore,
} from '#site/features/accounts/settings/settings.store.ts'

export function DiscordWebhook({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const [isReplacing, setIsReplacing] = useState(false)
  const { discord } = useStore(store.$settings)
  const hint = discord.webhook_hint
  return (
    <div className="stack">
      {discord.is_disabled && <p className="notice notice-error">{m.discord_disabled()}</p>}
      {hint !== null && (
        <ConnectedWebhook store={store} hint={hint} onReplace={() => setIsReplacing(true)} />
      )}
      {(hint === null || isReplacing) && (
        <WebhookForm store={store} isNew={hint === null} onDone={() => setIsReplacing(false)} />
      )}
    </div>
  )
}

type ConnectedWebhookProps = { store: SettingsStore; hint: string; onReplace: () => void }

function ConnectedWebhook({ store, hint, onReplace }: ConnectedWebhookProps) {
  const isBusy = useStore(store.$isBusy)
  return (
    <>
      <p>{m.discord_connected({ hint })}</p>
      <div className="row">
        <Button
          label={m.discord_test_button()}
          disabled={isBusy}
          onClick={() => void store.testWebhook()}
        />
        <Button label={m.discord_replace()} disabled={isBusy} onClick={onReplace} />
        <Button
          label={m.discord_remove()}
          look="danger"
          disabled={isBusy}
          onClick={() => void store.removeWebhook()}
        />
      </div>
    </>
  )
}

type WebhookFormProps = { store: SettingsStore; isNew: boolean; onDone: () => void }

function WebhookForm({ store, isNew, onDone }: WebhookFormProps) {
  const form = useValidatedForm<DiscordWebhookInput>({
    schema: DiscordWebhookInput,
    fallback: m.discord_failed,
    isCheckedOnBlur: true,
    async send({ url }) {
      await store.setWebhook(url)
      onDone()
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <TextField
        label={m.discord_url()}
        hint={m.discord_url_hint()}
        {...fieldOf('url')}
        type="url"
        inputMode="url"
        placeholder="https://discord.com/api/webhooks/…"
        required
      />
      <div className="row">
        <SubmitButton isBusy={isBusy} isSending={isSending} className="">
          {isNew ? m.discord_add() : m.discord_replace()}
        </SubmitButton>
        {!isNew && <Button label={m.cancel()} look="quiet" onClick={onDone} />}
      </div>
    </form>
  )
}
