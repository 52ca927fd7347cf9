import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, type ControlProps } from '#site/ui/fields/Field.tsx'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { listPlatforms } from '#worker/contracts/platform-list.ts'
import { getLocale } from '#messages/runtime'
import { parseYoutubeVideoId } from '#worker/contracts/video-links.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { platformChoices, platformName } from '#site/lib/labels.ts'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { m } from '#site/lib/messages.ts'
import { parseChannelLink, looksLikeLink, addScheme } from './channel-link.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'
import type { StepProps } from './steps.ts'
import { useDraftField } from './use-draft-field.ts'
import { toDraftFields, type VideoLookup } from './video-lookup.ts'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { useDebouncedSearch } from '#site/ui/fields/use-debounced-search.ts'
import { api } from '#site/lib/api.ts'
import {
  parseAccount,
  suggestAccounts,
  toAccountSuggestion,
  type ChannelAccount,
} from './find-accounts.ts'

function FoundChannel({ account, platform }: { account: string; platform: Platform }) {
  const text = m.propose_link_found({ account, platform: platformName(platform) })
  return <p className="notice notice-success">{text}</p>
}

function useVideoAutofill(videoLookup: VideoLookup) {
  const { getValues, setValue, trigger } = useFormContext<Draft>()
  const filled = useRef<Partial<Draft>>({})

  return async (link: string) => {
    const video = await videoLookup.look(link)
    if (!video) return
    filled.current = toDraftFields(video, getValues(), filled.current)
    for (const [field, value] of Object.entries(filled.current)) {
      setValue(field as keyof Draft, value, { shouldDirty: true })
    }
    void trigger(['platform', 'streaming_account_name'])
  }
}

function VideoNote({ videoLookup }: { videoLookup: VideoLookup }) {
  const { watch } = useFormContext<Draft>()
  const lookup = useStore(videoLookup.$lookup)
  if (lookup.state === 'looking') return <p className="quiet">{m.propose_video_looking()}</p>
  if (lookup.state !== 'found') return null
  const { name, streaming_account_name: account, platform, url } = lookup.video
  if (name === null) return <FoundChannel {...{ account, platform }} />
  return (
    <p className="notice notice-success">
      {m.propose_video_found({ name, account })}{' '}
      {watch('proof_url') === url && m.propose_video_picture()}
    </p>
  )
}

export function LinkStep({ own, willPublish, videoLookup }: StepProps) {
  const { setValue } = useFormContext<Draft>()
  const of = useDraftField()
  const [link, setLink] = useState('')
  const autofocus = useAutofocus<HTMLDivElement>()
  const channel = parseChannelLink(link)
  const fillFromVideo = useVideoAutofill(videoLookup)
  const lookup = useStore(videoLookup.$lookup)

  function setAccount(name: string, platform: Draft['platform']): void {
    const options = { shouldDirty: true, shouldValidate: true }
    if (platform) setValue('platform', platform, options)
    setValue('streaming_account_name', name, options)
  }

  function read(text: string): void {
    setLink(text)
    const linkedChannel = parseChannelLink(text)
    if (linkedChannel) setAccount(linkedChannel.account, linkedChannel.platform)
    void fillFromVideo(addScheme(text))
  }

  /** A link pasted where the name goes is understood all the same. */
  function readName(name: string, platform: Draft['platform']): void {
    if (looksLikeLink(name)) read(name)
    else setAccount(name, platform)
  }

  const platforms = listPlatforms(getLocale(), 'disjunction')
  const isVideo = parseYoutubeVideoId(addScheme(link)) !== undefined
  const isUnknown = !channel && !isVideo && looksLikeLink(link)
  const unread = lookup.state === 'failed' ? lookup.text : undefined
  return (
    <div ref={autofocus} className="stack">
      <Field
        label={m.propose_link()}
        hint={m.propose_link_hint({ platforms })}
        error={isUnknown ? m.propose_link_unknown({ platforms }) : unread}
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
        {channel ? <FoundChannel {...channel} /> : <VideoNote videoLookup={videoLookup} />}
      </div>
      <p className="divider propose-or quiet">{m.propose_or()}</p>
      <div className="propose-pair">
        <SelectField
          {...of('platform')}
          label={m.propose_platform()}
          none={m.propose_choose()}
          choices={platformChoices()}
          required
        />
        <DraftField name="streaming_account_name" label={m.propose_account()}>
          {(control) => (
            // A link takes the place of what was typed.
            <StreamingAccountField
              key={channel?.account ?? (lookup.state === 'found' ? lookup.video.url : undefined)}
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

type Props = {
  control: ControlProps
  own: ChannelAccount[]
  /** `platform` is empty where it is not known. */
  onAccount: (name: string, platform: Draft['platform']) => void
}

function StreamingAccountField({ control, own, onAccount }: Props) {
  const { getValues, watch, trigger } = useFormContext<Draft>()
  const [text, setText] = useState(getValues('streaming_account_name'))
  const platform = watch('platform')
  const { suggestions: found, status } = useDebouncedSearch(
    (typed) => suggestAccounts(api, { text: typed, platform, own }),
    text,
  )
  return (
    <SuggestionInput
      control={control}
      placeholder={m.propose_account_placeholder()}
      suggestions={text.trim() ? found : own.map(toAccountSuggestion)}
      status={status}
      text={text}
      onText={setText}
      onValue={(value) => {
        const account = parseAccount(value)
        onAccount(account?.name ?? value, account?.platform ?? '')
      }}
      onLeave={() => void trigger('streaming_account_name')}
    />
  )
}
