import { json } from 'node:stream/consumers'
import { listen } from './fake-server.ts'

/** How an upstream fails; `cut` takes the request and breaks off before it answers. */
export type Fault = { status: number; headers?: Record<string, string> } | 'cut'

export type ClientInfo = {
  path: string
  /** The idempotency key, where the sender gives one. */
  key: string
  body: Record<string, unknown>
  /** Whether the other side keeps it, which is not always what it could say. */
  isTaken: boolean
}

/** Takes what is sent in the place of a mail API or of Discord, over real HTTP, and fails on request. */
export type FakeUpstream = {
  url: string
  arrivals: ClientInfo[]
  /** For the next requests, first to last. */
  faults: Fault[]
  /** Texts of the next answers that are no fault, first to last. */
  bodies: string[]
  /** For all requests, while it is set. */
  fault: Fault | undefined
  /** Mails and posts that it keeps; a key that it knows already adds nothing. */
  taken(): ClientInfo[]
  close(): Promise<void>
}

const changed = { status: 409, headers: {}, body: '{"name":"invalid_idempotent_request"}' }

/** Whether something else was taken under the key. */
function isOtherUnderKey(arrivals: readonly ClientInfo[], key: string, sent: unknown): boolean {
  const known = arrivals.find((one) => one.key === key && one.isTaken)
  return known !== undefined && JSON.stringify(known.body) !== JSON.stringify(sent)
}

/** Mails of a batch one by one, each with its place in the key. */
function mailsOf(call: ClientInfo): ClientInfo[] {
  if (!Array.isArray(call.body)) return [call]
  return call.body.map((body: ClientInfo['body'], index) => ({
    ...call,
    key: `${call.key}#${index}`,
    body,
  }))
}

export async function startFakeUpstream(): Promise<FakeUpstream> {
  const arrivals: ClientInfo[] = []
  const server = await listen((request, response) => {
    void json(request).then((sent) => {
      const fault = upstream.faults.shift() ?? upstream.fault
      const key = String(request.headers['idempotency-key'] ?? `unkeyed ${arrivals.length}`)
      const isChanged = isOtherUnderKey(arrivals, key, sent)
      const isTaken = !isChanged && (fault === undefined || fault === 'cut' || fault.status < 300)
      arrivals.push({ path: request.url ?? '', key, body: sent as ClientInfo['body'], isTaken })
      if (fault === 'cut') return void request.socket.destroy()
      const body = upstream.bodies.shift() ?? '{}'
      const answer = fault ?? (isChanged ? changed : { status: 200, headers: {}, body })
      response.writeHead(answer.status, answer.headers).end('body' in answer ? answer.body : '{}')
    })
  })
  const upstream: FakeUpstream = {
    ...server,
    arrivals,
    faults: [],
    bodies: [],
    fault: undefined,
    taken: () =>
      [
        ...new Map(arrivals.filter(({ isTaken }) => isTaken).map((one) => [one.key, one])).values(),
      ].flatMap(mailsOf),
  }
  return upstream
}
