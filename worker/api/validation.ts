import type { Context } from 'hono'
import * as v from 'valibot'
import type { FieldError } from '#worker/contracts/errors.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { validationText } from './validation-texts.ts'
import { AppError, validationError } from './errors.ts'
import type { BodyKind } from '../request/request-body.ts'

/** @throws AppError with every invalid field; `otherErrors` only where the schema accepts. */
export function validateInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  locale: Locale,
  otherErrors: () => FieldError[] = () => [],
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const seenFields = new Set<string>()
  const details: FieldError[] = []
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? ''
    if (seenFields.has(path)) continue
    seenFields.add(path)
    details.push({ path, msg: validationText(issue, locale) })
  }
  const others = otherErrors().filter(({ path }) => !seenFields.has(path))
  throw validationError([...details, ...others])
}

export function readQuery(c: Context): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}

const contentTypes: Record<BodyKind, RegExp> = {
  json: /^application\/(?:(?:[\w.-]+\+)?json|csp-report)\b/i,
  form: /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i,
  multipart: /^multipart\/form-data\b/i,
}

/** An empty JSON body is `{}`, of whichever type. */
export async function readBody(c: Context, kind: BodyKind): Promise<unknown> {
  const isRightType = contentTypes[kind].test(c.req.header('Content-Type') ?? '')
  if (kind !== 'json') {
    if (!isRightType) throw new AppError('unsupported', 'unsupported_content_type')
    try {
      return await c.req.parseBody()
    } catch {
      throw new AppError('malformed', 'malformed_body')
    }
  }
  const body = await c.req.text()
  if (!body) return {}
  if (!isRightType) throw new AppError('unsupported', 'unsupported_content_type')
  try {
    return JSON.parse(body)
  } catch {
    throw new AppError('malformed', 'malformed_json')
  }
}
