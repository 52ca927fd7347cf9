import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerAsHelix, type FakeGame } from '#tests/support/fakes/helix-shapes.ts'
import { listen } from '#tests/support/fakes/fake-server.ts'
import type { FakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { givePicture, isPicturePath, type FakePicture } from '#tests/support/fakes/fake-pictures.ts'
import { answerAsYoutube } from '#tests/support/fakes/youtube-shapes.ts'

type Call = { path: string; query: URLSearchParams; headers: Record<string, unknown> }
/** The next answer at a path, in place of the true one. */
export type LiveError =
  'silence' | { status: number; body?: unknown; headers?: Record<string, string> }

export type FakeLivePlatforms = {
  /** The worker's bindings that have it ask here. */
  vars: Record<string, string>
  twitch: FakeChannel[]
  youtube: FakeChannel[]
  games: FakeGame[]
  /** Files of the platforms' picture hosts, by path; other paths of theirs are not found. */
  pictures: Map<string, FakePicture>
  calls: Call[]
  /** How often each path was asked since the last time. */
  takeCounts(): Record<string, number>
  /** By path, in their order. */
  faults: Map<string, LiveError[]>
  /** The tokens that were given; only the last is taken. */
  tokens: string[]
  /** Streams are answered in pages of so many, with a cursor. */
  streamsPerPage: number
  close(): Promise<void>
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

/** Twitch and YouTube in one, over real HTTP, in the shapes of their documentation. */
export async function startFakeLivePlatforms(): Promise<FakeLivePlatforms> {
  const { url, close } = await listen((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://here')
    fakeServer.calls.push({ path, query, headers: request.headers })
    const picture = fakeServer.pictures.get(path)
    if (picture) return givePicture(response, picture)
    const fault = fakeServer.faults.get(path)?.shift()
    if (fault === 'silence') return
    if (fault) return json(response, fault.status, fault.body, fault.headers)
    if (path === '/oauth2/token') {
      void text(request).then((body) => giveToken(response, new URLSearchParams(body)))
    } else if (path.startsWith('/helix/')) {
      const { authorization } = request.headers
      const isTaken = authorization === `Bearer ${fakeServer.tokens.at(-1)}`
      if (isTaken) json(response, 200, answerAsHelix(fakeServer, path, query))
      else
        json(response, 401, { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' })
    } else if (isPicturePath(path)) json(response, 404, {})
    else json(response, 200, answerAsYoutube(fakeServer, path, query))
  })
  function giveToken(response: ServerResponse, sent: URLSearchParams): void {
    const isRight = sent.get('client_secret') === 'the-secret-of-the-app'
    if (!isRight || sent.get('grant_type') !== 'client_credentials') {
      return json(response, 403, { status: 403, message: 'invalid client secret' })
    }
    const token = `app-token-${fakeServer.tokens.length + 1}`
    fakeServer.tokens.push(token)
    json(response, 200, { access_token: token, expires_in: 5_011_271, token_type: 'bearer' })
  }
  const fakeServer: FakeLivePlatforms = {
    vars: {
      TWITCH_CLIENT_ID: 'the-id-of-the-app',
      TWITCH_CLIENT_SECRET: 'the-secret-of-the-app',
      TWITCH_URL: url,
      YOUTUBE_API_KEY: 'the-key-of-the-app',
      YOUTUBE_URL: url,
    },
    twitch: [],
    youtube: [],
    games: [],
    pictures: new Map(),
    calls: [],
    takeCounts() {
      const counts: Record<string, number> = {}
      for (const { path } of fakeServer.calls.splice(0)) counts[path] = (counts[path] ?? 0) + 1
      return counts
    },
    faults: new Map(),
    tokens: [],
    streamsPerPage: 100,
    close,
  }
  return fakeServer
}
