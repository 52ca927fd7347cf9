import { useState, type ComponentProps } from 'react'
import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { $ownReports } from './own-reports.ts'
import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { text } from '#worker/contracts/text.ts'
import { maxReportTextLength } from '#worker/features/moderation/reports/contract.ts'
import { paths } from '#site/lib/paths.ts'
import { CurrentPassword, type SettingsView } from '#worker/features/accounts/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'
import type { MyDataStore } from './my-data.store.ts'
import { PasswordField, TextField } from '#site/ui/fields/TextField.tsx'
import { createMyDataStoreForPage, getSharedSignInStore } from './section-stores.ts'

type Props = { settings: SettingsView; identities: IdentitiesView }

export function MyData(props: Props) {
  const [store] = useState(createMyDataStoreForPage)
  const [isObjecting, setIsObjecting] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const isDisabled = !useIsReady(store.$isBusy)
  const downloadButton = { label: m.my_data_download(), disabled: isDisabled }
  return (
    <>
      <ul className="profile-list">
        <DataLine
          title={m.my_data_export()}
          text={m.my_data_export_text()}
          {...downloadButton}
          onClick={() => void store.download()}
        />
        <DataLine
          title={m.my_data_zip()}
          text={m.my_data_zip_text()}
          {...downloadButton}
          onClick={() => void store.downloadWithPictures()}
        />
        <DataLine
          title={m.my_data_object()}
          text={m.my_data_object_text()}
          label={m.my_data_object_open()}
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => setIsObjecting(true)}
        />
        <DataLine
          title={m.my_data_delete()}
          text={m.my_data_delete_text()}
          label={m.my_data_delete_open()}
          look="danger"
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => setIsLeaving(true)}
        />
      </ul>
      {isObjecting && <ObjectionDialog onClose={() => setIsObjecting(false)} />}
      {isLeaving && <DeleteDialog {...props} store={store} onClose={() => setIsLeaving(false)} />}
    </>
  )
}

type DataLineProps = ComponentProps<typeof Button> & { title: string; text: string }

function DataLine({ title, text, ...button }: DataLineProps) {
  return (
    <li>
      <p className="profile-list-what">
        <b>{title}</b>
        <span className="quiet">{text}</span>
      </p>
      <Button isSmall aria-label={title} {...button} />
    </li>
  )
}

/** Opens a request that administrators answer, as they answer reports. */
function ObjectionDialog({ onClose }: { onClose: () => void }) {
  return (
    <WordsDialog<{ text: string }>
      title={m.my_data_object()}
      act={m.data_request_send()}
      schema={v.object({ text: text(1, maxReportTextLength) })}
      defaults={{ text: '' }}
      words={{
        name: 'text',
        label: m.my_data_object_words(),
        hint: m.my_data_object_hint(),
        rows: 4,
      }}
      onClose={onClose}
      onSend={async (values) => {
        await api.post('reports', {
          body: { subject: { type: 'own_data' }, reason: 'personal_data', ...values },
        })
        showSuccess(m.data_request_received())
        $ownReports.set(await api.get('users/me/reports').catch(() => undefined))
        onClose()
      }}
    />
  )
}

type DialogProps = Props & { store: MyDataStore; onClose: () => void }

function DeleteDialog({ onClose, ...props }: DialogProps) {
  const [isDeleted, setIsDeleted] = useState(false)
  const home = paths.home(getLocale())
  if (isDeleted) {
    return (
      <Dialog title={m.my_data_delete()} onClose={() => location.assign(home)}>
        <p role="status">{m.my_data_deleted()}</p>
        <footer role="none">
          <a className="button button-primary" href={home}>
            {m.error_go_home()}
          </a>
        </footer>
      </Dialog>
    )
  }
  return <DeleteForm {...props} onClose={onClose} onDeleted={() => setIsDeleted(true)} />
}

type DeletionValues = { word: string; password?: string }

function DeleteForm({
  settings,
  identities,
  store,
  onClose,
  onDeleted,
}: DialogProps & { onDeleted: () => void }) {
  const [{ profile }] = useState(() => getSharedSettingsStore(settings).$settings.get())
  const [signIn] = useState(() => getSharedSignInStore(identities))
  const [{ has_password }] = useState(() => signIn.$identities.get())
  const form = useValidatedForm<DeletionValues>({
    schema: v.object({
      word: v.pipe(
        v.string(),
        v.trim(),
        v.toUpperCase(),
        v.literal(m.my_data_delete_word(), 'deletion_word'),
      ),
      password: has_password ? CurrentPassword : v.optional(v.string()),
    }),
    fallback: m.my_data_delete_failed,
    async send({ password }) {
      const deleteAccount = async () => {
        await store.deleteAccount({ username: profile.username, password })
        return true
      }
      // Asked who they are, people begin again: nothing is deleted without a look.
      if (await signIn.runReauthenticated(deleteAccount, { place: 'data' })) onDeleted()
      else onClose()
    },
  })
  const { fieldOf } = form
  return (
    <FormDialog
      title={m.my_data_delete()}
      act={m.my_data_delete_now()}
      isDanger
      intro={
        <>
          <p>{m.my_data_delete_lost()}</p>
          <p>{m.my_data_delete_kept()}</p>
        </>
      }
      {...{ form, onClose }}
    >
      <TextField
        label={m.my_data_delete_type({ word: m.my_data_delete_word() })}
        {...fieldOf('word')}
      />
      {has_password && (
        <PasswordField
          label={m.password_current()}
          autoComplete="current-password"
          {...fieldOf('password')}
        />
      )}
    </FormDialog>
  )
}
