import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#site/islands/forms/Field.tsx'
import { platformName, platforms } from '#site/islands/forms/labels.ts'
import { m } from '#site/lib/messages.ts'
import { channelFromLink, looksLikeLink } from './channel-link.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'

export function LinkStep() {
  const { register, setValue } = useFormContext<Draft>()
  const [link, setLink] = useState('')
  const channel = channelFromLink(link)

  function read(text: string): void {
    setLink(text)
    const found = channelFromLink(text)
    if (!found) return
    const options = { shouldDirty: true, shouldValidate: true }
    setValue('platform', found.platform, options)
    setValue('streaming_account_name', found.account, options)
  }

  /** A link pasted where the name goes is understood all the same. */
  function readName(text: string): void {
    if (looksLikeLink(text)) read(text)
  }

  const isUnknown = !channel && looksLikeLink(link)
  return (
    <div className="stack">
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
      <div aria-live="polite">
        {channel && (
          <p className="notice notice-success">
            {m.propose_link_found({
              account: channel.account,
              platform: platformName(channel.platform),
            })}
          </p>
        )}
      </div>
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
            <input
              {...control}
              {...register('streaming_account_name', {
                onChange: (event) => readName(event.target.value),
              })}
              className="input"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </DraftField>
      </div>
    </div>
  )
}
