import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { type Member, callAs, tokenOf } from './members.ts'
import { eventDraft, proposeEvent } from './people.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import type { CaughtMail } from '#tests/support/drivers/environment.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'
import { moderationBodies } from './moderation.ts'

export type Reader = Member & { webhook: string }

export type Received = {
  mails: CaughtMail[]
  discord: string[]
  inApp: NotificationsView['items']
}

export async function receivedOf(
  worker: TestApi,
  reader: Member & { webhook?: string },
  name: string,
): Promise<Received> {
  const { body } = await callAs<NotificationsView>(worker, reader, 'GET', 'users/me/notifications')
  return {
    mails: (await worker.mails(reader.email)).filter(({ subject }) => subject.includes(name)),
    discord: worker.discord.posts
      .filter(({ path, body: post }) => {
        const isTheirs = reader.webhook !== undefined && path.startsWith(reader.webhook)
        return isTheirs && textOfPost(post).includes(name)
      })
      .map(({ body: post }) => textOfPost(post)),
    inApp: body.items.filter(({ title }) => title.includes(name)),
  }
}

export function countsOf({ mails, discord, inApp }: Received) {
  return { mail: mails.length, discord: discord.length, inApp: inApp.length }
}

/** An event in a moderator's and its proposer's hands, each act a second after the other. */
export type EventLifecycle = {
  event: ProposalView
  /** The instant of the last act. */
  now: () => number
  act: (name: string, body?: unknown, at?: number) => Promise<number>
  /** Off the agenda, to another start. */
  edit: (startAt: number) => Promise<number>
  /** Off the agenda, to another start, and back. */
  move: (startAt: number) => Promise<void>
}

type LifecycleOptions = {
  now: number
  startAt: number
  proposer: Member
  moderator: Member
  changes?: Record<string, unknown>
}

export async function startLifecycle(
  worker: TestApi,
  options: LifecycleOptions,
): Promise<EventLifecycle> {
  const { startAt, proposer, moderator } = options
  let { now } = options
  const draft = eventDraft(startAt, options.changes)
  const token = await tokenOf(worker, proposer, now)
  const event = await proposeEvent(worker, token, startAt, { now, changes: draft })
  async function send(member: Member, method: string, path: string, body: unknown) {
    return (await callAs(worker, member, method, path, { body, now })).status
  }
  const act: EventLifecycle['act'] = (name, body = defaultBody(name), at = now + 1000) => {
    now = at
    return send(moderator, 'POST', `admin/proposals/${event.id}/${name}`, body)
  }
  const edit: EventLifecycle['edit'] = (to) => {
    now += 1000
    const length = Date.parse(String(draft.end)) - Date.parse(String(draft.start))
    const body = {
      ...draft,
      start: new Date(to).toISOString(),
      end: new Date(to + length).toISOString(),
      confirm_similar: true,
    }
    return send(proposer, 'PUT', `events/${event.id}`, body)
  }
  return {
    event,
    now: () => now,
    act,
    edit,
    async move(to) {
      const answers = [await act('reset'), await edit(to), await act('approve', atOnce)]
      if (answers.some((status) => status !== 200))
        throw new Error(`moving answered ${answers.join()}`)
    },
  }
}

/** An approval waits its minute. */
function defaultBody(name: string): unknown {
  return name === 'approve' ? {} : (moderationBodies[name] ?? {})
}

export const atOnce = { delay_seconds: 0 }

/** On the agenda, and all that this brings with it is sent. */
export async function publishLifecycle(
  worker: TestApi,
  options: LifecycleOptions,
): Promise<EventLifecycle> {
  const lifecycle = await startLifecycle(worker, options)
  const status = await lifecycle.act('approve', atOnce)
  if (status !== 200) throw new Error(`approving answered ${status}`)
  await worker.drainQueue(lifecycle.now())
  return lifecycle
}
