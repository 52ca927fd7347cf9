import type { Api } from '#site/lib/api-calls.ts'
import { buildRequestPath, createTypedApi } from '#site/lib/api.ts'

type Fakes = Partial<Record<keyof Api, (...sent: never[]) => unknown>>

/** The client over a fake of each method, called with the address, then the body and headers if any. */
export function fakeApi(fakes: Fakes): Api {
  return createTypedApi((method) => (path, { params, query, ...input } = {}) => {
    const fake = fakes[method.toLowerCase() as keyof Api] as (
      ...sent: unknown[]
    ) => Promise<unknown>
    return fake(buildRequestPath(path, { params, query }), ...Object.values(input))
  })
}
