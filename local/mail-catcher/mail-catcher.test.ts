import { request } from 'node:http'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts'

/** Fields of accepted answers: the tests compare refusals as a whole. */
type Answer = { id: string; data: { id: string }[] }

const HOUR = 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 20, 12)
const MAIL = {
  from: 'Hypecal <hello@hypecal.test>',
  to: 'jane@example.com',
  subject: 'It starts soon',
  html: '<p>Soon</p>',
  text: 'Soon',
}

let dir: string
let catcher: MailCatcher
let time: number

async function start() {
  catcher = await startMailCatcher({ dir, apiKey: 're_test', now: () => time })
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-catcher-'))
  time = NOON
  await start()
})

afterEach(async () => {
  await catcher.close()
  await rm(dir, { recursive: true })
})

async function post(payload: unknown, headers: Record<string, string> = {}, path = '/emails') {
  const response = await fetch(catcher.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer re_test', 'content-type': 'application/json', ...headers },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

async function get(path: string) {
  return await (await fetch(catcher.url + path)).text()
}

async function listMails(query = '') {
  const response = await fetch(`${catcher.url}/api/mails${query}`)
  return (await response.json()) as Record<string, unknown>[]
}

function refusal(status: number, name: string) {
  return { status, body: { statusCode: status, name, message: expect.any(String) } }
}

test('a sent mail gets an id and can be read back', async () => {
  const { status, body } = await post({ ...MAIL, headers: { 'X-Kind': 'reminder' } })
  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/) })
  const { id } = body
  expect(await listMails()).toMatchObject([
    {
      ...MAIL,
      id,
      to: ['jane@example.com'],
      headers: { 'X-Kind': 'reminder' },
      at: '2026-11-20T12:00:00.000Z',
    },
  ])
})

test('mails are listed oldest first, and by the address they go to', async () => {
  await post({ ...MAIL, to: ['Jane <jane@example.com>', 'bob@example.com'], subject: 'One' })
  await post({ ...MAIL, subject: 'Two' })
  await post({ ...MAIL, to: 'other@example.com', subject: 'Three' })
  expect((await listMails()).map((mail) => mail.subject)).toEqual(['One', 'Two', 'Three'])
  const toJane = await listMails('?to=JANE@example.com')
  expect(toJane.map((mail) => mail.subject)).toEqual(['One', 'Two'])
})

test('a batch stores every mail, or none when one is wrong', async () => {
  const { status, body } = await post([MAIL, { ...MAIL, subject: 'Two' }], {}, '/emails/batch')
  expect(status).toBe(200)
  expect(body.data).toHaveLength(2)
  expect((await listMails()).map((mail) => mail.id)).toEqual(body.data.map((mail) => mail.id))
  expect(await post([MAIL, { ...MAIL, to: 'nobody' }], {}, '/emails/batch')).toEqual(
    refusal(422, 'validation_error'),
  )
  expect(await post(Array(101).fill(MAIL), {}, '/emails/batch')).toEqual(
    refusal(422, 'validation_error'),
  )
  expect(await post([], {}, '/emails/batch')).toEqual(refusal(422, 'validation_error'))
})

test('the key is required and must be the right one', async () => {
  expect(await post(MAIL, { authorization: '' })).toEqual(refusal(401, 'missing_api_key'))
  expect(await post(MAIL, { authorization: 'Bearer wrong' })).toEqual(
    refusal(403, 'invalid_api_key'),
  )
  expect(await listMails()).toEqual([])
})

test('the same idempotency key answers the same id and stores nothing new, even after a restart', async () => {
  const key = { 'idempotency-key': 'reminder/1' }
  const first = await post(MAIL, key)
  expect(await post(MAIL, key)).toEqual(first)
  await catcher.close()
  await start()
  expect(await post(MAIL, key)).toEqual(first)
  expect(await post({ ...MAIL, subject: 'Else' }, key)).toEqual(
    refusal(409, 'invalid_idempotent_request'),
  )
  expect(await listMails()).toHaveLength(1)
})

test('requests racing with one idempotency key store one mail', async () => {
  const key = { 'idempotency-key': 'race' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(MAIL, key)))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await listMails()).toHaveLength(1)
})

test('batches are idempotent too, and do not share a payload with single mails', async () => {
  const key = { 'idempotency-key': 'batch/1' }
  const first = await post([MAIL], key, '/emails/batch')
  expect(await post([MAIL], key, '/emails/batch')).toEqual(first)
  expect(await post(MAIL, key)).toEqual(refusal(409, 'invalid_idempotent_request'))
})

