import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type {
  IdentitiesView,
  OAuthProvider,
} from '#worker/features/accounts/identities/contract.ts'
import { ReauthenticationDialog } from '#site/features/accounts/reauthentication/ReauthenticationDialog.tsx'
import { getSharedSignInStore } from './section-stores.ts'
import { isLastSignInMethod, providerNames, providers, type SignInStore } from './sign-in.store.ts'

export function SignInMethods({ identities }: { identities: IdentitiesView }) {
  const [store] = useState(() => getSharedSignInStore(identities))
  return (
    <ul className="profile-list">
      {providers.map((provider) => (
        <ProviderItem key={provider} {...{ store, provider }} />
      ))}
      <ReauthenticationDialog store={store} />
    </ul>
  )
}

function ProviderItem({ store, provider }: { store: SignInStore; provider: OAuthProvider }) {
  const identities = useStore(store.$identities)
  const isReady = useIsReady(store.$isBusy)
  const linked = identities.items.find((item) => item.provider === provider)
  const isOffered = identities.available.includes(provider)
  const isLast = linked !== undefined && isLastSignInMethod(identities, provider)
  const name = providerNames[provider]
  return (
    <li>
      <p className="profile-list-what">
        <b>{name}</b>
        {linked ? (
          <span className="quiet">
            {linked.name ?? linked.email}
            {separator}
            <ConnectedSince at={linked.connected_at} />
          </span>
        ) : (
          <span className="quiet">
            {isOffered ? m.sign_in_not_connected() : m.sign_in_not_offered()}
          </span>
        )}
        {isLast && (
          <span className="quiet" id={`last-${provider}`}>
            {m.sign_in_last()}
          </span>
        )}
      </p>
      {linked ? (
        <Button
          label={m.sign_in_disconnect()}
          isSmall
          aria-label={m.sign_in_disconnect_from({ provider: name })}
          aria-describedby={isLast ? `last-${provider}` : undefined}
          disabled={!isReady || isLast}
          onClick={() => void store.disconnect(provider)}
        />
      ) : (
        isOffered && (
          <Button
            label={m.sign_in_connect()}
            isSmall
            aria-label={m.sign_in_connect_with({ provider: name })}
            disabled={!isReady}
            onClick={() =>
              void store.connect({
                provider,
                intent: 'link',
                next: `${location.pathname}#sign-in`,
              })
            }
          />
        )
      )}
    </li>
  )
}

function ConnectedSince({ at }: { at: string }) {
  return <LocalTime at={at} as="date" within={m.sign_in_connected} />
}
