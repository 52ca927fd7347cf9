import { useFormContext } from 'react-hook-form'
import { platformName } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { wizardSteps, type Draft } from './draft.ts'
import { DraftTimes } from './DraftTimes.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import { LinkStep } from './LinkStep.tsx'
import { ProofFields } from './ProofStep.tsx'
import type { StepProps } from './steps.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhenStep } from './WhenStep.tsx'

type SummaryProps = { draft: Draft }

function ChannelSummary({ draft: { platform, streaming_account_name } }: SummaryProps) {
  return [platform && platformName(platform), streaming_account_name].join(' ')
}

const parts = [
  {
    step: 1,
    title: m.propose_step_what,
    Summary: ({ draft }: SummaryProps) => draft.name,
    Part: WhatStep,
  },
  { step: 2, title: m.propose_step_when, Summary: DraftTimes, Part: WhenStep },
  { step: 0, title: m.propose_step_link, Summary: ChannelSummary, Part: LinkStep },
  {
    step: 3,
    title: m.propose_part_proof,
    Summary: ({ draft }: SummaryProps) => draft.proof_url,
    Part: ProofFields,
  },
]

/** All of a proposal, each part with what it says until it is opened. */
export function EditCard(props: StepProps) {
  const draft = useFormContext<Draft>().watch()
  return (
    <div className="card propose-card">
      {parts.map(({ step, title, Summary, Part }) => (
        <FoldedPart
          key={step}
          summary={
            <span>
              <span className="quiet propose-part-name">{title()}</span>
              <Summary draft={draft} />
            </span>
          }
          action={m.settings_change()}
          fields={wizardSteps[step]}
        >
          <Part {...props} />
        </FoldedPart>
      ))}
    </div>
  )
}
