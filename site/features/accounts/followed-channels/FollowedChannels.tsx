import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#site/ui/Button.tsx'
import { ReauthenticationDialog } from '#site/features/accounts/reauthentication/ReauthenticationDialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { ChannelChoice } from './ChannelChoice.tsx'
import { createPageFollowedChannels, type PageFollowedChannels } from './make-followed-channels.ts'

type Props = Parameters<typeof createPageFollowedChannels>[0]

/** Nothing is followed without a click. */
export function FollowedChannels(props: Props) {
  const { locale } = props
  const [store] = useState(() => createPageFollowedChannels(props))
  const phase = useStore(store.$phase)
  const signIn = useStore(store.$signIn)
  const notice = useStore(store.$notice)
  const root = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => void store.resume(), [store])
  useEffect(() => {
    const isLost = document.activeElement === document.body
    // The focused element was removed.
    if (phase === 'closed' && wasOpen.current && isLost)
      root.current?.querySelector('button')?.focus()
    wasOpen.current = phase !== 'closed'
  }, [phase])
  return (
    <div ref={root} className="follow-import stack">
      {phase === 'choosing' || phase === 'following' ? (
        <ChannelChoice {...{ store, locale }} />
      ) : (
        <ImportStart {...{ store, locale, phase }} />
      )}
      <WaitNotice {...{ store, locale }} />
      <Failure text={notice?.kind === 'error' ? notice.text : ''} />
      <div role="status">
        {notice?.kind === 'success' && <p className="notice notice-success">{notice.text}</p>}
      </div>
      {signIn &&
        // Outside the list, which may be inside another form or dialog.
        createPortal(
          <div onSubmit={(event) => event.stopPropagation()}>
            <ReauthenticationDialog store={signIn} />
          </div>,
          document.body,
        )}
    </div>
  )
}

type ImportStepProps = { store: PageFollowedChannels; locale: Locale }

function ImportStart({
  store,
  locale,
  phase,
}: ImportStepProps & { phase: 'closed' | 'loading' | 'leaving' }) {
  const isHydrated = useIsHydrated()
  const isLoading = phase !== 'closed'
  return (
    <>
      <p className="quiet">{m.follow_import_text({}, { locale })}</p>
      <div className="row">
        <Button
          label={m.follow_import_begin({}, { locale })}
          disabled={!isHydrated || isLoading}
          aria-busy={isLoading}
          onClick={() => void store.begin()}
        />
        {phase === 'loading' && (
          <Button label={m.cancel({}, { locale })} look="quiet" onClick={store.close} />
        )}
      </div>
      <p role="status" className="quiet">
        {isLoading && m.follow_import_loading({}, { locale })}
      </p>
    </>
  )
}

/** Hidden from screen readers, which would announce every second. */
function WaitNotice({ store, locale }: ImportStepProps) {
  const seconds = useStore(store.$secondsToWait)
  if (seconds === 0) return null
  return <p className="notice">{m.follow_import_wait({ count: seconds }, { locale })}</p>
}
