import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

/** Twitch and the hosts of calendars, on one port. */
export type ScheduleStandIn = {
  vars: Record<string, string>
  /** What was asked for, with its query. */
  asked: URL[]
  /** Answers at a path from now on. */
  answer: (path: string, give: Answer | ((url: URL) => Answer)) => void
  close: () => Promise<void>
}

export async function startScheduleStandIn(): Promise<ScheduleStandIn> {
  const answers = new Map<string, Answer | ((url: URL) => Answer)>()
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url)
    const found = answers.get(url.pathname) ?? { status: 404, body: { message: 'not found' } }
    const { status = 200, body, headers } = typeof found === 'function' ? found(url) : found
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const standIn: ScheduleStandIn = {
    vars: {
      TWITCH_URL: origin,
      TWITCH_CLIENT_ID: 'client',
      TWITCH_CLIENT_SECRET: 'client-secret',
      CALENDARS_URL: origin,
    },
    asked,
    answer: (path, give) => void answers.set(path, give),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  standIn.answer('/oauth2/token', {
    body: { access_token: 'app-token', expires_in: 5_000_000, token_type: 'bearer' },
  })
  return standIn
}
