import { platformIds } from '#worker/contracts/platforms.ts'
import { useState } from 'react'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { platformName, platformChoices } from '#site/lib/labels.ts'
import { PlatformPictureButton } from '#site/features/media/PlatformPictureButton.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm, type FieldProps } from '#site/ui/fields/use-validated-form.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import {
  AccountInput,
  type AdminStreamerAccount,
  type AdminStreamer,
} from '#worker/features/directory/streamers/contract.ts'
import { ProblemLine } from './ChannelProblem.tsx'
import type { StreamersStore } from './streamers.store.ts'

type Props = { store: StreamersStore; streamer: AdminStreamer; onClose: () => void }

export function StreamingAccountsDialog({ store, streamer, onClose }: Props) {
  const { id, display_name, accounts, member } = streamer
  const { isBusy, failure, attempt } = useAttempt()
  const [hiding, setHiding] = useState<AdminStreamerAccount>()
  const stopHiding = () => setHiding(undefined)
  const toParams = (account: AdminStreamerAccount) => ({ id, account_id: account.id })
  function showOrHide(account: AdminStreamerAccount, isShown: boolean): void {
    if (!isShown) return setHiding(account)
    void attempt(() => store.showPicture(toParams(account), { is_shown: true }))
  }

  async function rename(account: AdminStreamerAccount, name: string): Promise<void> {
    await store.renameAccount(toParams(account), name)
    showSuccess(m.admin_channel_taken({ name }))
  }

  return (
    <Dialog title={m.admin_accounts_title({ name: display_name })} onClose={onClose}>
      <div className="stack">
        <Failure text={failure} />
        <p className="quiet">
          {member ? m.admin_accounts_of_member({ member }) : m.admin_accounts_of_nobody()}
        </p>
        {accounts.length === 0 && <p className="quiet">{m.admin_accounts_none()}</p>}
        <ul className="admin-accounts">
          {accounts.map((account) => (
            <li key={account.id}>
              <AccountName account={account} />
              <ProblemLine
                account={account}
                isBusy={isBusy}
                onNewName={(name) => void attempt(() => rename(account, name))}
              />
              <div className="row">
                <Button
                  label={account.is_verified ? m.admin_unverify() : m.admin_verify()}
                  isSmall
                  disabled={isBusy}
                  aria-label={
                    account.is_verified
                      ? m.admin_unverify_one({ name: account.name })
                      : m.admin_verify_one({ name: account.name })
                  }
                  onClick={() =>
                    void attempt(() => store.verifyAccount(toParams(account), !account.is_verified))
                  }
                />
                <PlatformPictureButton
                  state={account.platform_picture}
                  name={account.name}
                  isDisabled={isBusy}
                  onShow={(isShown) => showOrHide(account, isShown)}
                />
                <Button
                  label={m.my_accounts_remove()}
                  look="danger"
                  isSmall
                  disabled={isBusy}
                  aria-label={m.my_accounts_remove_one({ name: account.name })}
                  onClick={() => void attempt(() => store.removeAccount(toParams(account)))}
                />
              </div>
            </li>
          ))}
        </ul>
        {hiding && (
          <ReasonsDialog<never>
            title={m.admin_picture_reasons_title({ name: hiding.name })}
            act={m.members_remove_picture()}
            onClose={stopHiding}
            onSend={(reasons) =>
              store.showPicture(toParams(hiding), { is_shown: false, ...reasons }).then(stopHiding)
            }
          />
        )}
        <AddAccountForm onAdd={(input) => store.addAccount(id, input)} />
      </div>
    </Dialog>
  )
}

function AccountName({ account }: { account: AdminStreamerAccount }) {
  const { url, name, platform, is_verified } = account
  return (
    <p>
      <a href={url} rel="noopener noreferrer" target="_blank">
        {name}
      </a>{' '}
      <span className={`platform-${platform}`}>{platformName(platform)}</span>{' '}
      <span className={`badge ${is_verified ? 'badge-success' : ''}`}>
        {is_verified ? m.my_accounts_verified() : m.my_accounts_unverified()}
      </span>
    </p>
  )
}

function AddAccountForm({ onAdd }: { onAdd: (input: AccountInput) => Promise<void> }) {
  const form = useValidatedForm<AccountInput>({
    schema: AccountInput,
    defaults: { platform: platformIds[0], name: '' },
    fieldOfCode: { account_taken: 'name' },
    async send(input) {
      await onAdd(input)
      form.reset()
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack admin-add-account" noValidate onSubmit={submit}>
      <h3>{m.admin_accounts_add()}</h3>
      <Failure text={failure} />
      <AccountFields platform={fieldOf('platform')} name={fieldOf('name')} />
      <div>
        <SubmitButton isBusy={isBusy} isSending={isSending} className="">
          {m.my_accounts_add()}
        </SubmitButton>
      </div>
    </form>
  )
}

type AccountFieldsProps = { platform: FieldProps; name: FieldProps }

export function AccountFields({ platform, name }: AccountFieldsProps) {
  return (
    <div className="admin-pair">
      <SelectField label={m.admin_platform()} choices={platformChoices()} {...platform} />
      <TextField label={m.admin_account_name()} {...name} required />
    </div>
  )
}
