import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
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
import { parseChannelLink, looksLikeLink, addScheme, toChannelLink } from './channel-link.ts'
import { wizardSteps, type Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import type { StepProps } from './steps.ts'
import { useDraftField } from './use-draft-field.ts'
import { VideoCard } from './VideoCard.tsx'
import { toDraftFields, type VideoLookupState } from './video-lookup.ts'
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

/** Reads a link as it is typed, and at first the one to start from. */
function useLink({ videoLookup, takeLink, editedDates }: StepProps) {
  const { getValues, setValue, trigger } = useFormContext<Draft>()
  const [link, setLink] = useState(() =>
    editedDates === undefined
      ? ''
      : toChannelLink(getValues('platform'), getValues('streaming_account_name')),
  )
  const filled = useRef<Partial<Draft>>({})

  async function fillFromVideo(address: string): Promise<void> {
    const video = await videoLookup.look(address)
    if (!video) return
    filled.current = toDraftFields(video, getValues(), filled.current)
    for (const [field, value] of Object.entries(filled.current)) {
      setValue(field as keyof Draft, value, { shouldDirty: true })
    }
    void trigger(['platform', 'streaming_account_name'])
  }

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

  useEffect(() => {
    const sharedLink = takeLink()
    if (sharedLink) read(sharedLink)
  }, [])

  return { link, read, readName }
}

function LookupNote({ lookup }: { lookup: VideoLookupState }) {
  if (lookup.state === 'looking') return <p className="quiet">{m.propose_video_looking()}</p>
  if (lookup.state !== 'found') return null
  const { name, channel_name: account, platform } = lookup.video
  if (name === null) return <FoundChannel {...{ account, platform }} />
  return <p className="notice notice-success">{m.propose_video_found({ name, account })}</p>
}

export function LinkStep(props: StepProps) {
  const { own, isOwnChannel, willPublish, videoLookup, editedDates } = props
  const { getValues } = useFormContext<Draft>()
  const { link, read, readName } = useLink(props)
  const autofocus = useAutofocus<HTMLDivElement>()
  const lookup = useStore(videoLookup.$lookup)
  const [isWithoutLink] = useState(() => link === '' && getValues('streaming_account_name') !== '')
  const channel = parseChannelLink(link)
  const video = lookup.state === 'found' ? lookup.video : undefined
  const isCard = video !== undefined && editedDates === undefined
  const fault = findLinkFault(link, lookup)
  const platforms = listPlatforms(getLocale(), 'disjunction')
  return (
    <div ref={autofocus} className="stack">
      <Field
        label={m.propose_link()}
        hint={isCard ? undefined : m.propose_link_hint({ platforms })}
        error={fault}
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
      <div aria-live="polite" className={isCard ? 'visually-hidden' : undefined}>
        {channel ? <FoundChannel {...channel} /> : <LookupNote lookup={lookup} />}
      </div>
      {isCard ? (
        <VideoCard video={video} {...{ editedDates, isOwnChannel }} />
      ) : (
        <FoldedPart
          summary={m.propose_or()}
          fields={wizardSteps[0]}
          isWanted={isWithoutLink || fault !== undefined}
        >
          <ChannelFields own={own} linked={channel?.account ?? video?.url} onAccount={readName} />
        </FoldedPart>
      )}
      <p className="quiet" aria-live="polite">
        {willPublish && m.propose_own_account()}
      </p>
    </div>
  )
}

function findLinkFault(link: string, lookup: VideoLookupState): string | undefined {
  const isVideo = parseYoutubeVideoId(addScheme(link)) !== undefined
  const isUnknown = !isVideo && looksLikeLink(link) && !parseChannelLink(link)
  if (isUnknown) {
    return m.propose_link_unknown({ platforms: listPlatforms(getLocale(), 'disjunction') })
  }
  return lookup.state === 'failed' ? lookup.text : undefined
}

type ChannelFieldsProps = Omit<Props, 'control'> & {
  /** Another one takes the place of what was typed. */
  linked: string | undefined
}

function ChannelFields({ own, linked, onAccount }: ChannelFieldsProps) {
  const of = useDraftField()
  return (
    <div className="propose-pair">
      <SelectField
        {...of('platform')}
        label={m.propose_platform()}
        none={m.propose_choose()}
        choices={platformChoices()}
        required
      />
      <DraftField name="streaming_account_name" label={m.propose_account()}>
        {(control) => <StreamingAccountField key={linked} {...{ control, own, onAccount }} />}
      </DraftField>
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
