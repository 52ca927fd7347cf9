import { listen } from '#tests/support/fakes/fake-server.ts'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

/** Twitch and the hosts of calendars, on one port. */
export type FakeSchedules = {
  vars: Record<string, string>
  asked: URL[]
  /** Answers at a path from now on. */
  answer: (path: string, give: Answer | ((url: URL) => Answer)) => void
  close: () => Promise<void>
}

export async function startFakeSchedules(): Promise<FakeSchedules> {
  const answers = new Map<string, Answer | ((url: URL) => Answer)>()
  const asked: URL[] = []
  const { url: origin, close } = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://here')
    asked.push(url)
    const found = answers.get(url.pathname) ?? { status: 404, body: { message: 'not found' } }
    const { status = 200, body, headers } = typeof found === 'function' ? found(url) : found
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const fakeServer: FakeSchedules = {
    vars: {
      TWITCH_URL: origin,
      TWITCH_CLIENT_ID: 'client',
      TWITCH_CLIENT_SECRET: 'client-secret',
      CALENDARS_URL: origin,
    },
    asked,
    answer: (path, give) => void answers.set(path, give),
    close,
  }
  fakeServer.answer('/oauth2/token', {
    body: { access_token: 'app-token', expires_in: 5_000_000, token_type: 'bearer' },
  })
  return fakeServer
}
