import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import type { AdminStreamerAccount } from '#worker/features/directory/streamers/contract.ts'

type AccountProblem = NonNullable<AdminStreamerAccount['problem']>

export function ChannelProblem({ problem }: { problem: AccountProblem }) {
  return (
    <span className="badge badge-danger">
      {problem.kind === 'unknown' ? m.admin_channel_unknown() : m.admin_channel_renamed()}
    </span>
  )
}

type LineProps = {
  account: AdminStreamerAccount
  isBusy: boolean
  onNewName: (name: string) => void
}

export function ProblemLine({ account, isBusy, onNewName }: LineProps) {
  const { name, problem } = account
  if (!problem) return null
  if (problem.kind === 'unknown') {
    return (
      <p>
        <ChannelProblem problem={problem} />{' '}
        <span className="quiet">{m.admin_channel_unknown_text()}</span>
      </p>
    )
  }
  const newName = problem.new_name
  return (
    <div className="row">
      <p>
        <ChannelProblem problem={problem} /> {name} → <b>{newName}</b>
      </p>
      <Button
        label={m.admin_channel_take()}
        look="primary"
        isSmall
        disabled={isBusy}
        aria-label={m.admin_channel_take_one({ from: name, to: newName })}
        onClick={() => onNewName(newName)}
      />
    </div>
  )
}
