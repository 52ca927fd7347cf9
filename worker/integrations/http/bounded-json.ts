import { readAtMost } from '#worker/request/read-at-most.ts'

const mostBytes = 256 * 1024

/** Undefined for invalid JSON and for responses over the limit. */
export async function readBoundedJson({ body }: Response): Promise<unknown> {
  try {
    const bytes = body ? await readAtMost(body, mostBytes, 'cut_off') : undefined
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
