import { ApiError } from '#site/lib/api.ts'
import type { ClientErrorInput } from '#worker/features/operations/client-reports/contract.ts'

type Dependencies = {
  /** The pattern of the page's address: the address itself may hold a secret or a name. */
  route: string
  build: string
  address: () => string
  send: (report: ClientErrorInput) => void
}

type ErrorEventParts = Pick<ErrorEvent, 'message' | 'filename' | 'lineno' | 'colno'> & {
  error: unknown
}

/** One page with a loop in it must not say the same a thousand times. */
const perPage = 5

/** A browser gives up the animation between two pages, not the page: nothing went wrong. */
function isEndedTransition(error: unknown): boolean {
  return error instanceof DOMException && error.message.startsWith('Transition was ')
}

/** Reports tell nothing about the person at the browser. */
export function createErrorReporter({ route, build, address, send }: Dependencies) {
  const sent = new Set<string>()

  function redactPersonalData(text: string): string {
    return text
      .replaceAll(address(), route)
      .replace(/\?[^\s:)]*/g, '')
      .replace(/[^\s"'<]+@[^\s"'>]+\.\w+/g, '…@…')
  }

  /** `place` replaces the stack of values that are no `Error`. */
  function report(error: unknown, place?: string): void {
    // The server knows its refusals; errors of an extension are not ours.
    if (error instanceof ApiError || isEndedTransition(error)) return
    const { message, stack } =
      error instanceof Error ? error : { message: String(error), stack: place }
    const isForeign = /-extension:\/\//.test(stack ?? '')
    const redactedMessage = redactPersonalData(message)
    if (!redactedMessage || isForeign || sent.has(redactedMessage) || sent.size === perPage) return
    sent.add(redactedMessage)
    send({
      message: redactedMessage,
      stack: stack ? redactPersonalData(stack) : null,
      route,
      build,
    })
  }

  /** Some errors have only a message; those of another site's script have none. */
  function reportEvent({ error, message, filename, lineno, colno }: ErrorEventParts): void {
    if (error === null && message === 'Script error.') return
    report(error ?? message, filename ? `at ${filename}:${lineno}:${colno}` : undefined)
  }

  function reportRejection({ reason }: Pick<PromiseRejectionEvent, 'reason'>): void {
    report(reason ?? 'Unhandled rejection without a reason')
  }

  return { report, reportEvent, reportRejection }
}
