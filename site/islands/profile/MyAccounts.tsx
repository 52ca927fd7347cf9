import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { HandleField } from '#site/islands/forms/HandleField.tsx'
import { platformName } from '#site/islands/forms/labels.ts'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { useIsReady } from '#site/islands/forms/use-is-ready.ts'
import { m } from '#site/lib/messages.ts'
import type { IdentitiesView } from '#worker/features/identities/contract.ts'
import {
  StreamingAccountInput,
  type MyStreamerView,
} from '#worker/features/streamers/my-contract.ts'
import { SaveRow } from './SaveRow.tsx'
import type { MyStreamerStore } from './my-streamer.store.ts'
import { signInStoreOf } from './section-stores.ts'

type Props = { store: MyStreamerStore; identities: IdentitiesView }

export function MyAccounts({ store, identities }: Props) {
  const { items } = useStore(store.$mine)
  return (
    <div className="stack profile-part">
      <h3>{m.my_accounts_title()}</h3>
      {items.length === 0 ? (
        <p className="quiet">{m.my_accounts_none()}</p>
      ) : (
        <ul className="profile-list">
          {items.map((account) => (
            <Account key={account.id} {...{ store, account }} />
          ))}
        </ul>
      )}
      <p className="field-hint">{m.my_accounts_why()}</p>
      <Proofs identities={identities} />
      <YouTubeForm store={store} />
    </div>
  )
}

type AccountProps = { store: MyStreamerStore; account: MyStreamerView['items'][number] }

function Account({ store, account }: AccountProps) {
  const isReady = useIsReady(store.$isBusy)
  const { platform, name, url, is_verified } = account
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
      </p>
      <button
        type="button"
        className="button button-small"
        aria-label={m.my_accounts_remove_one({ name })}
        disabled={!isReady}
        onClick={() => void store.remove(account)}
      >
        {m.my_accounts_remove()}
      </button>
    </li>
  )
}

/** Channels proved by signing in to them. */
function Proofs({ identities }: { identities: IdentitiesView }) {
  const [signIn] = useState(() => signInStoreOf(identities))
  const { available } = useStore(signIn.$identities)
  const isReady = useIsReady(signIn.$isBusy)
  const proofs = [
    { provider: 'twitch', intent: 'link', label: m.my_accounts_connect_twitch },
    { provider: 'google', intent: 'youtube', label: m.my_accounts_connect_youtube },
  ] as const
  const offered = proofs.filter(({ provider }) => available.includes(provider))
  if (offered.length === 0) return null
  return (
    <div className="row">
      {offered.map(({ label, ...proof }) => (
        <button
          key={proof.provider}
          type="button"
          className="button"
          disabled={!isReady}
          onClick={() => void signIn.connect({ ...proof, next: `${location.pathname}#streamer` })}
        >
          {label()}
        </button>
      ))}
    </div>
  )
}

function YouTubeForm({ store }: { store: MyStreamerStore }) {
  const form = useCheckedForm<StreamingAccountInput>({
    schema: StreamingAccountInput,
    defaults: { platform: 'youtube', name: '' },
    fallback: m.my_accounts_add_failed,
    fieldOfCode: { account_taken: 'name' },
    async send({ name }) {
      await store.addYouTube(name)
      form.reset()
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <HandleField
        label={m.my_accounts_handle()}
        hint={m.my_accounts_handle_hint()}
        error={errorOf('name')}
        autoComplete="off"
        field={register('name')}
      />
      <SaveRow {...{ isBusy, isSending }}>{m.my_accounts_add()}</SaveRow>
    </form>
  )
}
