import { EventAction } from '#worker/features/moderation/proposals/contract.ts'
import {
  roles,
  states,
  targetOf,
  transitions,
  type Role,
  type State,
} from '#worker/features/moderation/proposals/transitions.ts'

/** What a caller hears: where the event is now, or why it is where it was. */
export type Answer = { to: State } | { status: 401 | 403 | 404 | 409; code: string }

/** Members have calls of their own for these; the others are the panel's. */
const ownActs: EventAction[] = ['edit', 'cancel']
const unauthenticated = { status: 401, code: 'unauthenticated' } as const
const forbidden = { status: 403, code: 'forbidden' } as const

/** The refusal that comes before the event is looked at, if any. */
function refusalOf(role: Role, act: EventAction): Answer | undefined {
  if (role === 'visitor') return unauthenticated
  if (role === 'moderator' || role === 'admin') return undefined
  if (!ownActs.includes(act)) return forbidden
  if (role === 'member') return { status: 404, code: 'event_not_found' }
  if (role === 'restricted_proposer') return { status: 403, code: 'account_restricted' }
  return undefined
}

/** Of every role with calls, to every act in every state. */
export function answerTo(role: Exclude<Role, 'system'>, act: EventAction, state: State): Answer {
  const to = targetOf(role, act, state)
  if (to) return { to }
  return refusalOf(role, act) ?? { status: 409, code: 'transition_not_allowed' }
}

const meanings: Record<State, string> = {
  pending: 'waits for a review',
  approving: '`pending`, with an approval that comes due',
  approved: 'on the agenda, upcoming or live',
  cancelled: '`approved`, and cancelled since',
  over: '`approved`, and past',
  rejected: 'the proposer was told why',
  disabled: 'taken off the agenda',
}
const names: Record<Role, string> = {
  visitor: 'visitor',
  member: 'another member',
  restricted_proposer: 'the proposer, soft-banned',
  proposer: 'the proposer',
  moderator: 'moderator',
  admin: 'administrator',
  system: 'the system',
}

function table(head: string[], lines: string[][]): string {
  const rule = head.map(() => '---')
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function matrix(role: Role): string {
  const acts = EventAction.options.filter((act) => transitions[role][act])
  const lines = acts.map((act) => [
    `\`${act}\``,
    ...states.map((state) => targetOf(role, act, state) ?? '·'),
  ])
  return table(['act', ...states], lines)
}

function section(title: string, ...paragraphs: string[]): string {
  return [`## ${title}`, ...paragraphs].join('\n\n')
}

function refusals(): string {
  const callers = roles.filter((role) => role !== 'system')
  const lines = callers.map((role) => [
    names[role],
    ...EventAction.options.map((act) => {
      const answer = refusalOf(role, act)
      return answer && 'status' in answer ? String(answer.status) : 'the table'
    }),
  ])
  return table(['role', ...EventAction.options.map((act) => `\`${act}\``)], lines)
}

/** The table of `transitions.ts` for readers. */
export function printTransitions(): string {
  return [
    '# What moves an event from one status to another',
    `Printed by \`node scripts/print-transitions.ts\` from \`worker/features/moderation/proposals/transitions.ts\`, the
table that the engine decides by; the tests walk it cell by cell. A dot is 409 and changes nothing.
Every act that has effect writes one entry to the audit log, whoever does it.`,
    table(
      ['state', 'meaning'],
      states.map((state) => [state, meanings[state]]),
    ),
    section(
      'Moderators and administrators',
      matrix('moderator'),
      'An approval with a delay (60 s unless said otherwise) leads to `approving`, and the minutely job completes it.',
    ),
    section('The proposer', matrix('proposer')),
    section(
      'The system',
      matrix('system'),
      `It cancels the approval of a fast track where the proposer is by then deactivated, soft-banned,
without a verified address, or trusted less than the fast track asks for. It edits, cancels and
disables only what a schedule or calendar brought in and nobody changed since.`,
    ),
    section('Who is let to the table', refusals()),
  ].join('\n\n')
}
