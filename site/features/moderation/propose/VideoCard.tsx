import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { platformName } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { participantAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import type { VideoView } from '#worker/features/moderation/proposals/videos/contract.ts'
import { wizardSteps, type Draft, type DraftFieldName } from './draft.ts'
import { DraftTimes } from './DraftTimes.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import { ProofFields } from './ProofStep.tsx'
import type { StepProps } from './steps.ts'
import { ChoiceFields, WhatFields } from './WhatStep.tsx'
import { WhenStep } from './WhenStep.tsx'

type Props = Pick<StepProps, 'editedDates' | 'isOwnChannel'> & { video: VideoView }

/** All of the proposal at once: what the video says, and what only the person knows. */
export function VideoCard({ video, editedDates, isOwnChannel }: Props) {
  const { watch, setFocus } = useFormContext<Draft>()
  const draft = watch()
  useEffect(() => setFocus('category'), [video, setFocus])
  return (
    <>
      <article className="card propose-card" aria-label={m.propose_preview()}>
        <div className="propose-card-head">
          <DraftPicture uploaded={draft.thumbnail_path} video={video} />
          <div>
            <p className="propose-preview-name">{draft.name || m.propose_name()}</p>
            <Channel video={video} />
          </div>
        </div>
        <FoldedPart
          summary={<DraftTimes draft={draft} />}
          action={m.settings_change()}
          fields={wizardSteps[2]}
        >
          <WhenStep editedDates={editedDates} />
        </FoldedPart>
        <FoldedPart
          summary={m.propose_card_more()}
          action={m.settings_change()}
          fields={moreFields}
        >
          <WhatFields />
          <ProofFields isOwnChannel={isOwnChannel} />
        </FoldedPart>
      </article>
      <ChoiceFields />
    </>
  )
}

const chosenOnCard: readonly DraftFieldName[] = ['language', 'category']
const moreFields = [...(wizardSteps[1] ?? []), ...(wizardSteps[3] ?? [])].filter(
  (name) => !chosenOnCard.includes(name),
)

function DraftPicture({ uploaded, video }: { uploaded: string | null; video: VideoView }) {
  const src = uploaded ? paths.media(uploaded) : video.picture
  return src && <img src={src} alt="" width={320} height={180} />
}

function Channel({ video }: { video: VideoView }) {
  const { platform, streaming_account_name: account, channel_name, channel_picture } = video
  const person = { streamer_id: null, display_name: channel_name, platform, account }
  const drawn = participantAvatarPath(person)
  const face = { width: 32, height: 32, className: 'propose-card-face' }
  return (
    <p className="propose-card-channel">
      {channel_picture ? (
        <img src={channel_picture} alt="" {...face} />
      ) : (
        <Picture path={drawn} drawn={drawn} {...face} />
      )}
      <b>{channel_name}</b>
      <span className={`platform-${platform}`}>{platformName(platform)}</span>
    </p>
  )
}
