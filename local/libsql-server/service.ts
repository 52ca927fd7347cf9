import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodePipelineBody } from './decode.ts'
import { encodePipelineResponse, type JsonText } from './encode.ts'
import { HttpError, toHranaError } from './errors.ts'
import { runPipeline } from './pipeline.ts'
import type { StatementRunner } from './run-statement.ts'
import type { Streams } from './streams.ts'

function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = () =>
      reject(new HttpError(413, 'BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes`))
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuse()
      return
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else refuse()
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new HttpError(400, 'BODY_CUT_SHORT', 'The body ended early'))
    })
  })
}

type HranaServiceOptions = {
  streams: Streams
  runner: StatementRunner
  authToken: string | undefined
  maxBodyBytes: number
}

type HranaService = {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Answers a pipeline of a client in this process, without HTTP in between. */
  answer(body: string, authorization: string | undefined): Promise<DirectAnswer>
  pipelines(): number
  /** Resolves when no request is in progress. */
  settled(): Promise<void>
}

type PipelineAnswer = { body: JsonText; baton: string | null }
export type DirectAnswer = { status: number; body: JsonText }

const OPEN_PATHS = new Set(['/', '/health', '/v2'])
const PIPELINE_PATH = '/v2/pipeline'

export function createHranaService(options: HranaServiceOptions): HranaService {
  const underway = new Set<Promise<unknown>>()
  let pipelines = 0

  async function route(request: IncomingMessage): Promise<PipelineAnswer> {
    const [path = ''] = (request.url ?? '').split('?')
    if (request.method === 'GET' && OPEN_PATHS.has(path)) return { body: '{}', baton: null }
    if (request.method !== 'POST' || path !== PIPELINE_PATH) {
      throw new HttpError(404, 'NOT_FOUND', 'There is nothing here')
    }
    assertAuthToken(options.authToken, request.headers.authorization)
    return countAndServe(await readBody(request, options.maxBodyBytes))
  }

  function countAndServe(text: string): Promise<PipelineAnswer> {
    pipelines += 1
    return servePipeline(options, text)
  }

  async function answerDirectly(
    text: string,
    authorization: string | undefined,
  ): Promise<DirectAnswer> {
    try {
      assertAuthToken(options.authToken, authorization)
      return { status: 200, body: (await countAndServe(text)).body }
    } catch (error) {
      return toErrorAnswer(error)
    }
  }

  function track<Answered>(handling: Promise<Answered>): Promise<Answered> {
    underway.add(handling)
    return handling.finally(() => underway.delete(handling))
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { body, baton } = await route(request)
      sendJson(response, 200, body)
      if (baton !== null) closeUndeliveredStream(options.streams, response, baton)
    } catch (error) {
      sendError(request, response, error)
    }
  }

  return {
    handle(request, response) {
      void track(respond(request, response))
    },
    answer: (body, authorization) => track(answerDirectly(body, authorization)),
    pipelines: () => pipelines,
    settled: async () => void (await Promise.allSettled(underway)),
  }
}

async function servePipeline(
  { streams, runner }: HranaServiceOptions,
  text: string,
): Promise<PipelineAnswer> {
  const { baton, requests } = decodePipelineBody(text)
  const stream = streams.take(baton)
  const results = await runPipeline(runner, stream, requests)
  const next = streams.keep(stream)
  return { body: encodePipelineResponse(next, results), baton: next }
}

function assertAuthToken(expected: string | undefined, header: string | undefined): void {
  if (expected === undefined) return
  const givenHeader = Buffer.from(header ?? '')
  const expectedHeader = Buffer.from(`Bearer ${expected}`)
  if (givenHeader.length === expectedHeader.length && timingSafeEqual(givenHeader, expectedHeader))
    return
  throw new HttpError(401, 'AUTH_REQUIRED', 'A valid bearer token is required')
}

function sendJson(response: ServerResponse, status: number, body: JsonText): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length })
  // Node writes ASCII much faster as latin1.
  response.end(body, length === body.length ? 'latin1' : 'utf8')
}

function toErrorAnswer(error: unknown): DirectAnswer {
  const status = error instanceof HttpError ? error.status : 500
  return { status, body: JSON.stringify(toHranaError(error)) }
}

function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // An unread rest of a body would be parsed as the next request.
  if (!request.complete) response.setHeader('connection', 'close')
  const { status, body } = toErrorAnswer(error)
  sendJson(response, status, body)
  request.resume()
}

/** Without the baton the client cannot continue: its transaction would only block others. */
function closeUndeliveredStream(streams: Streams, response: ServerResponse, baton: string): void {
  if (response.destroyed) streams.drop(baton)
  response.once('close', () => {
    if (!response.writableFinished) streams.drop(baton)
  })
}