test('an idempotency key is forgotten after a day, and may not be endless', async () => {
  const key = { 'idempotency-key': 'daily' }
  const first = await post(MAIL, key)
  time += 24 * HOUR
  expect((await post(MAIL, key)).body.id).not.toBe(first.body.id)
  expect(await post(MAIL, { 'idempotency-key': 'k'.repeat(257) })).toEqual(
    refusal(400, 'invalid_idempotency_key'),
  )
})

test('a journal cut by a crash keeps its whole lines', async () => {
  await post(MAIL)
  await catcher.close()
  await appendFile(join(dir, 'mails.jsonl'), '{"at":17')
  await start()
  await post({ ...MAIL, subject: 'Two' })
  await catcher.close()
  await start()
  expect((await listMails()).map((mail) => mail.subject)).toEqual(['It starts soon', 'Two'])
})

test('an empty list of attachments is accepted', async () => {
  expect((await post({ ...MAIL, attachments: [] })).status).toBe(200)
})

test.each([
  ['no recipient', { ...MAIL, to: undefined }, 'missing_required_field'],
  ['an empty list of recipients', { ...MAIL, to: [] }, 'validation_error'],
  ['a wrong address', { ...MAIL, to: 'a@b, c@d' }, 'validation_error'],
  ['no subject', { ...MAIL, subject: undefined }, 'missing_required_field'],
  ['no body', { ...MAIL, html: undefined, text: undefined }, 'validation_error'],
  ['a mistyped field', { ...MAIL, replyTo: 'a@b.test' }, 'validation_error'],
  ['an attachment', { ...MAIL, attachments: [{ filename: 'a' }] }, 'invalid_attachment'],
  ['a line break in the subject', { ...MAIL, subject: 'a\r\nBcc: x@y.test' }, 'validation_error'],
  ['a line break in the sender', { ...MAIL, from: 'a\nb <a@b.test>' }, 'validation_error'],
  ['a line break in a header', { ...MAIL, headers: { 'X-A': 'a\nX-B: b' } }, 'validation_error'],
  [
    'a line break in a header name',
    { ...MAIL, headers: { 'X-A: b\r\nX-B': 'a' } },
    'validation_error',
  ],
  ['a second Subject', { ...MAIL, headers: { subject: 'x' } }, 'validation_error'],
  ['no object', null, 'validation_error'],
])('a mail with %s is refused', async (_, payload, name) => {
  expect(await post(payload)).toEqual(refusal(422, name))
  expect(await listMails()).toEqual([])
})

test('malformed JSON, an endless body and an unknown path are refused without harm', async () => {
  expect(await post('{"from":')).toEqual(refusal(400, 'validation_error'))
  expect(await post({ ...MAIL, text: 'x'.repeat(11 * 1024 * 1024) })).toEqual(
    refusal(413, 'payload_too_large'),
  )
  expect(await post(MAIL, {}, '/domains')).toEqual(refusal(404, 'not_found'))
  expect(await post(MAIL, {}, '//')).toEqual(refusal(404, 'not_found'))
  expect((await post(MAIL)).status).toBe(200)
})

test('a body is refused at its limit, before its end', async () => {
  const headers = { authorization: 'Bearer re_test', 'content-type': 'application/json' }
  const status = await new Promise((resolve, reject) => {
    const call = request(`${catcher.url}/emails`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.once('error', reject).write(Buffer.alloc(11 * 1024 * 1024, 'x'))
  })
  expect(status).toBe(413)
})

test('the inbox shows the newest mail first and escapes what it shows', async () => {
  await post({ ...MAIL, subject: 'Older' })
  await post({ ...MAIL, subject: '<script>alert(1)</script>' })
  const page = await get('/')
  expect(page).not.toContain('<script>')
  expect(page.indexOf('alert(1)')).toBeLessThan(page.indexOf('Older'))
  expect(page).toContain('jane@example.com')
})

test('a mail page shows headers, the text and the html in a sandboxed frame', async () => {
  const { body } = await post({ ...MAIL, text: '"<b>"', headers: { 'X-Kind': '<i>' } })
  const page = await get(`/mail/${body.id}`)
  expect(page).toContain('<dt>X-Kind</dt><dd>&#60;i&#62;</dd>')
  expect(page).toContain('&#34;&#60;b&#62;&#34;')
  expect(page).toContain(`src="/mail/${body.id}/html"`)
  const frame = await fetch(`${catcher.url}/mail/${body.id}/html`)
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups /)
  expect(await frame.text()).toContain(MAIL.html)
  expect((await fetch(`${catcher.url}/mail/unknown`)).status).toBe(404)
})

test('a request for another host name is refused', async () => {
  const status = await new Promise((resolve, reject) => {
    const call = request(
      `${catcher.url}/api/mails`,
      { headers: { host: 'evil.test' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    call.once('error', reject).end()
  })
  expect(status).toBe(403)
})
