import { readAtMost } from '#worker/request/read-at-most.ts'

const mostBytes = 256 * 1024

/**
 * The JSON of an answer from elsewhere; undefined when it is none, or longer than anything that we
 * ask for.
 */
export async function readJson({ body }: Response): Promise<unknown> {
  try {
    const bytes = body ? await readAtMost(body, mostBytes, 'cut_off') : undefined
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
