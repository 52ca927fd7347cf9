import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#site/ui/fields/Field.tsx'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { platformName, platforms } from '#site/lib/labels.ts'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { m } from '#site/lib/messages.ts'
import { StreamingAccountField } from './StreamingAccountField.tsx'
import { channelFromLink, looksLikeLink } from './channel-link.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'
import type { StepProps } from './steps.ts'

function FoundChannel({ account, platform }: { account: string; platform: Platform }) {
  const text = m.propose_link_found({ account, platform: platformName(platform) })
  return <p className="notice notice-success">{text}</p>
}

export function LinkStep({ own, willPublish }: StepProps) {
  const { register, setValue } = useFormContext<Draft>()
  const [link, setLink] = useState('')
  const autofocus = useAutofocus<HTMLDivElement>()
  const channel = channelFromLink(link)

  function setAccount(name: string, platform: Draft['platform']): void {
    const options = { shouldDirty: true, shouldValidate: true }
    if (platform) setValue('platform', platform, options)
    setValue('streaming_account_name', name, options)
  }

  function read(text: string): void {
    setLink(text)
    const found = channelFromLink(text)
    if (found) setAccount(found.account, found.platform)
  }

  /** A link pasted where the name goes is understood all the same. */
  function readName(name: string, platform: Draft['platform']): void {
    if (looksLikeLink(name)) read(name)
    else setAccount(name, platform)
  }

  const isUnknown = !channel && looksLikeLink(link)
  return (
    <div ref={autofocus} className="stack">
      <Field
        label={m.propose_link()}
        hint={m.propose_link_hint()}
        error={isUnknown ? m.propose_link_unknown() : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="url"
            inputMode="url"
            autoComplete="off"
            value={link}
            onChange={(event) => read(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite">{channel && <FoundChannel {...channel} />}</div>
      <p className="propose-or quiet">{m.propose_or()}</p>
      <div className="propose-pair">
        <DraftField name="platform" label={m.propose_platform()}>
          {(control) => (
            <select {...control} {...register('platform')} className="select" required>
              <option value="">{m.propose_choose()}</option>
              {platforms.map((platform) => (
                <option key={platform} value={platform}>
                  {platformName(platform)}
                </option>
              ))}
            </select>
          )}
        </DraftField>
        <DraftField name="streaming_account_name" label={m.propose_account()}>
          {(control) => (
            // What a link says takes the place of what was typed.
            <StreamingAccountField
              key={channel?.account}
              control={control}
              own={own}
              onAccount={readName}
            />
          )}
        </DraftField>
      </div>
      <p className="quiet" aria-live="polite">
        {willPublish && m.propose_own_account()}
      </p>
    </div>
  )
}
