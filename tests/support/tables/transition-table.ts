import { EventAction } from '#worker/features/moderation/proposals/contract.ts'
import {
  transitionRoles,
  eventStates,
  findTargetState,
  transitions,
  type TransitionRole,
  type EventState,
} from '#worker/features/moderation/proposals/transitions.ts'

/** The response to a caller: where the event is now, or why it is where it was. */
export type Answer = { to: EventState } | { status: 401 | 403 | 404 | 409; code: string }

/** Members have calls of their own for these; the others are the panel's. */
const ownActs: EventAction[] = ['edit', 'cancel', 'withdraw']
/** For nobody but whoever proposed the event. */
const proposersAct: EventAction = 'withdraw'
const unauthenticated = { status: 401, code: 'unauthenticated' } as const
const forbidden = { status: 403, code: 'forbidden' } as const

/** The refusal that comes before the event is looked at, if any. */
function refusalOf(role: TransitionRole, act: EventAction): Answer | undefined {
  if (role === 'visitor') return unauthenticated
  const unknown = { status: 404, code: 'event_not_found' } as const
  if (role === 'moderator' || role === 'admin') return act === proposersAct ? unknown : undefined
  if (!ownActs.includes(act)) return forbidden
  if (role === 'member') return unknown
  if (role === 'restricted_proposer') return { status: 403, code: 'account_restricted' }
  return undefined
}

/** Roles that call single actions; the system has jobs, an owner takes a change’s steps at once. */
export type Caller = Exclude<TransitionRole, 'system' | 'owner'>

export function isCaller(role: TransitionRole): role is Caller {
  return role !== 'system' && role !== 'owner'
}

export function answerTo(role: Caller, act: EventAction, state: EventState): Answer {
  const to = findTargetState(role, act, state)
  if (to) return { to }
  return refusalOf(role, act) ?? { status: 409, code: 'transition_not_allowed' }
}

const meanings: Record<EventState, string> = {
  pending: 'awaits review',
  approving: '`pending`, with an approval scheduled',
  approved: 'on the agenda, upcoming or live',
  cancelled: '`approved`, then cancelled',
  over: '`approved`, and ended',
  rejected: 'refused, with a reason for the proposer',
  disabled: 'removed from the agenda',
  withdrawn: '`disabled`, taken back by its proposer while pending',
}
const names: Record<TransitionRole, string> = {
  visitor: 'visitor',
  member: 'another member',
  restricted_proposer: 'the proposer, soft-banned',
  proposer: 'the proposer',
  owner: 'the proposer, on their own verified channel',
  moderator: 'moderator',
  admin: 'administrator',
  system: 'the system',
}

function table(head: string[], lines: string[][]): string {
  const rule = head.map(() => '---')
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function matrix(role: TransitionRole): string {
  const acts = EventAction.options.filter((act) => transitions[role][act])
  const lines = acts.map((act) => [
    `\`${act}\``,
    ...eventStates.map((state) => findTargetState(role, act, state) ?? '·'),
  ])
  return table(['action', ...eventStates], lines)
}

function section(title: string, ...paragraphs: string[]): string {
  return [`## ${title}`, ...paragraphs].join('\n\n')
}

function refusals(): string {
  const callers = transitionRoles.filter(isCaller)
  const lines = callers.map((role) => [
    names[role],
    ...EventAction.options.map((act) => {
      const answer = refusalOf(role, act)
      return answer && 'status' in answer ? String(answer.status) : 'by state'
    }),
  ])
  return table(['role', ...EventAction.options.map((act) => `\`${act}\``)], lines)
}

/** The table of `transitions.ts` for readers. */
export function printTransitions(): string {
  return [
    '# Moderation: state transitions of events',
    `\`node scripts/print-docs.ts\` prints this page from
\`worker/features/moderation/proposals/transitions.ts\`, the table that the worker applies. Tests check each
cell. A dot stands for a 409 response without any change. Every action that changes an event writes one
entry to the audit log, in every role.`,
    table(
      ['state', 'meaning'],
      eventStates.map((state) => [state, meanings[state]]),
    ),
    section(
      'Moderators and administrators',
      matrix('moderator'),
      "An approval with a delay (default: 60 s) leads to `approving`; the minutely job completes it, and\n`cancel_approval` is its undo. `reset` undoes an approval without a delay, a rejection or a removal,\nwith the XP and trust that it brought. `review` marks what was published without a moderator, and\nanswers 409 where one has seen the event. A moderator's own proposals are approved and reviewed by\nanother (403 `own_proposal`), where there is one.",
    ),
    section('Proposer', matrix('proposer')),
    section(
      'Owner of a verified channel',
      matrix('owner'),
      `Changing time, name or picture of an approved event on the proposer's own verified channel takes
\`reset\`, \`edit\` and \`approve\` in one transaction, with an entry each in the audit log. The call accepts
nothing else, at most 5 times a day for one event.`,
    ),
    section(
      'System',
      matrix('system'),
      `The system cancels a fast-track approval if, when it comes due, the proposer is deactivated or
soft-banned, has no verified address, or has less trust than the fast track requires. The system edits,
cancels and disables only events that a schedule or calendar imported and no person has changed since.`,
    ),
    section(
      'Access by role',
      'A number is the status of the refusal; `by state` refers to the tables above.',
      refusals(),
    ),
  ].join('\n\n')
}
