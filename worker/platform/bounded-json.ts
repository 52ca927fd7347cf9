const mostBytes = 256 * 1024

/**
 * The JSON of an answer from elsewhere; undefined when it is none, or longer than anything that we
 * ask for.
 */
export async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > mostBytes) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(await new Blob(chunks as BlobPart[]).text())
  } catch {
    return undefined
  }
}
