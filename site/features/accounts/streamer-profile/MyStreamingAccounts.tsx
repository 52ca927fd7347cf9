import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { PlatformPictureButton } from '#site/features/media/PlatformPictureButton.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { platformChoices, platformName } from '#site/lib/labels.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import { platformIds, type Platform } from '#worker/contracts/platforms.ts'
import type {
  IdentitiesView,
  OAuthIntent,
  OAuthProvider,
} from '#worker/features/accounts/identities/contract.ts'
import {
  StreamingAccountInput,
  type MyStreamerView,
} from '#worker/features/directory/streamers/my-contract.ts'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import type { MyStreamerStore } from './my-streamer.store.ts'
import { getSharedSignInStore } from '../profile/section-stores.ts'

type Props = { store: MyStreamerStore; identities: IdentitiesView }

const emptyAccount: StreamingAccountInput = { platform: platformIds[0], name: '' }

type AccountField = {
  label: () => string
  hint: () => string
  /** The sign-in that proves who owns a channel. */
  proof?: { provider: OAuthProvider; intent: OAuthIntent; label: () => string; text: () => string }
}

const accountFields: Record<Platform, AccountField> = {
  twitch: {
    label: m.my_accounts_twitch,
    hint: m.my_accounts_twitch_hint,
    proof: {
      provider: 'twitch',
      intent: 'link',
      label: m.my_accounts_connect_twitch,
      text: m.my_accounts_verify_twitch,
    },
  },
  youtube: {
    label: m.my_accounts_handle,
    hint: m.my_accounts_handle_hint,
    proof: {
      provider: 'google',
      intent: 'youtube',
      label: m.my_accounts_connect_youtube,
      text: m.my_accounts_verify_youtube,
    },
  },
}

function verificationText(platform: Platform, available: readonly OAuthProvider[]): string {
  const { proof } = accountFields[platform]
  return proof && available.includes(proof.provider) ? proof.text() : m.my_accounts_verify_team()
}

export function MyStreamingAccounts({ store, identities }: Props) {
  const { items } = useStore(store.$mine)
  const [signIn] = useState(() => getSharedSignInStore(identities))
  const { available } = useStore(signIn.$identities)
  return (
    <div className="stack profile-part">
      <h3>{m.my_accounts_title()}</h3>
      {items.length === 0 ? (
        <p className="quiet">{m.my_accounts_none()}</p>
      ) : (
        <ul className="profile-list">
          {items.map((account) => (
            <AccountItem key={account.id} {...{ store, account, available }} />
          ))}
        </ul>
      )}
      <p className="field-hint">{m.my_accounts_why()}</p>
      <ProofButtons {...{ signIn, available }} />
      <AccountForm {...{ store, available }} />
    </div>
  )
}

type AccountItemProps = AccountFormProps & { account: MyStreamerView['items'][number] }

function AccountItem({ store, account, available }: AccountItemProps) {
  const isReady = useIsReady(store.$isBusy)
  const { id, platform, name, url, is_verified, platform_picture: picture } = account
  const isRemovedByTeam = picture === 'removed_by_team'
  return (
    <li>
      <p className="profile-list-what">
        <b>
          <a href={url} rel="noopener">
            {name}
          </a>{' '}
          <span className={`badge ${is_verified ? 'badge-success' : ''}`}>
            {is_verified ? m.my_accounts_verified() : m.my_accounts_unverified()}
          </span>
        </b>
        <span className={`platform-${platform}`}>{platformName(platform)}</span>
        {!is_verified && <span className="quiet">{verificationText(platform, available)}</span>}
        {is_verified && isRemovedByTeam && (
          <span className="quiet">{m.platform_picture_by_team()}</span>
        )}
      </p>
      {is_verified && !isRemovedByTeam && (
        <PlatformPictureButton
          state={picture}
          name={name}
          isDisabled={!isReady}
          onShow={(isShown) => void store.showPicture(id, isShown)}
        />
      )}
      <Button
        label={m.my_accounts_remove()}
        isSmall
        aria-label={m.my_accounts_remove_one({ name })}
        disabled={!isReady}
        onClick={() => void store.remove(account)}
      />
    </li>
  )
}

type ProofButtonsProps = {
  signIn: ReturnType<typeof getSharedSignInStore>
  available: readonly OAuthProvider[]
}

function ProofButtons({ signIn, available }: ProofButtonsProps) {
  const isReady = useIsReady(signIn.$isBusy)
  const offered = platformIds.flatMap((platform) => {
    const { proof } = accountFields[platform]
    return proof && available.includes(proof.provider) ? [proof] : []
  })
  if (offered.length === 0) return null
  return (
    <>
      <div className="row">
        {offered.map(({ label, provider, intent }) => (
          <Button
            label={label()}
            key={provider}

            disabled={!isReady}
            onClick={() =>
              void signIn.connect({ provider, intent, next: `${location.pathname}#streamer` })
            }
          />
        ))}
      </div>
      {offered.some(({ intent }) => intent === 'youtube') && <YoutubeApiNotice />}
    </>
  )
}

/** Google asks for these links where its data is asked for. */
function YoutubeApiNotice() {
  return (
    <>
      <p className="field-hint">{m.my_accounts_youtube_api()}</p>
      <p className="row field-hint">
        <a href="https://www.youtube.com/t/terms" rel="noopener">
          {m.my_accounts_youtube_terms()}
        </a>
        <a href="https://policies.google.com/privacy" rel="noopener">
          {m.my_accounts_google_privacy()}
        </a>
      </p>
    </>
  )
}

type AccountFormProps = Pick<Props, 'store'> & { available: readonly OAuthProvider[] }

function AccountForm({ store, available }: AccountFormProps) {
  const form = useValidatedForm<StreamingAccountInput>({
    schema: StreamingAccountInput,
    defaults: emptyAccount,
    fallback: m.my_accounts_add_failed,
    fieldOfCode: { account_taken: 'name' },
    async send(account) {
      await store.addAccount(account)
      form.reset({ ...account, name: '' })
    },
  })
  const { fieldOf, register, submit, failure, isBusy, isSending } = form
  const platform = form.watch('platform')
  const { label, hint } = accountFields[platform]
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <div className="profile-pair">
        <SelectField
          label={m.my_accounts_platform()}
          choices={platformChoices()}
          // The errors of the name belong to the other platform.
          field={register('platform', { onChange: () => form.clearErrors('name') })}
        />
        <HandleField
          label={label()}
          hint={`${hint()} ${verificationText(platform, available)}`}
          autoComplete="off"
          {...fieldOf('name')}
        />
      </div>
      <SaveRow {...{ isBusy, isSending }}>{m.my_accounts_add()}</SaveRow>
    </form>
  )
}
