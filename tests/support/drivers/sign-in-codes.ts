import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SignInCodeRequestView } from '#worker/features/accounts/codes/contract.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { TestApi } from './api.ts'
import { waitFor } from './worker.ts'

type Call = {
  now?: number
  /** The client's address. */
  from?: string
  headers?: Record<string, string>
}

const headersOf = ({ from, headers }: Call) => ({
  ...(from ? { 'CF-Connecting-IP': from } : {}),
  ...headers,
})

export function askForCode(worker: TestApi, email: string, call: Call = {}, fields: object = {}) {
  return worker.call<SignInCodeRequestView & ErrorEnvelope>('POST', 'auth/code', {
    body: { email, ...fields },
    now: call.now,
    headers: headersOf(call),
  })
}

export function enterCode(
  worker: TestApi,
  { request, code }: { request: string; code: string },
  call: Call = {},
) {
  return worker.call<TokensView & ErrorEnvelope>('POST', 'auth/code/verify', {
    body: { request, code },
    now: call.now,
    headers: headersOf(call),
  })
}

export function codeIn(mail: { text: string } | undefined): string | undefined {
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
}

/** Waits for the mail that holds the newest code, when so many were sent to the address. */
export function mailedCode(worker: TestApi, email: string, count = 1): Promise<string> {
  return waitFor(async () => {
    const codes = (await worker.mails(email)).flatMap((mail) => codeIn(mail) ?? [])
    return codes.length >= count && codes.at(-1)
  }, `code ${count} to ${email}`)
}

/** A request with its code, for an address that got so many before. */
export async function requestCode(
  worker: TestApi,
  email: string,
  { sentBefore = 0, fields = {}, ...call }: Call & { sentBefore?: number; fields?: object } = {},
): Promise<{ request: string; code: string }> {
  const answer = await askForCode(worker, email, call, fields)
  if (answer.status !== 200) throw new Error(`the request for a code answered ${answer.status}`)
  return { request: answer.body.request, code: await mailedCode(worker, email, sentBefore + 1) }
}

export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
